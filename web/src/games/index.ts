// The games that have a folder here: covers are loaded at once, faces when a table is opened. The server decides which
// games there are.
import type { Listing } from '../wire/wire';
import type { Cover } from './cover';
import type { Face } from './face';
import Plain from '~icons/game-icons/round-table';

const COVERS = import.meta.glob<{ default: Cover }>('./*/cover.ts', { eager: true });

/** Each becomes a separate file for the browser. */
const FACES = import.meta.glob<{ default: Face<any, any, any> }>('./*/face.ts');

/** A game without a cover uses the server's summary and a plain icon. */
export function cover(game: Listing): Cover {
  const own = COVERS[`./${game.slug}/cover.ts`]?.default;
  const { art, mood, pitch, length, usual } = own ?? {
    art: Plain,
    mood: '',
    pitch: game.summary,
    length: '',
    usual: game.min_players,
  };
  return { art, mood, pitch, length, usual: Math.min(Math.max(usual, game.min_players), game.max_players) };
}

export async function face(slug: string): Promise<Face<any, any, any>> {
  const load = FACES[`./${slug}/face.ts`];
  if (load) return (await load()).default;
  // A game without a face of its own has the one that draws any game.
  const { plain } = await import('../plain/face');
  return plain(slug);
}
