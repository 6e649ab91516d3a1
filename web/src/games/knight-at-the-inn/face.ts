import type { Column, Direction, Event, Inn, Kind, Move, View } from '../../wire/knight-at-the-inn';
import type { Face, Scene } from '../face';
import { beats } from './beats';
import Board from './Board.svelte';
import { coach } from './coach';
import Result from './Result.svelte';
import { HOUSES, NAMES, rooms, startColumn, startInn, step, towards, worth } from './road';
import { speak } from './speak';
import { memorable } from './story';

type Here = Scene<View>;

const VERBS: Record<string, string> = {
  'do:keep': 'Do not draw',
  'do:rest': 'Rest: move nothing',
};

function topKind(inn: Inn, view: View): Kind | null {
  return view.inns.find((one) => one.inn === inn)?.tokens.at(-1)?.kind ?? null;
}

function named(inn: Inn, view: View): string {
  const kind = topKind(inn, view);
  return kind ? `the ${NAMES[kind]}` : 'the token';
}

function drawn({ view, me }: Here): string {
  const kind = me === null ? undefined : view.households[me]?.pile.known[0];
  return kind ? `the ${NAMES[kind]} (${rooms(worth(kind, view))})` : 'the top token of your pile';
}

const face: Face<View, Move, Event> = {
  Board,
  Result,

  // The lifted token comes first: the names of its goals include it, so that an inn means only one thing.
  parts(move, { view, me }: Here) {
    const seat = me ?? view.turn ?? 0;
    switch (move.type) {
      case 'place':
        return [`pile:${seat}`, `to:pile:${startInn(seat, move.column)}`];
      case 'move':
        return [`token:${move.from}`, `to:${move.from}:${step(move.from, move.direction, seat) ?? 'home'}`];
      case 'home':
        return [`token:${move.from}`, `to:${move.from}:home`];
      case 'push':
        return [
          `token:${move.from}`,
          `push:${move.from}:${step(move.from, move.direction, seat)}`,
          `do:push:${move.count}`,
        ];
      case 'keep':
      case 'rest':
        return [`do:${move.type}`];
    }
  },

  verb(part) {
    const [, what, count] = part.split(':');
    if (what === 'push') return count === '1' ? 'Push 1 token' : `Push ${count} tokens`;
    return VERBS[part] ?? part;
  },

  attempt(parts, { view, me }: Here) {
    if (me === null) return null;
    const [what, from, to] = (parts.at(-1) ?? '').split(':') as [string, string | undefined, string | undefined];
    const place = (inn: Inn) => {
      const column: Column | null = startColumn(me, inn);
      return column === null ? null : `place ${column}`;
    };
    const drawing = view.step.type === 'first' || view.step.type === 'draw';
    switch (what) {
      case 'token':
        return `move ${from} f`;
      case 'pile':
        return from === String(me) ? 'place 0' : null;
      case 'inn':
        return drawing ? place(from as Inn) : null;
      case 'to': {
        if (from === 'pile') return place(to as Inn);
        if (to === 'home') return `home ${from}`;
        const direction: Direction | null = towards(from as Inn, to as Inn, me);
        return direction ? `move ${from} ${direction}` : null;
      }
      default:
        return null;
    }
  },

  prompt(scene: Here) {
    const { view, chooser } = scene;
    const picked = chooser.picked.length > 0;
    switch (view.step.type) {
      case 'first':
        return `First turn, token ${view.step.placed + 1} of 2: put ${drawn(scene)} into an inn of your start row.`;
      case 'draw':
        if (picked) return `Where should ${drawn(scene)} stay?`;
        return view.step.must
          ? `You must draw: put ${drawn(scene)} into an inn of your start row.`
          : `Draw ${drawn(scene)} into your start row, or do not draw.`;
      case 'move':
        if (chooser.picked.some((part) => part.startsWith('push:')))
          return 'How many tokens does the King push, counted from the top?';
        if (picked) return 'Where does it go? Its arrows show the way.';
        return view.step.drawn
          ? 'Move another token one step along its arrows, or rest.'
          : 'Move one of your tokens one step along its arrows.';
      case 'over':
        return '';
    }
  },

  describe(move, scene: Here) {
    const { view } = scene;
    const seat = scene.me ?? view.turn ?? 0;
    switch (move.type) {
      case 'place':
        return `Put ${drawn(scene)} into inn ${startInn(seat, move.column)}.`;
      case 'keep':
        return 'Do not draw; move a token instead.';
      case 'move':
        return `Move ${named(move.from, view)} from ${move.from} to ${step(move.from, move.direction, seat)}.`;
      case 'home':
        return `Bring ${named(move.from, view)} home to ${HOUSES[seat as 0 | 1].castle}.`;
      case 'push': {
        const into = step(move.from, move.direction, seat);
        const onto = into && step(into, move.direction, seat);
        const what = move.count === 1 ? 'the top token' : `the top ${move.count} tokens`;
        return `Royal Push: the King drives ${what} of ${into} on to ${onto} and moves in.`;
      }
      case 'rest':
        return 'Rest: move nothing more in this turn.';
    }
  },

  speak,

  beats,
  coach,

  points: (view) => view.households.map((household) => household.home_value),

  memorable,
  rule({ view }: Here) {
    switch (view.step.type) {
      case 'first':
        return 'KI-R3';
      case 'draw':
        return 'KI-R5';
      case 'move':
        return 'KI-R6';
      case 'over':
        return 'KI-R10';
    }
  },

  guide: [
    {
      title: 'Two households walk home',
      text:
        'Your tokens start in the row nearest to you and walk up the road to your castle at the far ' +
        'end. The other household walks towards you. First with all eight home wins.',
      spot: 'road',
    },
    {
      title: 'Nine inns, few beds',
      text:
        'A token takes as many rooms as the number on it. Lit windows are free rooms; if ' +
        'there is no room, nobody gets in, friend or foe.',
      spot: 'inn:2b',
    },
    {
      title: 'Arrows',
      text:
        'The arrows on a token show where it may walk, one step a turn. Click a token and then an ' +
        'inn, or drag it there. Only the token on top of an inn can move; the others are covered.',
      spot: 'inn:1b',
    },
    {
      title: 'Your pile',
      text:
        'Each turn you may first draw the top token of your pile into your start row, and sometimes ' +
        'you must. Everybody knows what is left in a pile, but not in which order.',
      spot: 'own',
    },
    {
      title: 'The Royal Push',
      text:
        'The King with his double arrows can drive tokens out of the next inn and take their place. ' +
        'Choose him, then an inn marked “push”, and see what would happen before you confirm.',
    },
  ],
};

export default face;
