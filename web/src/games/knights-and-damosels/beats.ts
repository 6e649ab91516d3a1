// What each event of Knights & Damosels looks like on the table, beat by beat. Nothing is decided here: the numbers
// come from the events, and the server's view has the last word.
import type { Event, EventsSeen, View } from '../../wire/knights-and-damosels';
import type { Beat, Flight, Scene } from '../face';
import { battle } from './beats-camlann';
import { joust } from './beats-joust';
import { awarded, offered, placed, struck } from './beats-service';
import { printOf } from './cards';
import { granted, homeOf, laid, staged, who } from './shown';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

export function beats(event: Event, scene: Scene<View>): Beat<View>[] {
  const { view } = scene;
  switch (event.type) {
    case 'dealt':
      return [{ view: dealt(view, event), hold: 300, sound: null }];
    case 'round_began':
      return [began(view, event)];
    case 'events_shuffled': {
      const count = view.event_pile.count + 3 * view.past_events.length;
      return [{ view: { ...view, event_pile: { count, order: null }, past_events: [] }, hold: 500 }];
    }
    case 'events_drawn':
      return [drawn(view, event)];
    case 'discarded':
      return [discarded(view, event)];
    case 'events_given':
      return [given(view, event)];
    case 'event_revealed':
      return [revealed(view, event)];
    case 'service_shuffled': {
      const pile = view.service;
      if (!pile) return [];
      return [{ view: { ...view, service: { ...pile, turned: [], left: pile.left + pile.turned.length } }, hold: 300 }];
    }
    case 'service_turned':
      return [turned(view, event)];
    case 'chose':
      return [chose(view, event, scene.me)];
    case 'displayed':
      return displayed(view, event);
    case 'damosels_seen':
      return [seen(view, event)];
    case 'own_card_seen':
      return [ownSeen(view, event)];
    case 'selected':
      return [selected(view, event)];
    case 'passed':
    case 'declined':
      return [{ view, hold: 450, sound: null }];
    case 'challenged':
    case 'pass_of_arms':
    case 'joust_ended':
      return joust(view, event);
    case 'granted':
      return allGranted(view, event);
    case 'returned':
      return returned(view, event);
    case 'offered':
      return [offered(view, event)];
    case 'service_ended':
      return [{ view, hold: 350, sound: null }];
    case 'placed':
      return placed(view, event);
    case 'awarded':
      return awarded(view, event);
    case 'struck':
      return struck(view, event);
    case 'ranked':
      return [{ view: { ...staged(view, {}), standings: event.standings, joust: null }, hold: 3200, sound: 'end' }];
    case 'camlann_began':
      return [{ view, hold: 2200, sound: 'claim' }];
    case 'taken':
    case 'sides_chosen':
    case 'fought':
      return battle(view, event);
    case 'over':
      return [{ view, hold: 300, sound: null }];
  }
}

function dealt(view: View, event: Told<'dealt'>): View {
  return event.houses.reduce((all, { seat, knight, damosel }) => who(all, seat, () => ({ knight, damosel })), view);
}

/** Crown and staff go on to the left. */
function began(view: View, event: Told<'round_began'>): Beat<View> {
  const after: View = {
    ...staged(view, {}),
    round: event.round,
    arthur: event.arthur,
    merlin: event.merlin,
    step: { type: 'arthur_discards' },
    sealed: [],
    event: null,
    event_hand: null,
    service: view.service && { ...view.service, card: null },
    display: [],
    returned: [],
    offered: [],
    joust: null,
  };
  const roles = ['role:arthur', 'role:merlin'].map((spot) => ({ from: spot, to: spot }));
  return { view: after, flights: roles, hold: 500 };
}

const count = (events: EventsSeen) => (events.type === 'known' ? events.events.length : events.count);

/** The places of events in a hand. */
function inHand(events: EventsSeen): string[] {
  if (events.type === 'known') return events.events.map((event) => `event:${event}`);
  return Array.from({ length: events.count }, (_, index) => `event-back:${index}`);
}

function drawn(view: View, { events }: Told<'events_drawn'>): Beat<View> {
  const left = Math.max(0, view.event_pile.count - count(events));
  return {
    view: { ...view, event_hand: events, event_pile: { count: left, order: null } },
    flights: inHand(events).map((to) => ({ from: 'event-pile', to, turn: events.type === 'known' })),
    hold: 350,
  };
}

function discarded(view: View, { event }: Told<'discarded'>): Beat<View> {
  const hand = view.event_hand;
  if (!hand) return { view, hold: 300 };
  const name = event.type === 'known' ? event.event : null;
  const from = hand.type === 'known' && name ? `event:${name}` : inHand(hand).at(-1)!;
  const event_hand: EventsSeen =
    hand.type === 'known'
      ? { type: 'known', events: hand.events.filter((one) => one !== name) }
      : { type: 'hidden', count: hand.count - 1 };
  return { view: { ...view, event_hand }, flights: [{ from, to: 'event-pile', of: 'from' }], hold: 200 };
}

/** Merlin takes what Arthur left; if the viewer may see it now, it turns over. */
function given(view: View, { events }: Told<'events_given'>): Beat<View> {
  const after: View = { ...view, event_hand: events, step: { type: 'merlin_discards' } };
  const news = events.type === 'known' && view.event_hand?.type !== 'known';
  const backs = inHand({ type: 'hidden', count: count(events) });
  const flights: Flight[] = news
    ? inHand(events).map((to, index) => ({ from: backs[index] ?? 'event-pile', to, turn: true }))
    : [];
  return { view: after, flights, hold: news ? 400 : 500 };
}

function revealed(view: View, { event }: Told<'event_revealed'>): Beat<View> {
  const hand = view.event_hand;
  const known = hand?.type === 'known';
  const printed = printOf(view, event);
  return {
    view: { ...view, event: printed, event_hand: null },
    flights: [{ from: known ? `event:${event}` : 'event-back:0', to: 'event-now', turn: !known }],
    hold: 900,
    sound: printed.kind === 'disaster' ? 'poison' : 'claim',
  };
}

function turned(view: View, { number, calls }: Told<'service_turned'>): Beat<View> {
  const pile = view.service;
  const left = Math.max(0, (pile?.left ?? 1) - 1);
  const service = { card: { number, calls }, turned: [...(pile?.turned ?? []), number], left, order: null };
  return {
    view: { ...view, service },
    flights: [{ from: 'event-pile', to: 'service-card', turn: true }],
    hold: 500,
  };
}

/** A secret choice: a gift is laid down closed, everything else is only sealed. */
function chose(view: View, { seat, choice }: Told<'chose'>, me: number | null): Beat<View> {
  const after: View = {
    ...view,
    to_act: view.to_act.filter((one) => one !== seat),
    sealed: [...view.sealed.filter((one) => one.seat !== seat), { seat, choice: null }],
  };
  const from = seat === me && choice?.type === 'give' ? `give:${choice.chivalry}` : `home:${seat}`;
  const flights: Flight[] = view.step.type === 'giving' ? [{ from, to: `gift:${seat}` }] : [];
  return { view: after, flights, hold: 120 };
}

/** Merlin collects the gifts, mixes them, and shows them. */
function displayed(view: View, { chivalries }: Told<'displayed'>): Beat<View>[] {
  const merlin = `seat:${view.merlin}`;
  const gathered: View = { ...view, sealed: [], step: { type: 'selecting', may_challenge: true } };
  const gifts = view.sealed.map(({ seat }): Flight => ({ from: `gift:${seat}`, to: merlin, of: 'from' }));
  const display: View['display'] = chivalries.map((chivalry, number) => ({
    number,
    chivalry,
    damosel: { type: 'hidden' },
    selected_by: null,
    challenged: false,
  }));
  return [
    { view: gathered, flights: gifts, hold: 150, hush: true },
    {
      view: { ...gathered, display },
      flights: display.map(({ number }) => ({ from: merlin, to: `shown:${number}`, turn: true })),
      hold: 600,
      sound: 'pass',
    },
  ];
}

const inPlace = (spot: string): Flight => ({ from: spot, to: spot, turn: true });

function seen(view: View, { damosels }: Told<'damosels_seen'>): Beat<View> {
  const display = view.display.map((card) => {
    const damosel = damosels[card.number];
    return damosel ? { ...card, damosel: { type: 'known' as const, damosel } } : card;
  });
  return { view: { ...view, display }, flights: display.map((card) => inPlace(`shown:${card.number}`)), hold: 500 };
}

function ownSeen(view: View, { seat, number }: Told<'own_card_seen'>): Beat<View> {
  const damosel = view.players[seat]?.damosel;
  const known = view.display[number]?.damosel.type === 'known';
  const display = view.display.map((card) =>
    card.number === number && damosel ? { ...card, damosel: { type: 'known' as const, damosel } } : card,
  );
  return {
    view: { ...view, display },
    flights: known ? [] : [inPlace(`shown:${number}`)],
    hold: known ? 0 : 400,
    sound: null,
  };
}

/** The card lies with the knight from now on, and stays in the display until the damosels are shown. */
function selected(view: View, { seat, number, chivalry }: Told<'selected'>): Beat<View> {
  const card = view.display.find((one) => one.number === number);
  const display = view.display.map((one) => (one.number === number ? { ...one, selected_by: seat } : one));
  return {
    view: laid({ ...view, display }, seat, chivalry, card?.damosel ?? { type: 'hidden' }),
    flights: [{ from: `shown:${number}`, to: `tile:${seat}:${chivalry}` }],
    hold: 250,
  };
}

/** The damosels behind the granted cards, one after the other, in the display and with the knights. */
function allGranted(view: View, { cards }: Told<'granted'>): Beat<View>[] {
  let shown: View = { ...view, joust: null };
  const all = cards.map((card): Beat<View> => {
    const number = shown.display.find((one) => one.selected_by === card.seat)?.number;
    const display = shown.display.map((one) =>
      one.number === number ? { ...one, damosel: { type: 'known' as const, damosel: card.damosel } } : one,
    );
    shown = granted({ ...shown, display }, card);
    const flights: Flight[] = [
      inPlace(`shown:${number}`),
      { from: `shown:${number}`, to: `tile:${card.seat}:${card.chivalry}` },
    ];
    return { view: shown, flights, hold: 420, hush: card !== cards.at(-1) };
  });
  // If some are free, they go back next.
  const free = shown.display.some((one) => one.selected_by === null);
  const cleared: View = { ...shown, display: [], step: { type: 'offering', may_challenge: true } };
  return free ? all : [...all, { view: cleared, hold: 250, sound: null }];
}

/** What nobody took turns over, and goes back to its damosel. */
function returned(view: View, { cards }: Told<'returned'>): Beat<View>[] {
  const left = [...cards];
  const homes: { number: number; home: string }[] = [];
  const display = view.display.map((one) => {
    const at = one.selected_by === null ? left.findIndex((card) => card.chivalry === one.chivalry) : -1;
    const [card] = at < 0 ? [] : left.splice(at, 1);
    if (!card) return one;
    homes.push({ number: one.number, home: homeOf(view, card.damosel) });
    return { ...one, damosel: { type: 'known' as const, damosel: card.damosel } };
  });
  const open: View = { ...view, display };
  return [
    { view: open, flights: homes.map(({ number }) => inPlace(`shown:${number}`)), hold: 700 },
    {
      view: { ...open, display: [], returned: cards, step: { type: 'offering', may_challenge: true } },
      flights: homes.map(({ number, home }) => ({ from: `shown:${number}`, to: home, of: 'from' })),
      hold: 250,
      sound: null,
    },
  ];
}
