// Where the last turn led, so that each player sees at a glance what the other did. It is read from two views of the
// board, one after the other.
import type { Inn, InnSeen, View } from '../../wire/knight-at-the-inn';

/** A step on the road: from an inn, or from the pile if `from` is null; to an inn, or home if `to` is null. */
export interface Step {
  from: Inn | null;
  to: Inn | null;
}

export interface Trail {
  seat: number | null;
  steps: readonly Step[];
}

export const NOWHERE: Trail = { seat: null, steps: [] };

/** What one change of the board adds to the trail; a change by the other player begins a new one. */
export function follow(trail: Trail, was: View, now: View): Trail {
  const length = (view: View, inn: Inn) => view.inns.find((one: InnSeen) => one.inn === inn)?.tokens.length ?? 0;
  const inns = now.inns.map(({ inn }) => inn);
  const fewer = inns.filter((inn) => length(now, inn) < length(was, inn));
  const more = inns.filter((inn) => length(now, inn) > length(was, inn));
  // Several changes at once: the page has missed something, and nothing certain can be said.
  if (fewer.length > 1 || more.length > 1 || (fewer.length === 0 && more.length === 0)) return trail;
  const step: Step = { from: fewer[0] ?? null, to: more[0] ?? null };
  return { seat: was.turn, steps: [...(trail.seat === was.turn ? trail.steps : []), step] };
}
