// What each event of SHOCK! looks like on the table, beat by beat. Nothing is decided here: the numbers come from the
// events, and the server's view has the last word.
import type { Card, CardsSeen, Event, Jewels, Kind, PlayerSeen, View } from '../../wire/shock';
import type { Beat, Flight, Scene } from '../face';
import { KINDS, poisonOf, potion, suit } from './cards';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

export function beats(event: Event, scene: Scene<View>): Beat<View>[] {
  const { view } = scene;
  switch (event.type) {
    case 'round_began':
      return [{ view: begun(view, event), hold: 700 }];
    case 'dealt':
      return [{ view: dealt(view, event), flights: [{ from: 'trump', to: `hand:${event.seat}` }], hold: 60 }];
    case 'played':
    case 'played_down':
      return [{ view: laid(view, event), flights: [layingOf(event, scene)], hold: 260 }];
    case 'withdrew':
      return [
        { view: standing(view, event.seat, 'withdrawn'), hold: 450 },
        { view: banked(standing(view, event.seat, 'withdrawn'), event.seat, event.banked), hold: 350, sound: 'jewel' },
      ];
    case 'trick_won':
      return won(view, event);
    case 'revealed':
      return revealed(view, event);
    case 'covered':
      return [{ view: player(view, event.seat, (one) => covered(one, event.potion, event.poison)), hold: 700 }];
    case 'shocked':
      return [
        { view, hold: 1300, sound: 'shock' },
        { view: shocked(view, event), hold: 900, sound: null },
      ];
    case 'round_ended':
      return [
        {
          view: event.banked.reduce((seen, one) => banked(seen, one.seat, one.jewels), view),
          hold: 2200,
          sound: 'jewel',
        },
      ];
    case 'kept':
    case 'stopped':
      return [{ view, hold: 500, sound: null }];
    case 'over':
      return [{ view, hold: 300, sound: null }];
  }
}

/** The fewest jewels of this worth. */
export function jewels(value: number): Jewels {
  return { golden: Math.floor(value / 10), red: Math.floor((value % 10) / 5), clear: value % 5, value };
}

function player(view: View, seat: number, change: (one: PlayerSeen) => Partial<PlayerSeen>): View {
  return { ...view, players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

function standing(view: View, seat: number, now: PlayerSeen['standing']): View {
  return player(view, seat, () => ({ standing: now }));
}

function gains(view: View, seat: number, worth: number): View {
  return worth === 0 ? view : player(view, seat, ({ on_top }) => ({ on_top: jewels(on_top.value + worth) }));
}

function banked(view: View, seat: number, worth: number): View {
  return player(view, seat, ({ inside }) => ({ inside: jewels(inside.value + worth), on_top: jewels(0) }));
}

function shocked(view: View, event: Told<'shocked'>): View {
  return player(view, event.seat, () => ({ standing: 'shocked', on_top: jewels(0), poisoned: [] }));
}

function without(cards: CardsSeen, card: Card | null): CardsSeen {
  if (cards.type === 'hidden') return { type: 'hidden', count: Math.max(0, cards.count - 1) };
  return { type: 'known', cards: cards.cards.filter((one) => one !== card) };
}

function begun(view: View, event: Told<'round_began'>): View {
  return {
    ...view,
    round: event.round,
    trump: event.trump,
    trick: { first: event.leader, lead: null, best: null, won: false, jewels: 0, cards: [] },
    centre: view.centre.map((poison) => ({ ...poison, count: 0 })),
    chest: { ...view.chest, left: [...view.chest.left, ...view.chest.revealed], revealed: [] },
    players: view.players.map((one) => ({
      ...one,
      standing: 'in',
      poison: [],
      potions: [],
      used_potions: [],
      poisoned: [],
      voids: [],
      down: one.down.type === 'known' ? { type: 'known', cards: [] } : { type: 'hidden', count: 0 },
    })),
  };
}

function dealt(view: View, event: Told<'dealt'>): View {
  const { cards: fresh } = event;
  return player(view, event.seat, ({ hand }) => ({
    hand:
      hand.type === 'known' && fresh.type === 'known'
        ? { type: 'known', cards: [...hand.cards, ...fresh.cards] }
        : { type: 'hidden', count: count(hand) + count(fresh) },
  }));
}

const count = (cards: CardsSeen) => (cards.type === 'known' ? cards.cards.length : cards.count);

/** The card that is played, if the viewer may know it. */
function cardOf(event: Told<'played' | 'played_down'>): Card | null {
  if (event.type === 'played') return event.card;
  return event.card.type === 'known' ? event.card.card : null;
}

function laid(view: View, event: Told<'played' | 'played_down'>): View {
  const card = cardOf(event);
  // A trick that is over stays on the table until the next one begins.
  const trick = view.trick.won
    ? { first: event.seat, lead: null, best: null, won: false, jewels: 0, cards: [] }
    : view.trick;
  const up = event.type === 'played';
  return player(
    {
      ...view,
      trick: {
        ...trick,
        lead: trick.lead ?? (event.type === 'played' ? suit(event.card) : null),
        jewels: trick.jewels + event.jewels,
        cards: [
          ...trick.cards,
          {
            seat: event.seat,
            face_up: up,
            card: card ? { type: 'known', card } : { type: 'hidden' },
            jewels: event.jewels,
          },
        ],
      },
    },
    event.seat,
    ({ hand }) => ({ hand: without(hand, card) }),
  );
}

/** From the own card, or from another's hand, into the trick. */
function layingOf(event: Told<'played' | 'played_down'>, scene: Scene<View>): Flight {
  const own = event.seat === scene.me;
  return {
    from: own && cardOf(event) ? `own:${cardOf(event)}` : `hand:${event.seat}`,
    to: `trick:${event.seat}`,
    turn: !own && event.type === 'played',
  };
}

function won(view: View, event: Told<'trick_won'>): Beat<View>[] {
  const { seat, taken } = event;
  const shown: View = { ...view, trick: { ...view.trick, won: true, best: seat } };
  const poison = taken.flatMap((card) => {
    const kind = poisonOf(card, view);
    return kind ? [{ card, kind, covered: false }] : [];
  });
  const kinds = poison.map((one) => one.kind);
  // The jewels leave the cards for the bag.
  const bare: View = {
    ...shown,
    trick: { ...shown.trick, jewels: 0, cards: shown.trick.cards.map((one) => ({ ...one, jewels: 0 })) },
  };
  const after = player(gains(bare, seat, event.jewels), seat, (one) => ({
    poison: [...one.poison, ...poison],
    potions: [...one.potions, ...taken.filter((card) => potion(card, view))],
    poisoned: doses(one.poisoned, kinds),
  }));
  const flights: Flight[] = [
    ...(event.jewels > 0 ? [{ from: 'trick-jewels', to: `bag:${seat}`, of: 'from' } as const] : []),
    ...taken.map((card) => ({ from: `laid:${card}`, to: `front:${card}` })),
  ];
  const beats: Beat<View>[] = [{ view: shown, hold: 900, sound: null }];
  if (flights.length > 0) {
    beats.push({ view: after, flights, hold: 600, sound: kinds.length > 0 ? 'poison' : 'jewel' });
  }
  return beats;
}

function doses(before: PlayerSeen['poisoned'], kinds: readonly Kind[]): PlayerSeen['poisoned'] {
  return KINDS.map((kind) => ({
    kind,
    count: (before.find((one) => one.kind === kind)?.count ?? 0) + kinds.filter((one) => one === kind).length,
  }));
}

function revealed(view: View, event: Told<'revealed'>): Beat<View>[] {
  const { card } = event;
  const same = JSON.stringify(card);
  const at = view.chest.left.findIndex((one) => JSON.stringify(one) === same);
  const number = view.chest.revealed.length;
  const open: View = {
    ...view,
    chest: {
      ...view.chest,
      left: view.chest.left.filter((_, index) => index !== at),
      revealed: [...view.chest.revealed, card],
    },
  };
  const first: Beat<View> = {
    view: open,
    flights: [{ from: 'chest-pile', to: `chest:${number}`, turn: true }],
    hold: 650,
    sound: card.type === 'poison' ? 'poison' : 'move',
  };
  const inside = view.players.filter((one) => one.standing === 'in');
  if (card.type === 'poison') {
    const after = inside.reduce(
      (seen, { seat }) => player(seen, seat, ({ poisoned }) => ({ poisoned: doses(poisoned, [card.kind]) })),
      { ...open, centre: doses(open.centre, [card.kind]) },
    );
    return [first, { view: after, hold: 800, sound: null }];
  }
  const worth = (seat: number) => (seat === event.seat ? event.jewels : event.others);
  const after = inside.reduce((seen, { seat }) => gains(seen, seat, worth(seat)), open);
  const flights = inside
    .filter(({ seat }) => worth(seat) > 0)
    .map(({ seat }) => ({ from: 'loot', to: `bag:${seat}`, of: 'from' }) as const);
  return [first, { view: after, flights, hold: 450, sound: 'jewel' }];
}

function covered(one: PlayerSeen, used: Card, poison: Card): Partial<PlayerSeen> {
  const kind = one.poison.find((seen) => seen.card === poison)?.kind;
  return {
    potions: one.potions.filter((card) => card !== used),
    used_potions: [...one.used_potions, used],
    poison: one.poison.map((seen) => (seen.card === poison ? { ...seen, covered: true } : seen)),
    poisoned: one.poisoned.map((dose) => (dose.kind === kind ? { ...dose, count: Math.max(0, dose.count - 1) } : dose)),
  };
}
