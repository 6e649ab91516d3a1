// What the board will look like after a chosen move: who leaves which inn and who comes. Only for moves that the server
// offered.
import type { Inn, Move, TokenSeen, View } from '../../wire/knight-at-the-inn';
import { startInn, step } from './road';

export interface Change {
  /** How many leave, counted from the top. */
  leaving: number;
  /** Who comes; the last one is on top. */
  coming: readonly TokenSeen[];
}

export interface Preview {
  inns: ReadonlyMap<Inn, Change>;
  home: TokenSeen | null;
}

export function preview(move: Move, view: View): Preview {
  const inns = new Map<Inn, Change>();
  const seat = view.turn ?? 0;
  const stack = (inn: Inn) => view.inns.find((one) => one.inn === inn)?.tokens ?? [];
  const top = (inn: Inn) => stack(inn).slice(-1);
  let home: TokenSeen | null = null;
  switch (move.type) {
    case 'place': {
      const kind = view.households[seat]?.pile.known[0];
      if (kind) inns.set(startInn(seat, move.column), { leaving: 0, coming: [{ kind, seat }] });
      break;
    }
    case 'move': {
      const to = step(move.from, move.direction, seat);
      inns.set(move.from, { leaving: 1, coming: [] });
      if (to) inns.set(to, { leaving: 0, coming: top(move.from) });
      break;
    }
    case 'home':
      inns.set(move.from, { leaving: 1, coming: [] });
      home = top(move.from)[0] ?? null;
      break;
    case 'push': {
      const into = step(move.from, move.direction, seat);
      const onto = into && step(into, move.direction, seat);
      if (!into || !onto) break;
      inns.set(move.from, { leaving: 1, coming: [] });
      inns.set(into, { leaving: move.count, coming: top(move.from) });
      inns.set(onto, { leaving: 0, coming: stack(into).slice(-move.count).reverse() });
      break;
    }
    case 'keep':
    case 'rest':
      break;
  }
  return { inns, home };
}
