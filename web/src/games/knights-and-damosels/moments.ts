// What is worth a pause: reveals, the viewer's own jousts, the reckoning of an event, Camlann.
import type { Chivalry, Event, EventPrinted, View } from '../../wire/knights-and-damosels';
import { settings } from '../../lib/settings.svelte';
import type { Moment, Scene } from '../face';
import { EVENTS } from './cards';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

export type Shown =
  | { type: 'joust'; passes: Told<'pass_of_arms'>[]; ended: Told<'joust_ended'> | null }
  | { type: 'granted'; granted: Told<'granted'>; returned: Told<'returned'> | null }
  | {
      type: 'reckoning';
      event: EventPrinted | null;
      called: readonly Chivalry[];
      placed: Told<'placed'> | null;
      awarded: Told<'awarded'> | null;
      struck: Told<'struck'> | null;
    }
  | { type: 'ranking' }
  | { type: 'sides'; sides: Told<'sides_chosen'> }
  | { type: 'fought'; fought: Told<'fought'> };

function all<T extends Event['type']>(events: readonly Event[], type: T): Told<T>[] {
  return events.filter((event): event is Told<T> => event.type === type);
}

/** Everything happens on the table; only who plays without beats gets it to read. */
export function momentsOf(events: readonly Event[], before: View | null, { me, names, view }: Scene<View>): Moment[] {
  if (settings.kept.speed !== 'instant') return [];
  const shown: { title: string; data: Shown }[] = [];
  const passes = all(events, 'pass_of_arms').filter(
    (pass) => me !== null && (pass.challenger === me || pass.challenged === me),
  );
  const ended =
    all(events, 'joust_ended').find((end) => me !== null && (end.winner === me || end.loser === me)) ?? null;
  if (passes.length > 0 || ended) {
    shown.push({
      title: ended
        ? `${names[ended.winner]} ${ended.winner === me ? 'win' : 'wins'} the joust`.replace(
            /^.* win the/,
            'You win the',
          )
        : 'They ride again',
      data: { type: 'joust', passes, ended },
    });
  }
  for (const granted of all(events, 'granted')) {
    const returned = all(events, 'returned')[0] ?? null;
    if (granted.cards.length > 0 || returned)
      shown.push({ title: 'The damosels are shown', data: { type: 'granted', granted, returned } });
  }
  const placed = all(events, 'placed')[0] ?? null;
  const awarded = all(events, 'awarded')[0] ?? null;
  const struck = all(events, 'struck')[0] ?? null;
  if (placed || awarded || struck) {
    // The round may already be over: then only the earlier view has its event.
    const event = before?.event ?? view.event;
    const called = (before?.event ? before : view).service?.card?.calls ?? [];
    shown.push({
      title: event ? EVENTS[event.event] : 'Worship',
      data: { type: 'reckoning', event, called, placed, awarded, struck },
    });
  }
  if (all(events, 'camlann_began').length > 0) shown.push({ title: 'To Camlann!', data: { type: 'ranking' } });
  for (const sides of all(events, 'sides_chosen'))
    shown.push({ title: 'The sides are chosen', data: { type: 'sides', sides } });
  for (const fought of all(events, 'fought')) {
    if (fought.cards.some((card) => card.seat === me))
      shown.push({ title: `Camlann, round ${fought.round}`, data: { type: 'fought', fought } });
  }
  return shown;
}
