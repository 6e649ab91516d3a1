// The faces of the games: their covers at once, the rest when a table is opened.
import type { Component } from 'svelte';
import type { Face } from './face';
import Inn from '~icons/game-icons/castle';
import Damosels from '~icons/game-icons/rose';
import Knife from '~icons/game-icons/bowie-knife';
import Shift from '~icons/game-icons/mounted-knight';
import Shock from '~icons/game-icons/poison-bottle';

export interface Cover {
  slug: string;
  name: string;
  /** One line of mood. */
  mood: string;
  /** What one does, for who never saw it. */
  pitch: string;
  length: string;
  players: string;
  /** The table that *play now* makes. */
  usual: number;
  art: Component;
}

/** What a table needs besides, game by game; each is a file of its own for the browser. */
const FACES = import.meta.glob<{ default: Face<any, any, any> }>('./*/face.ts');

export const COVERS: readonly Cover[] = [
  {
    slug: 'knight-shift',
    name: 'Knight Shift',
    mood: 'Squires in a hurry',
    pitch: 'Equip Knights in secret, pass your hand to the left, and claim the one whose gear suits his taste.',
    length: '15 min',
    players: '2–6',
    usual: 3,
    art: Shift,
  },
  {
    slug: 'shock',
    name: 'SHOCK! Knights & Poisons',
    mood: 'Jewels and nerves',
    pitch: 'Win tricks for jewels, open the Chest, and leave before the same poison stings you twice.',
    length: '25 min',
    players: '3–5',
    usual: 3,
    art: Shock,
  },
  {
    slug: 'never-bring-a-knife',
    name: 'Never Bring a Knife',
    mood: 'Whom do you trust?',
    pitch: 'Cops and robbers who do not know their friends: lay cards on one another, then see who still stands.',
    length: '20 min',
    players: '4–8',
    usual: 5,
    art: Knife,
  },
  {
    slug: 'knight-at-the-inn',
    name: 'Knight at the Inn',
    mood: 'A duel of roads and rooms',
    pitch: 'Bring your travellers across nine crowded inns to the castle on the other side.',
    length: '20 min',
    players: '2',
    usual: 2,
    art: Inn,
  },
  {
    slug: 'knights-and-damosels',
    name: 'Knights & Damosels',
    mood: 'Gifts, jousts and a kingdom',
    pitch: 'Be a knight by day and a damosel in secret: give, joust, serve the king, and win in your own way.',
    length: '40 min',
    players: '3–6',
    usual: 4,
    art: Damosels,
  },
];

export function cover(slug: string): Cover | undefined {
  return COVERS.find((cover) => cover.slug === slug);
}

export async function face(slug: string): Promise<Face<any, any, any>> {
  const load = FACES[`./${slug}/face.ts`];
  if (!load) throw new Error(`${slug} has no board on this page yet`);
  return (await load()).default;
}
