// A joust, beat by beat: the challenge, the riders, what they did, and only then who has the right.
import type { Event, View } from '../../wire/knights-and-damosels';
import type { Beat, Flight } from '../face';
import { laid, lifted, staged, worship } from './shown';

type Told<T extends Event['type']> = Extract<Event, { type: T }>;

export function joust(view: View, event: Told<'challenged' | 'pass_of_arms' | 'joust_ended'>): Beat<View>[] {
  switch (event.type) {
    case 'challenged':
      return [challenged(view, event)];
    case 'pass_of_arms':
      return pass(view, event);
    case 'joust_ended':
      return ended(view, event);
  }
}

/** Where the card lies that is fought for. */
function fought(view: View, seat: number, chivalry: string): string {
  const shown = view.display.find((card) => card.selected_by === seat);
  return shown ? `shown:${shown.number}` : `offer:${chivalry}`;
}

function challenged(view: View, { seat, other, chivalry }: Told<'challenged'>): Beat<View> {
  const after: View = {
    ...view,
    step: { type: 'jousting' },
    sealed: [],
    display: view.display.map((card) => (card.selected_by === other ? { ...card, challenged: true } : card)),
    offered: view.offered.map((card) => (card.chivalry === chivalry ? { ...card, challenged: true } : card)),
    joust: {
      in_service: view.display.length === 0,
      challenger: seat,
      challenged: other,
      holder: other,
      chivalry,
      pass: 1,
    },
  };
  const flights: Flight[] = [{ from: fought(view, other, chivalry), to: 'joust-card' }];
  return { view: after, flights, hold: 600, sound: 'claim' };
}

function pass(view: View, event: Told<'pass_of_arms'>): Beat<View>[] {
  const riding: View = { ...view, sealed: [] };
  const decided = view.joust && { ...view.joust, holder: event.holder };
  return [
    { view: staged(riding, { ride: { ways: null, decided: false } }), hold: 450, sound: 'pass', hush: true },
    {
      view: staged(riding, { ride: { ways: event.choices, decided: false } }),
      hold: 850,
      sound: 'clash',
      hush: true,
    },
    {
      view: { ...staged(riding, { ride: { ways: event.choices, decided: true } }), joust: decided },
      hold: 900,
      sound: null,
    },
  ];
}

/** The winner takes worship, then the card. */
function ended(view: View, { winner, loser, chivalry, worship: more }: Told<'joust_ended'>): Beat<View>[] {
  const all: Beat<View>[] = [];
  const paid = worship(worship(view, loser, -more), winner, more);
  if (more > 0) {
    const flights: Flight[] = [{ from: `worship:${loser}`, to: `worship:${winner}`, of: 'from' }];
    all.push({ view: paid, flights, hold: 350, sound: 'jewel' });
  }
  const inService = view.joust?.in_service === true;
  const card = view.display.find((one) => one.selected_by === loser);
  const moved = view.joust?.challenger === winner;
  const after: View = {
    ...staged(paid, {}),
    joust: null,
    step: { type: inService ? 'offering' : 'selecting', may_challenge: false },
    display: moved
      ? view.display.map((one) => (one.number === card?.number ? { ...one, selected_by: winner } : one))
      : view.display,
    offered: view.offered.map((one) => (one.chivalry === chivalry ? { ...one, seat: winner } : one)),
  };
  if (inService || !moved) {
    const to = fought(view, winner, chivalry);
    all.push({ view: after, flights: [{ from: 'joust-card', to: inService ? `offer:${chivalry}` : to }], hold: 500 });
    return all;
  }
  const behind = card?.damosel ?? { type: 'hidden' };
  all.push({
    view: laid(lifted(after, loser, chivalry), winner, chivalry, behind),
    flights: [{ from: 'joust-card', to: `tile:${winner}:${chivalry}` }],
    hold: 500,
  });
  return all;
}
