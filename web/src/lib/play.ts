// Tables that begin at once: a game against bots, or a lesson.
import type { Listing, TableInfo } from '../wire/wire';
import { keepNumber, promise } from '../fair/keeper.svelte';
import { keyed, send } from './api';
import { person } from './me.svelte';
import { router } from './router.svelte';
import { settings } from './settings.svelte';

function goTo(table: TableInfo): void {
  router.go(keyed(`/t/${table.id}`, table.key));
}

/** Deals a game with squires on the other seats. */
export async function playNow(game: Listing, players: number): Promise<void> {
  await person.someone();
  met(game.slug);
  const { number, promise: promised } = await promise();
  const bots = Array.from({ length: players - 1 }, () => ({ bot: 'squire' }));
  const table = await send<TableInfo>('POST', '/api/tables', {
    game: game.slug,
    players,
    seats: ['me', ...bots],
    hints: true,
    // Only whoever gets the link can watch.
    spectators: true,
    promise: promised,
  });
  keepNumber(table.id, number);
  await send('POST', `/api/tables/${table.id}/start`);
  goTo(table);
}

/** Begins the lesson of a game. */
export async function learn(slug: string): Promise<void> {
  await person.someone();
  met(slug);
  // The lesson shows everything that the guided start does.
  settings.set('guided', [...new Set([...settings.kept.guided, slug])]);
  goTo(await send<TableInfo>('POST', `/api/games/${slug}/lesson`));
}

/** From now on *play now* deals at once: the lesson has been offered. */
function met(slug: string): void {
  settings.set('met', [...new Set([...settings.kept.met, slug])]);
}
