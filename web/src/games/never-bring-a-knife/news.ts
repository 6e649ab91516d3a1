// What is going on at a seat, in a few words that lie on it while the beat plays.
import type { Counts, Event, View } from '../../wire/never-bring-a-knife';
import type { Scene } from '../face';
import { CARDS, ROLES, wounds } from './cards';

export interface News {
  seat: number;
  text: string;
  bad?: boolean;
}

/** The news of the event whose beat is playing; null if it is told elsewhere. */
export function news({ now, view, names, me }: Scene<View>): News | null {
  const event = now as Event | null;
  if (!event) return null;
  const to = (seat: number) => (seat === me ? 'you' : (names[seat] ?? ''));
  switch (event.type) {
    case 'looked':
      if (event.how === 'own' || event.how === 'neighbour') return null;
      // Who sees a role card is told at that card; the others see who looks.
      return {
        seat: event.role.type === 'known' && event.at !== 'boss' ? event.at : event.seat,
        text: look(event, names, me),
      };
    case 'declined':
      return { seat: event.seat, text: 'Does not look' };
    case 'revealed': {
      const open = view.players[event.seat]?.revealed;
      return { seat: event.seat, text: open ? guns(open) : 'Shuffled, and turned up…' };
    }
    case 'wounded': {
      const more = event.wounds === event.total ? '' : `, ${event.total} in all`;
      const fall = event.total >= view.prices.fall ? ': down!' : '';
      return { seat: event.seat, text: `✸ ${wounds(event.wounds)}${more}${fall}`, bad: true };
    }
    case 'robbed': {
      const lost = event.stack + event.bank;
      return { seat: event.seat, text: lost > 0 ? `Crime takes ${lost} Money` : 'Crime finds no Money', bad: lost > 0 };
    }
    case 'swapped':
      return { seat: event.seat, text: 'The Mole: swapped with the boss' };
    case 'hit_used':
      return {
        seat: event.seat,
        text: `${CARDS.hit.name}! ${event.paid} Money to wound ${to(event.target)}`,
        bad: true,
      };
    case 'hit_banked':
      return { seat: event.seat, text: 'The Hit goes to the bank' };
    case 'banked':
      return { seat: event.seat, text: `+${event.money} Money in the bank` };
    case 'spent':
      return { seat: event.seat, text: `Pays ${event.money} Money` };
    case 'healed': {
      const by = event.seat === event.target ? '' : `, paid by ${to(event.seat)}`;
      return { seat: event.target, text: `A wound is healed${by}` };
    }
    case 'finished':
      return { seat: event.seat, text: 'Spends no more' };
    case 'round_began':
    case 'dealt':
    case 'shuffled':
    case 'played':
    case 'over':
      return null;
  }
}

function look(event: Extract<Event, { type: 'looked' }>, names: readonly string[], me: number | null): string {
  const whose = event.at === me ? 'your' : event.at === 'boss' ? "the boss's" : `${names[event.at]}'s`;
  if (event.role.type === 'hidden') return `Looks at ${whose} role`;
  return `${event.at === 'boss' ? 'The boss: ' : ''}${ROLES[event.role.role].long}`;
}

/** The Guns and Armor in a stack, as the cards show them. */
function guns(cards: Counts): string {
  if (cards.gun === 0) return cards.armor > 0 ? 'No Gun' : '';
  return `${cards.gun} ${cards.gun === 1 ? 'Gun' : 'Guns'}${cards.armor > 0 ? ` against ${cards.armor} Armor` : ''}`;
}
