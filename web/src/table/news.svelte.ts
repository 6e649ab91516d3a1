// Reacting to news: a player whose turn it is hears it, and is notified if they are looking elsewhere.
import { notify, title } from '../lib/notice';
import { play as sound } from '../lib/sound';
import type { Session } from './session.svelte';

/** Has effects, so it must be called while a component is being created. */
export function tellNews(session: Session): void {
  let wasMine = false;
  $effect(() => {
    title(session.name ?? 'Roundtable', session.mine);
    if (session.mine && !wasMine) {
      sound('turn');
      notify(session.name ?? '');
    }
    wasMine = session.mine;
  });
}
