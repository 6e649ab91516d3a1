// The reveal, assembled from events: one stack after the other, with what came of it.
import type { Counts, Event, View } from '../../wire/never-bring-a-knife';
import type { Moment } from '../face';
import { CARDS, placeName, ROLES, wounds } from './cards';

export interface Turned {
  seat: number;
  /** Null if it continues a stack that was turned up earlier. */
  cards: Counts | null;
  lines: { text: string; bad?: boolean }[];
}

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

/** What an event did, in a few words; null if it is not part of a reveal. */
function line(event: Event, names: readonly string[], me: number | null): { text: string; bad?: boolean } | null {
  const name = (seat: number) => (seat === me ? 'you' : (names[seat] ?? ''));
  switch (event.type) {
    case 'wounded':
      return {
        text:
          `${wounds(event.wounds)}${event.wounds === event.total ? '' : `, ${event.total} in all`} for ` +
          `${name(event.seat)}`,
        bad: true,
      };
    case 'robbed': {
      const lost = event.stack + event.bank;
      return { text: lost > 0 ? `Crime takes ${lost} Money` : 'Crime finds no Money', bad: lost > 0 };
    }
    case 'swapped':
      return {
        text:
          'The Mole: role card and boss change ' +
          `places${event.role.type === 'known' ? `, now ${ROLES[event.role.role].long}` : ''}`,
      };
    case 'looked': {
      const what = event.role.type === 'known' ? `: ${ROLES[event.role.role].long}` : '';
      const sees = event.seat === me ? 'You see' : `${names[event.seat]} sees`;
      return { text: `${sees} the role card of ${placeName(event.at, names)}${what}` };
    }
    case 'declined':
      return { text: `${event.seat === me ? 'You do' : `${names[event.seat]} does`} not look` };
    case 'hit_used':
      return {
        text: `${CARDS.hit.name}! ${name(event.seat)} paid ${event.paid} Money to wound ${name(event.target)}`,
        bad: true,
      };
    case 'hit_banked':
      return { text: 'The Hit goes to the bank' };
    case 'banked':
      return event.money > 0 ? { text: `${event.money} Money banked` } : null;
    default:
      return null;
  }
}

/** The Guns and Armor in a stack, as the cards show them. */
export function guns(cards: Counts): string {
  if (cards.gun === 0 && cards.armor === 0) return '';
  return `${cards.gun} ${cards.gun === 1 ? 'Gun' : 'Guns'}${cards.armor > 0 ? ` against ${cards.armor} Armor` : ''}`;
}

/** The stacks turned up in this news, and the Hit if one was used. */
export function reveals(events: readonly Event[], view: View, names: readonly string[], me: number | null): Moment[] {
  const turned: Turned[] = [];
  const shown = events.some((event) => event.type === 'revealed');
  const hit = events.find((event): event is Told<'hit_used'> => event.type === 'hit_used');
  if (!shown && !hit) return [];
  for (const event of events) {
    // What happens in a new round belongs to no stack.
    if (event.type === 'round_began') break;
    if (event.type === 'revealed') turned.push({ seat: event.seat, cards: event.cards, lines: [] });
    const words = line(event, names, me);
    if (!words || !('seat' in event)) continue;
    let at = turned.at(-1);
    if (!at) {
      at = { seat: event.seat, cards: null, lines: [] };
      turned.push(at);
    }
    at.lines.push(words);
  }
  const title = shown
    ? turned.filter((one) => one.cards).length > 1
      ? 'The stacks are turned up'
      : `${names[turned.find((one) => one.cards)?.seat ?? 0]}'s stack is turned up`
    : 'A Hit!';
  return [{ title, data: { turned, round: view.round } }];
}
