// Service and worship, beat by beat: cards are offered, uncovered seat by seat, and earn or are lost.
import type { Event, View } from '../../wire/knights-and-damosels';
import type { Beat, Flight } from '../face';
import { CHIVALRIES } from './cards';
import { extra, homeOf, staged, takenHome, worship, type Uncovered } from './shown';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

const NOTHING: Uncovered = { cards: [], closed: false, open: [], earned: [], lost: [], returned: [] };

export function offered(view: View, { seat, chivalry }: Told<'offered'>): Beat<View> {
  const cards = [...view.offered, { seat, chivalry, challenged: false }];
  cards.sort((a, b) => CHIVALRIES.indexOf(a.chivalry) - CHIVALRIES.indexOf(b.chivalry));
  return {
    view: { ...view, display: [], step: { type: 'offering', may_challenge: true }, offered: cards },
    flights: [{ from: `tile:${seat}:${chivalry}`, to: `offer:${chivalry}` }],
    hold: 250,
  };
}

/** First all cards lie closed, then they are uncovered seat by seat. */
export function placed(view: View, { cards }: Told<'placed'>): Beat<View>[] {
  const closed: View = { ...view, sealed: [], joust: null };
  const seats = [...new Set(cards.map((card) => card.seat))];
  const all: Beat<View>[] = [
    { view: staged(closed, { uncovered: { ...NOTHING, closed: true, cards } }), hold: 500, sound: null, hush: true },
  ];
  for (const [index, seat] of seats.entries()) {
    const shown = seats.slice(0, index + 1);
    const open = cards.filter((card) => shown.includes(card.seat));
    const flights = cards
      .filter((card) => card.seat === seat)
      .map((card): Flight => {
        const spot = `placed:${card.seat}:${card.chivalry}`;
        return { from: spot, to: spot, turn: true };
      });
    const last = index === seats.length - 1;
    all.push({
      view: staged(closed, { uncovered: { ...NOTHING, closed: true, cards, open } }),
      flights,
      hold: last ? 900 : 350,
      hush: !last,
    });
  }
  return all;
}

/** What each card earned; then the worship goes to the players. */
export function awarded(view: View, { cards }: Told<'awarded'>): Beat<View>[] {
  const before = extra(view).uncovered ?? NOTHING;
  const uncovered = { ...before, closed: false, cards };
  if (cards.length === 0) return [{ view: staged(view, { uncovered }), hold: 900, sound: null }];
  const all = cards.map((_, index): Beat<View> => ({
    view: staged(view, { uncovered: { ...uncovered, earned: cards.slice(0, index + 1) } }),
    hold: 260,
    sound: 'count',
    hush: true,
  }));
  const counted = staged(view, { uncovered: { ...uncovered, earned: cards } });
  const flights = cards
    .filter((card) => card.worship > 0)
    .map((card): Flight => {
      const from = `gain:${card.seat}:${card.chivalry}`;
      return { from, to: `worship:${card.seat}`, of: 'from' };
    });
  const after = cards.reduce((shown, card) => worship(shown, card.seat, card.worship), counted);
  return [...all, { view: after, flights, hold: 1300, sound: 'jewel' }];
}

/** A disaster: cards go home, then worship is lost. */
export function struck(view: View, { cards, worship: lost }: Told<'struck'>): Beat<View>[] {
  const before = extra(view).uncovered ?? NOTHING;
  const gone = cards.reduce(takenHome, view);
  const all: Beat<View>[] = [];
  const after = staged(gone, { uncovered: { ...before, returned: cards } });
  if (cards.length > 0) {
    const flights = cards.map(({ seat, chivalry, damosel }): Flight => {
      return { from: `tile:${seat}:${chivalry}`, to: homeOf(view, damosel), of: 'from' };
    });
    all.push({ view: after, flights, hold: 900, sound: 'poison' });
  }
  const paid = lost.reduce((shown, one) => worship(shown, one.seat, -one.worship), after);
  const uncovered = { ...before, returned: cards, lost };
  all.push({ view: staged(paid, { uncovered }), hold: 1400, sound: lost.length > 0 ? 'poison' : null });
  return all;
}
