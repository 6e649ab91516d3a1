// The Battle of Camlann, beat by beat.
import type { Chivalry, Event, ForceSeen, FoughtSeen, View } from '../../wire/knights-and-damosels';
import type { Beat, Flight } from '../face';
import { CHIVALRIES } from './cards';
import { lifted, staged, who } from './shown';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

export function battle(view: View, event: Told<'taken' | 'sides_chosen' | 'fought'>): Beat<View>[] {
  switch (event.type) {
    case 'taken':
      return [taken(view, event)];
    case 'sides_chosen':
      return sides(view, event);
    case 'fought':
      return fought(view, event);
  }
}

function ordered(cards: readonly Chivalry[]): Chivalry[] {
  return [...cards].sort((a, b) => CHIVALRIES.indexOf(a) - CHIVALRIES.indexOf(b));
}

function taken(view: View, { cards }: Told<'taken'>): Beat<View> {
  const after = cards.reduce(
    (shown, { seat, from, chivalry }) => who(lifted(shown, from, chivalry), seat, () => ({ taken: chivalry })),
    { ...view, sealed: [] } as View,
  );
  const flights = cards.map(({ seat, from, chivalry }): Flight => {
    return { from: `tile:${from}:${chivalry}`, to: `seat:${seat}`, of: 'from' };
  });
  return { view: after, flights, hold: 800 };
}

/** The knights come to their sides one after the other; then it is seen who is fewer. */
function sides(view: View, event: Told<'sides_chosen'>): Beat<View>[] {
  const forces = event.sides.map(({ seat, side }): ForceSeen => {
    const one = view.players[seat];
    const cards = one?.row.map((card) => card.chivalry) ?? [];
    return { seat, side, hand: ordered(one?.taken ? [...cards, one.taken] : cards), wounded: [], beaten: [] };
  });
  const base: View = { ...staged(view, {}), sealed: [], step: { type: 'fighting' } };
  const at = (many: number, smaller: typeof event.smaller): View => ({
    ...base,
    battle: { round: 1, smaller, immune_until: event.immune_until, forces: forces.slice(0, many) },
  });
  const all = forces.map(({ seat }, index): Beat<View> => ({
    view: at(index + 1, null),
    flights: [{ from: `seat:${seat}`, to: `force:${seat}` }],
    hold: 200,
    hush: true,
  }));
  return [...all, { view: at(forces.length, event.smaller), hold: 1200, sound: 'claim' }];
}

function forces(view: View, change: (force: ForceSeen) => ForceSeen): View {
  return view.battle ? { ...view, battle: { ...view.battle, forces: view.battle.forces.map(change) } } : view;
}

function without(cards: readonly Chivalry[], card: Chivalry): Chivalry[] {
  const at = cards.indexOf(card);
  return cards.filter((_, index) => index !== at);
}

/** All cards are revealed at once, then their fates are seen, then who heals. */
function fought(view: View, { cards }: Told<'fought'>): Beat<View>[] {
  const of = (seat: number) => cards.find((card) => card.seat === seat);
  const revealed = forces({ ...view, sealed: [] }, (force) => {
    const card = of(force.seat);
    return card ? { ...force, hand: without(force.hand, card.chivalry) } : force;
  });
  const fated = forces(revealed, (force) => fate(force, of(force.seat)));
  const healed = forces(fated, (force) => {
    const back = of(force.seat)?.healed;
    return back ? { ...force, wounded: without(force.wounded, back), hand: ordered([...force.hand, back]) } : force;
  });
  const open = cards.map(({ seat, chivalry }): Flight => ({
    from: `fresh:${seat}:${chivalry}`,
    to: `fights:${seat}`,
    turn: true,
  }));
  const beats: Beat<View>[] = [
    {
      view: staged(revealed, { clash: { cards, told: false } }),
      flights: open,
      hold: 1000,
      sound: 'clash',
      hush: true,
    },
    { view: staged(fated, { clash: { cards, told: true } }), hold: 1300 },
  ];
  if (cards.some((card) => card.healed)) {
    beats.push({ view: staged(healed, { clash: { cards, told: true } }), hold: 700, sound: 'jewel' });
  }
  return beats;
}

function fate(force: ForceSeen, card: FoughtSeen | undefined): ForceSeen {
  if (!card) return force;
  switch (card.fate) {
    case 'beaten':
      return { ...force, beaten: [...force.beaten, card.chivalry] };
    case 'wounded':
      return { ...force, wounded: [...force.wounded, card.chivalry] };
    case 'unharmed':
      return { ...force, hand: ordered([...force.hand, card.chivalry]) };
  }
}
