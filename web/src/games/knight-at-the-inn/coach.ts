// One sentence about the decision at hand, for people who play their first games. It reads what lies on the table; what
// is allowed it knows from the moves that the server offers.
import type { Inn, Kind, Move, View } from '../../wire/knight-at-the-inn';
import type { Scene } from '../face';
import { HOUSES, NAMES, rooms, rows, startColumn, step, worth } from './road';

export function coach(scene: Scene<View>): string | null {
  const { view, me, chooser } = scene;
  if (me === null || view.turn !== me) return null;
  const moves = chooser.options.map((option) => option.move.json as Move);
  switch (view.step.type) {
    case 'first':
      return placing(view, me);
    case 'draw':
      return drawing(view, me, view.step.must, moves);
    case 'move':
      return moving(view, me, view.step.drawn !== null, moves);
    case 'over':
      return null;
  }
}

const stack = (view: View, inn: Inn) => view.inns.find((one) => one.inn === inn)?.tokens ?? [];
const top = (view: View, inn: Inn) => stack(view, inn).at(-1);

/** The token that would come into play. */
function next(view: View, me: number): Kind | undefined {
  return view.households[me]?.pile.known[0];
}

function placing(view: View, me: number): string | null {
  const kind = next(view, me);
  if (!kind) return null;
  const start = rows(me)[2] ?? [];
  const empty = start.filter((inn) => top(view, inn) === undefined);
  const takes = `The ${NAMES[kind]} takes ${rooms(worth(kind, view))}`;
  return empty.length === start.length
    ? `${takes}: look where its arrows lead from there, and how many rooms those inns have.`
    : `${takes}: in an inn with another token it covers that one, which then has to wait.`;
}

function drawing(view: View, me: number, must: boolean, moves: readonly Move[]): string | null {
  const kind = next(view, me);
  if (!kind) return null;
  const inns = moves.flatMap((move) => (move.type === 'place' ? [move.column] : []));
  if (inns.length === 0)
    return `The ${NAMES[kind]} takes ${rooms(worth(kind, view))}, and no inn of your start row has so many free.`;
  const own = view.inns.filter((inn) => {
    const above = inn.tokens.at(-1);
    const column = startColumn(me, inn.inn);
    return above?.seat === me && column !== null && inns.includes(column);
  });
  if (own.length > 0 && inns.length === own.length)
    return `Wherever the ${NAMES[kind]} goes, it covers a token of yours, and what is covered cannot move.`;
  return must
    ? `You must draw the ${NAMES[kind]}: ${rooms(worth(kind, view))}, and a token of yours that it covers has to wait.`
    : `Drawing costs no move, but the ${NAMES[kind]} takes ${rooms(worth(kind, view))} of your start row.`;
}

function moving(view: View, me: number, drawn: boolean, moves: readonly Move[]): string | null {
  const home = moves.flatMap((move) => (move.type === 'home' ? [move.from] : []));
  const push = moves.find((move) => move.type === 'push');
  const covers = moves.flatMap((move) => {
    if (move.type !== 'move') return [];
    const to = step(move.from, move.direction, me);
    const below = to ? top(view, to) : undefined;
    return to && below && below.seat !== me ? [{ to, kind: below.kind }] : [];
  });
  const covered = view.inns.filter((inn) => inn.tokens.slice(0, -1).some((token) => token.seat === me)).length;
  if (home.length > 1)
    return `${home.length} of your tokens can go home; while one stays, it keeps rooms from the other household.`;
  const [from] = home;
  if (from) {
    const below = stack(view, from).at(-2);
    const goes = `The ${NAMES[top(view, from)?.kind ?? 'king']} can go home`;
    return below
      ? `${goes}; below it the ${HOUSES[below.seat as 0 | 1].colour} ${NAMES[below.kind]} could move again.`
      : `${goes}: that makes ${(view.households[me]?.home.length ?? 0) + 1} there.`;
  }
  if (push?.type === 'push') {
    const into = step(push.from, push.direction, me);
    return `Your King can push at ${into}: what he drives out loses its place, and he gains a step.`;
  }
  const [cover] = covers;
  if (cover) return `A step onto ${cover.to} covers the other ${NAMES[cover.kind]}, which cannot move until you leave.`;
  if (covered > 0)
    return `In ${covered === 1 ? 'one inn' : `${covered} inns`} one of yours is covered until those above leave.`;
  if (moves.length === 1)
    return drawn ? 'None of your tokens finds a free room: there is nothing to do but rest.' : null;
  return 'Count the free rooms ahead: an inn that you fill is closed to the other household, too.';
}
