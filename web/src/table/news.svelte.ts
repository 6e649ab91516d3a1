// Reacting to news: things fly, moments are shown, sounds play, and a player who is looking elsewhere is notified.
import { untrack } from 'svelte';
import { notify, title } from '../lib/notice';
import { play as sound } from '../lib/sound';
import { fly } from './flights';
import type { Session } from './session.svelte';

/** Has effects, so it must be called while a component is being created. `sky` is the layer where things fly. */
export function tellNews(session: Session, sky: () => HTMLElement | undefined): void {
  $effect(() => {
    const { events, before } = session.live.news;
    const [face, scene, layer] = [session.face, untrack(() => session.scene), sky()];
    if (!face || !scene || events.length === 0) return;
    const told = events.map((event) => event.event).filter((event) => event !== null);
    if (layer)
      fly(
        layer,
        told.flatMap((event) => face.flights(event, scene)),
      );
    const fresh = face.moments?.(told as never[], (before?.view ?? null) as never, scene) ?? [];
    if (fresh.length > 0) session.moments = [...untrack(() => session.moments), ...fresh];
    sound('move');
  });

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
