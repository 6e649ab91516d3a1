// What each event of Knight Shift looks like on the table, beat by beat. Nothing is decided here: the cards and numbers
// come from the events, and the server's view has the last word.
import type { CardSeen, CardsSeen, Event, Item, KnightSeen, LaidSeen, SquireSeen, View } from '../../wire/knight-shift';
import type { Beat, Flight, Scene } from '../face';
import { counted, uncounted } from './counting';
import { count, grouped } from './items';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

export function beats(event: Event, scene: Scene<View>): Beat<View>[] {
  const { view } = scene;
  switch (event.type) {
    case 'round_began':
      return began(uncounted(view), event);
    case 'hand':
      return hand(view, event);
    case 'drew':
      return [drew(view, event, scene.me)];
    case 'played':
      return [played(view, event)];
    case 'peeked':
      return peeked(view, event);
    case 'claimed':
      return claimed(view, event);
    case 'passed':
      return [{ view, hold: 500, sound: null }];
    case 'hands_passed':
      return handsPassed(view);
    case 'revealed':
      return revealed(view, event);
    case 'scored':
      return counted(view, event);
    case 'over':
      return [{ view, hold: 300, sound: null }];
  }
}

const hidden = (many: number): CardsSeen => ({ type: 'hidden', count: Math.max(0, many) });

function squire(view: View, seat: number, change: (one: SquireSeen) => Partial<SquireSeen>): View {
  return { ...view, squires: view.squires.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

function knight(view: View, number: number, change: (one: KnightSeen) => Partial<KnightSeen>): View {
  return { ...view, knights: view.knights.map((one) => (one.knight === number ? { ...one, ...change(one) } : one)) };
}

function added(cards: CardsSeen, card: CardSeen): CardsSeen {
  if (cards.type === 'known' && card.type === 'known') return { type: 'known', items: [...cards.items, card.item] };
  return hidden(count(cards) + 1);
}

function without(cards: CardsSeen, item: Item | null): CardsSeen {
  if (cards.type === 'hidden') return hidden(cards.count - 1);
  const at = item === null ? -1 : cards.items.indexOf(item);
  return { type: 'known', items: cards.items.filter((_, index) => index !== at) };
}

/** Where a card of a hand lies: an open one by its name, a closed one as the last of the row. */
function inHand(view: View, seat: number, item: Item | null): string {
  const cards = view.squires[seat]?.hand;
  if (cards?.type === 'known' && item !== null) return `held:${seat}:${item}`;
  return `back:${seat}:${(cards ? count(cards) : 1) - 1}`;
}

/** The places of a Knight's cards: the top one lies apart, unless the Knight stands beside a Squire. */
export function place(one: KnightSeen, index: number): string {
  const top = one.claimed_by === null && index === one.equipment.length - 1;
  return top ? `top:${one.knight}` : `laid:${one.knight}:${index}`;
}

/** The Knights of the round take their places, each with a first Item. Everything else goes back into the deck. */
function began(view: View, event: Told<'round_began'>): Beat<View>[] {
  const seeds = event.seeds.length;
  const all = view.items.reduce((sum, one) => sum + one.count, 0);
  const bare: View = {
    ...view,
    round: event.round,
    lap: 1,
    head: event.head,
    step: { type: 'turn' },
    knights: event.knights.map((print, number) => ({ knight: number, print, claimed_by: null, equipment: [] })),
    squires: view.squires.map((one) => ({ ...one, hand: hidden(0), knight: null })),
    discards: [],
    // As many Items as before are set aside; all others are dealt from here.
    draw_pile: hidden(all - count(view.aside)),
    aside: hidden(count(view.aside)),
  };
  const seeded: View = {
    ...bare,
    draw_pile: hidden(count(bare.draw_pile) - seeds),
    knights: bare.knights.map((one, index) => {
      const item = event.seeds[index];
      return item ? { ...one, equipment: [{ card: { type: 'known', item }, face_up: true, by: null }] } : one;
    }),
  };
  const flights = seeded.knights.map((one) => ({ from: 'draw', to: `top:${one.knight}`, turn: true }));
  return [
    { view: bare, hold: 250, sound: null },
    { view: seeded, flights, hold: 100 },
  ];
}

/** A hand is looked at: dealt at the beginning of a round, or turned up after it was passed on. */
function hand(view: View, event: Told<'hand'>): Beat<View>[] {
  const many = event.items.length;
  const known: CardsSeen = { type: 'known', items: event.items };
  const dealt = view.squires.every((one) => count(one.hand) === 0) && many > 0;
  if (!dealt) {
    const flights = view.squires[event.seat]?.hand.type === 'hidden' ? turnedUp(event.seat, event.items) : [];
    return [{ view: squire(view, event.seat, () => ({ hand: known })), flights, hold: 0, sound: null }];
  }
  // Everybody is dealt as many; the viewer sees only this hand.
  const after: View = {
    ...view,
    draw_pile: hidden(count(view.draw_pile) - many * view.squires.length),
    squires: view.squires.map((one) => ({ ...one, hand: one.seat === event.seat ? known : hidden(many) })),
  };
  const flights: Flight[] = view.squires
    .filter((one) => one.seat !== event.seat)
    .map((one) => ({ from: 'draw', to: `hand:${one.seat}` }));
  const own = turnedUp(event.seat, event.items).map((flight) => ({ ...flight, from: 'draw' }));
  return [{ view: after, flights: [...own, ...flights], hold: 150 }];
}

/** The cards of a hand turn over where they lie; equal ones lie on one another. */
function turnedUp(seat: number, items: readonly Item[]): Flight[] {
  return grouped(items).map(({ item }, index) => ({
    from: `back:${seat}:${index}`,
    to: `held:${seat}:${item}`,
    turn: true,
  }));
}

function drew(view: View, { seat, card }: Told<'drew'>, me: number | null): Beat<View> {
  const pile = view.draw_pile;
  const after = squire(
    { ...view, draw_pile: pile.type === 'known' ? { ...pile, items: pile.items.slice(1) } : hidden(pile.count - 1) },
    seat,
    (one) => ({ hand: added(one.hand, card) }),
  );
  const to = inHand(after, seat, card.type === 'known' ? card.item : null);
  return { view: after, flights: [{ from: 'draw', to, turn: card.type === 'known' }], hold: seat === me ? 150 : 0 };
}

/** A card leaves the hand and becomes the top of a Knight's pile; what was on top joins the cards below. */
function played(view: View, { seat, knight: number, card, face_up }: Told<'played'>): Beat<View> {
  const item = card.type === 'known' ? card.item : null;
  const laid: LaidSeen = { card, face_up, by: seat };
  const before = view.knights.find((one) => one.knight === number)?.equipment.length ?? 0;
  const given = knight(view, number, ({ equipment }) => ({ equipment: [...equipment, laid] }));
  const after = squire({ ...given, step: { type: 'turn' } }, seat, (one) => ({ hand: without(one.hand, item) }));
  const open = view.squires[seat]?.hand.type === 'known';
  const flights: Flight[] = [{ from: inHand(view, seat, item), to: `top:${number}`, turn: face_up && !open }];
  if (before > 0) flights.push({ from: `top:${number}`, to: `laid:${number}:${before - 1}` });
  return { view: after, flights, hold: 120 };
}

/** The top card is lifted: for who may know it, it turns over. */
function peeked(view: View, { knight: number, card }: Told<'peeked'>): Beat<View>[] {
  const top = view.knights.find((one) => one.knight === number)?.equipment.at(-1);
  const news = card.type === 'known' && top?.face_up === false;
  const after: View = knight({ ...view, step: { type: 'show', peeked: number } }, number, ({ equipment }) => ({
    equipment: equipment.map((laid, index) =>
      index === equipment.length - 1 && card.type === 'known' ? { ...laid, card } : laid,
    ),
  }));
  const spot = `top:${number}`;
  return [{ view: after, flights: news ? [{ from: spot, to: spot, turn: true }] : [], hold: news ? 1100 : 700 }];
}

/** First the price, then the Knight: it comes over with everything that lies there. */
function claimed(view: View, { seat, knight: number, discard }: Told<'claimed'>): Beat<View>[] {
  const all: Beat<View>[] = [];
  let paid = view;
  if (discard !== null) {
    paid = squire({ ...view, discards: [...view.discards, { seat, knight: number, item: discard }] }, seat, (one) => ({
      hand: without(one.hand, discard),
    }));
    const turn = view.squires[seat]?.hand.type !== 'known';
    const flights = [{ from: inHand(view, seat, discard), to: `discard:${view.discards.length}`, turn }];
    all.push({ view: paid, flights, hold: 40 });
  }
  const taken = squire(
    knight(paid, number, () => ({ claimed_by: seat })),
    seat,
    () => ({ knight: number }),
  );
  all.push({ view: taken, flights: [{ from: `spot:${number}`, to: `served:${number}` }], hold: 220, sound: 'claim' });
  return all;
}

/** All hands are closed, and go one seat to the left. What was in the others' hands is not known before it is told. */
function handsPassed(view: View): Beat<View>[] {
  const many = view.squires.length;
  const closed: View = { ...view, squires: view.squires.map((one) => ({ ...one, hand: hidden(count(one.hand)) })) };
  const after: View = {
    ...closed,
    lap: view.lap + 1,
    squires: closed.squires.map((one, index) => ({
      ...one,
      hand: closed.squires[(index + many - 1) % many]?.hand ?? one.hand,
    })),
  };
  const flights = closed.squires
    .filter((one) => count(one.hand) > 0)
    .map((one): Flight => ({ from: `hand:${one.seat}`, to: `hand:${(one.seat + 1) % many}` }));
  if (flights.length === 0) return [{ view: after, hold: 0, sound: null }];
  return [
    { view: closed, hold: 80, sound: null },
    { view: after, flights, hold: 60, sound: 'pass' },
  ];
}

/** Everything is turned up: the Knights seat by seat, the one that is left, then what nobody played. */
function revealed(view: View, event: Told<'revealed'>): Beat<View>[] {
  const order = [...event.knights].sort((a, b) => (a.claimed_by ?? 99) - (b.claimed_by ?? 99));
  const all: Beat<View>[] = [];
  let seen: View = { ...view, step: { type: 'over' } };
  for (const { knight: number, items } of order) {
    const one = seen.knights.find((other) => other.knight === number);
    const down = one?.equipment.flatMap((laid, index) => (laid.face_up ? [] : [place(one, index)])) ?? [];
    seen = knight(seen, number, ({ equipment }) => ({
      equipment: items.map((item, index) => ({
        card: { type: 'known', item },
        face_up: true,
        by: equipment[index]?.by ?? null,
      })),
    }));
    if (down.length === 0) continue;
    const flights = down.map((spot) => ({ from: spot, to: spot, turn: true }));
    // The cards turn over one after the other: the last one must be open before it goes on.
    all.push({ view: seen, flights, hold: 150 + 75 * down.length, hush: true });
  }
  const rest = event.hands.some((items) => items.length > 0) || event.draw_pile.length > 0;
  const open: View = {
    ...seen,
    draw_pile: { type: 'known', items: event.draw_pile },
    squires: seen.squires.map((one) => ({ ...one, hand: { type: 'known', items: event.hands[one.seat] ?? [] } })),
  };
  return [...all, { view: open, hold: rest ? 600 : 200, sound: null }];
}
