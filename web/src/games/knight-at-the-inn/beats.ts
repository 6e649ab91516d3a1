// What each event of Knight at the Inn looks like on the table, beat by beat. Nothing is decided here: tokens go where
// the events say, and the server's view has the last word.
import type { Event, HouseholdSeen, Inn, Kind, TokenSeen, View } from '../../wire/knight-at-the-inn';
import type { Beat, Flight, Scene } from '../face';
import { worth } from './road';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

export function beats(event: Event, { view }: Scene<View>): Beat<View>[] {
  switch (event.type) {
    case 'first_player':
      return firstPlayer(view, event);
    case 'seen':
      return [
        { view: household(view, event.seat, ({ pile }) => ({ pile: { ...pile, known: event.kinds } })), ...QUIET },
      ];
    case 'placed':
      return placed(view, event);
    case 'moved':
      return [
        {
          view: come(leave(view, event.from, 1), event.to, [{ kind: event.kind, seat: event.seat }]),
          flights: [{ from: top(view, event.from), to: `at:${event.to}:${guests(view, event.to).length}` }],
          hold: 260,
        },
      ];
    case 'went_home':
      return [wentHome(view, event)];
    case 'pushed':
      return pushed(view, event);
    case 'kept':
    case 'rested':
      return [{ view, hold: 500, sound: null }];
    case 'no_room':
      return [{ view, hold: 1000, sound: 'poison' }];
    case 'forfeited':
      return [{ view, hold: 1600, sound: 'poison' }];
    case 'repeated':
      return [{ view: { ...view, repetition: event.count }, hold: 900, sound: null }];
    case 'over':
      return [
        { view: { ...view, outcome: event.outcome, step: { type: 'over' }, turn: null }, hold: 1800, sound: null },
      ];
  }
}

const QUIET = { hold: 250, sound: null } as const;

const guests = (view: View, inn: Inn): TokenSeen[] => view.inns.find((one) => one.inn === inn)?.tokens ?? [];

/** The place of the token on top of an inn. */
const top = (view: View, inn: Inn) => `at:${inn}:${guests(view, inn).length - 1}`;

function household(view: View, seat: number, change: (one: HouseholdSeen) => Partial<HouseholdSeen>): View {
  const [first, second] = view.households;
  const changed = (one: HouseholdSeen) => (one.seat === seat ? { ...one, ...change(one) } : one);
  return { ...view, households: [changed(first), changed(second)] };
}

function stay(view: View, inn: Inn, tokens: TokenSeen[]): View {
  const taken = tokens.reduce((sum, { kind }) => sum + worth(kind, view), 0);
  return {
    ...view,
    inns: view.inns.map((one) => (one.inn === inn ? { ...one, tokens, free: one.rooms - taken } : one)),
  };
}

function leave(view: View, inn: Inn, count: number): View {
  return stay(view, inn, guests(view, inn).slice(0, -count));
}

function come(view: View, inn: Inn, tokens: readonly TokenSeen[]): View {
  return stay(view, inn, [...guests(view, inn), ...tokens]);
}

/** Both piles show their top tokens; then it is said who goes first. */
function firstPlayer(view: View, event: Told<'first_player'>): Beat<View>[] {
  const shown = event.shown.reduce(
    (seen, kinds, seat) => household(seen, seat, ({ pile }) => ({ pile: { ...pile, known: kinds } })),
    view,
  );
  return [
    { view: { ...shown, turn: null }, hold: 900, sound: 'card', hush: true },
    { view: { ...shown, turn: event.seat }, hold: 1500, sound: null },
  ];
}

/** A token that the viewer did not know is turned up on its pile first. */
function placed(view: View, { seat, kind, inn }: Told<'placed'>): Beat<View>[] {
  const known = view.households[seat]?.pile.known ?? [];
  const open = household(view, seat, ({ pile }) => ({ pile: { ...pile, known: [kind] } }));
  const drawn = household(view, seat, ({ pile }) => ({
    pile: { left: without(pile.left, kind), known: pile.known.slice(1), top_exceeds: null },
  }));
  const comes: Beat<View> = {
    view: come(drawn, inn, [{ kind, seat }]),
    flights: [{ from: `pile:${seat}`, to: `at:${inn}:${guests(view, inn).length}` }],
    hold: 220,
  };
  return known.length > 0 ? [comes] : [{ view: open, hold: 300, sound: 'card' }, comes];
}

function without(kinds: readonly Kind[], kind: Kind): Kind[] {
  const at = kinds.indexOf(kind);
  return kinds.filter((_, index) => index !== at);
}

function wentHome(view: View, { seat, kind, from }: Told<'went_home'>): Beat<View> {
  const same = view.households[seat]?.home.filter((one) => one === kind).length ?? 0;
  return {
    view: household(leave(view, from, 1), seat, (one) => ({
      home: [...one.home, kind],
      home_value: one.home_value + worth(kind, view),
    })),
    flights: [{ from: top(view, from), to: `home:${seat}:${kind}:${same}` }],
    hold: 380,
    sound: 'jewel',
  };
}

/** First the tokens are driven out, one after the other from the top; then the King takes their place. */
function pushed(view: View, { from, into, onto, tokens, seat }: Told<'pushed'>): Beat<View>[] {
  const driven = come(leave(view, into, tokens.length), onto, tokens);
  const [last, base] = [guests(view, into).length - 1, guests(view, onto).length];
  const flights: Flight[] = tokens.map((_, index) => ({
    from: `at:${into}:${last - index}`,
    to: `at:${onto}:${base + index}`,
  }));
  const king = come(leave(driven, from, 1), into, [{ kind: 'king', seat }]);
  return [
    { view, hold: 450, sound: 'poison' },
    { view: driven, flights, hold: 80 * tokens.length },
    { view: king, flights: [{ from: top(driven, from), to: `at:${into}:${guests(driven, into).length}` }], hold: 450 },
  ];
}
