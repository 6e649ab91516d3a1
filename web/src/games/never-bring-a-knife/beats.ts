// What each event of Never Bring a Knife looks like on the table, beat by beat. Nothing is decided here: the numbers
// come from the events, and the server's view has the last word.
import type { Event, View } from '../../wire/never-bring-a-knife';
import type { Beat, Flight, Scene } from '../face';
import { ORDER, spread } from './cards';
import * as after from './after';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

/** So short that the next beat begins while these cards still fly: a deal is over within a second. */
const OVERLAP = -310;

export function beats(event: Event, scene: Scene<View>): Beat<View>[] {
  const { view } = scene;
  switch (event.type) {
    case 'looked':
      return looked(event, scene);
    case 'round_began':
      return [{ view: after.began(view, event), flights: swept(view), hold: 250, sound: 'card' }];
    case 'dealt':
      return [{ view: after.dealt(view, event), flights: dealing(event), hold: OVERLAP, sound: 'card' }];
    case 'shuffled':
      return [{ view: after.shuffled(view, event.cards), flights: [{ from: 'discard', to: 'deck-top' }], hold: 150 }];
    case 'played':
      return [{ view: after.played(view, event), flights: [laying(event, scene)], hold: 260 }];
    case 'revealed':
      return [
        // The stack is gathered and shuffled, then turned up.
        { view: after.closed(view), hold: 300, sound: 'card', hush: true },
        { view: after.revealed(after.closed(view), event), hold: 950 },
      ];
    case 'wounded':
      return [{ view: after.wounded(view, event.seat, event.total), hold: 1000, sound: 'shot' }];
    case 'robbed':
      return [{ view: after.robbed(view, event), flights: robbing(view, event), hold: 500, sound: 'poison' }];
    case 'swapped':
      return swapped(event, scene);
    case 'hit_used':
      return [{ view: after.hitUsed(view, event), flights: hitting(view, event), hold: 450 }];
    case 'hit_banked':
      return [
        {
          view: after.player(view, event.seat, () => ({ hit: true })),
          flights: [{ from: `hit:${event.seat}`, to: `banked-hit:${event.seat}`, of: 'from' }],
          hold: 450,
        },
      ];
    case 'banked':
      return [{ view: after.banked(view, event), flights: banking(view, event), hold: 350, sound: 'jewel' }];
    case 'spent':
      return [
        { view: after.spent(view, event.seat, event.money), flights: [paying(event.seat)], hold: 60, sound: 'jewel' },
      ];
    case 'healed':
      return [{ view: after.wounded(view, event.target, event.total), hold: 700, sound: null }];
    case 'declined':
    case 'finished':
      return [{ view, hold: 550, sound: null }];
    case 'over':
      return over(event, view);
  }
}

/** A role card is lifted; for who looks it is open for a moment. */
function looked(event: Told<'looked'>, { view, me }: Scene<View>): Beat<View>[] {
  const seen = after.looked(view, event);
  const first = event.how === 'own' || event.how === 'neighbour';
  const { at, seat, role } = event;
  if (seat !== me || role.type === 'hidden') return [{ view: seen, hold: first ? 40 : 900, sound: null }];
  const open = after.role(seen, at, () => ({ known: { type: 'open', role: role.role } }));
  return [
    { view: open, hold: first ? 900 : 1700, sound: 'card' },
    { view: seen, hold: 100, sound: null },
  ];
}

/** What is left of the last round goes to the discards. */
function swept(view: View): Flight[] {
  return view.players
    .filter((one) => one.stack.length > 0)
    .map(({ seat }) => ({ from: `cards:${seat}`, to: 'discard', of: 'from' }));
}

/** Everybody gets backs; who may see the cards gets them turned up. */
function dealing({ seat, cards }: Told<'dealt'>): Flight[] {
  if (cards.type === 'hidden') return [{ from: 'deck-top', to: `hand:${seat}`, of: 'from' }];
  return ORDER.filter((card) => cards.cards[card] > 0).map((card) => ({
    from: 'deck-top',
    to: `own:${seat}:${card}`,
    turn: true,
  }));
}

/** From the own card, or from another's hand, to its place in the stack. */
function laying(event: Told<'played'>, { view, me }: Scene<View>): Flight {
  const own = event.seat === me && event.card.type === 'known';
  return {
    from: own && event.card.type === 'known' ? `own:${event.seat}:${event.card.card}` : `hand:${event.seat}`,
    to: `laid:${event.target}:${view.players[event.target]?.stack.length ?? 0}`,
    turn: !own && event.face_up,
  };
}

/** The first so many Money cards of a stack that lies open, as places. */
function notes(view: View, seat: number, count: number): string[] {
  const open = view.players[seat]?.revealed;
  return (open ? spread(open) : [])
    .flatMap((card, index) => (card === 'money' ? [`laid:${seat}:${index}`] : []))
    .slice(0, count);
}

const paying = (seat: number): Flight => ({ from: `note:${seat}`, to: 'discard:money', of: 'from' });

function robbing(view: View, { seat, stack, bank }: Told<'robbed'>): Flight[] {
  return [
    ...notes(view, seat, stack).map((from) => ({ from, to: 'discard:money', of: 'from' }) as const),
    ...(bank > 0 ? [paying(seat)] : []),
  ];
}

function banking(view: View, { seat, money }: Told<'banked'>): Flight[] {
  return notes(view, seat, money).map((from) => ({ from, to: `note:${seat}`, of: 'from' }));
}

/** The Hit goes to the wounded, from the stack or from the bank. */
function hitting(view: View, { seat, target }: Told<'hit_used'>): Flight[] {
  const from = view.players[seat]?.hit ? `banked-hit:${seat}` : `hit:${seat}`;
  return [{ from, to: `wounds:${target}`, of: 'from' }, paying(seat)];
}

/** The role card and the boss change places; then its new owner looks at it. */
function swapped(event: Told<'swapped'>, { view }: Scene<View>): Beat<View>[] {
  const crossed = after.crossed(view, event.seat);
  const flights: Flight[] = [
    { from: `role:${event.seat}`, to: 'role:boss' },
    { from: 'role:boss', to: `role:${event.seat}` },
  ];
  const { role } = event;
  const last: Beat<View> = { view: after.taken(crossed, event), hold: 300, sound: null };
  const beats: Beat<View>[] = [
    { view, hold: 600, sound: 'poison' },
    { view: crossed, flights, hold: 500, sound: 'card' },
  ];
  if (role.type === 'known') {
    const open = after.role(crossed, event.seat, () => ({ known: { type: 'open', role: role.role } }));
    beats.push({ view: open, hold: 1500, sound: 'card' });
  }
  return [...beats, last];
}

/** One role card after the other, the boss last; only then who has won. */
function over(event: Told<'over'>, view: View): Beat<View>[] {
  const beats: Beat<View>[] = [];
  let shown = after.closed(view);
  event.roles.forEach((role, seat) => {
    shown = after.role(shown, seat, () => ({ known: { type: 'open', role } }));
    beats.push({ view: shown, hold: 420, sound: 'card', hush: true });
  });
  shown = after.role(shown, 'boss', () => ({ known: { type: 'open', role: event.boss } }));
  beats.push({ view: shown, hold: 900, sound: 'card', hush: true });
  beats.push({
    view: { ...shown, outcome: event.outcome, step: { type: 'over' }, turn: null },
    hold: 2200,
    sound: null,
  });
  return beats;
}
