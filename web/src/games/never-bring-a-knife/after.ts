// The table after an event, as far as it can be seen.
import type {
  Card,
  CardsSeen,
  Counts,
  Event,
  Place,
  PlayerSeen,
  RoleCardSeen,
  View,
} from '../../wire/never-bring-a-knife';
import { many, ORDER } from './cards';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

const NONE: Counts = { gun: 0, armor: 0, money: 0, crime: 0, intel: 0, hit: 0, mole: 0 };

export function player(view: View, seat: number, change: (one: PlayerSeen) => Partial<PlayerSeen>): View {
  return { ...view, players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

export function role(view: View, at: Place, change: (one: RoleCardSeen) => Partial<RoleCardSeen>): View {
  if (at === 'boss') return { ...view, boss: { ...view.boss, ...change(view.boss) } };
  return player(view, at, (one) => ({ role: { ...one.role, ...change(one.role) } }));
}

const plus = (one: Counts, other: Partial<Counts>): Counts =>
  Object.fromEntries(ORDER.map((card) => [card, one[card] + (other[card] ?? 0)])) as Counts;

function discarded(view: View, cards: Partial<Counts>): View {
  return { ...view, discard: plus(view.discard, cards) };
}

export function looked(view: View, event: Told<'looked'>): View {
  return role(view, event.at, ({ known, seen_by }) => ({
    seen_by: seen_by.includes(event.seat) ? seen_by : [...seen_by, event.seat],
    known:
      known.type === 'unknown' && event.role.type === 'known'
        ? { type: 'known', role: event.role.role, how: event.how }
        : known,
  }));
}

export function began(view: View, event: Told<'round_began'>): View {
  const clear = closed(view);
  return {
    ...clear,
    round: event.round,
    dealer: event.dealer,
    step: { type: 'play' },
    turn: null,
    players: clear.players.map((one) => ({ ...one, stack: [], revealed: null })),
  };
}

export function dealt(view: View, { seat, cards: fresh }: Told<'dealt'>): View {
  const less = { ...view.deck, left: Math.max(0, view.deck.left - many(fresh)) };
  return player({ ...view, deck: less }, seat, ({ hand }) => ({ hand: joined(hand, fresh) }));
}

function joined(hand: CardsSeen, fresh: CardsSeen): CardsSeen {
  if (fresh.type === 'hidden') return { type: 'hidden', count: many(hand) + fresh.count };
  return { type: 'known', cards: hand.type === 'known' ? plus(hand.cards, fresh.cards) : fresh.cards };
}

export function shuffled(view: View, cards: number): View {
  return { ...view, discard: NONE, deck: { ...view.deck, left: cards } };
}

export function played(view: View, event: Told<'played'>): View {
  const { seat, target, face_up, card } = event;
  const laid = player(view, target, ({ stack }) => ({ stack: [...stack, { seat, face_up, card }] }));
  return player(laid, seat, ({ hand }) => ({ hand: without(hand, card.type === 'known' ? card.card : null) }));
}

function without(hand: CardsSeen, card: Card | null): CardsSeen {
  if (hand.type === 'hidden') return { type: 'hidden', count: Math.max(0, hand.count - 1) };
  return card ? { type: 'known', cards: plus(hand.cards, { [card]: -1 }) } : hand;
}

/** The stack that is being resolved, if one is. */
export function resolving(view: View): number | null {
  return view.step.type === 'intel' || view.step.type === 'hit' ? view.turn : null;
}

export function revealed(view: View, event: Told<'revealed'>): View {
  const open = player(view, event.seat, () => ({ revealed: event.cards }));
  return { ...open, turn: event.seat, step: { type: 'intel', left: 0, money: 0 } };
}

/** The open stack is done with: but for what was banked, its cards are discards. */
export function closed(view: View, banked = 0): View {
  const at = resolving(view);
  const one = at === null ? undefined : view.players[at];
  if (!one?.revealed) return view;
  const gone = plus(one.revealed, { money: -banked, hit: one.hit ? -one.revealed.hit : 0 });
  return { ...discarded(view, gone), turn: null };
}

export function wounded(view: View, seat: number, total: number): View {
  return player(view, seat, () => ({ wounds: total }));
}

/** What was taken from the stack is counted as a discard when the stack is closed. */
export function robbed(view: View, event: Told<'robbed'>): View {
  return spent(view, event.seat, event.bank);
}

export function spent(view: View, seat: number, money: number): View {
  return player(discarded(view, { money }), seat, ({ bank }) => ({ bank: bank - money }));
}

export function banked(view: View, event: Told<'banked'>): View {
  return player(closed(view, event.money), event.seat, ({ bank }) => ({ bank: bank + event.money }));
}

/** The stack's own Money is spent first; what is left of the price comes from the bank. */
export function hitUsed(view: View, event: Told<'hit_used'>): View {
  const stack = view.step.type === 'hit' ? view.step.money : 0;
  const paid = spent(view, event.seat, Math.max(0, event.paid - stack));
  if (!paid.players[event.seat]?.hit) return paid;
  return player(discarded(paid, { hit: 1 }), event.seat, () => ({ hit: false }));
}

/** What is known of the two role cards goes with them. */
export function crossed(view: View, seat: number): View {
  const card = view.players[seat]?.role ?? view.boss;
  return player({ ...view, boss: card }, seat, () => ({ role: view.boss }));
}

export function taken(view: View, { seat, role: seen }: Told<'swapped'>): View {
  return role(view, seat, ({ known, seen_by }) => ({
    seen_by: seen_by.includes(seat) ? seen_by : [...seen_by, seat],
    known: known.type === 'unknown' && seen.type === 'known' ? { type: 'known', role: seen.role, how: 'mole' } : known,
  }));
}
