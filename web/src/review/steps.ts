// What can be told of the decisions of a seat without telling what comes later.
import type { Decision, ReplayEvent, SeatReview } from '../wire/wire';
import type { Face } from '../games/face';

/** A decision, and how much of it may be told. */
export interface Step {
  decision: Decision;
  /** Whether the move that was made is known. */
  made: boolean;
  /** Whether it is known what happened until the seat's next decision. */
  after: boolean;
}

/** The decisions of a seat as far as they are known after `until` moves. */
export function steps({ decisions }: SeatReview, until: number): Step[] {
  return decisions
    .filter(({ ply }) => ply <= until)
    .map((decision, at) => ({
      decision,
      made: decision.ply < until || until === Infinity,
      after: (decisions[at + 1]?.ply ?? Infinity) <= until,
    }));
}

/** The decisions that lost most, dearest first. */
export function dearest({ decisions }: SeatReview, most: number): Decision[] {
  return decisions
    .filter(({ verdict }) => verdict !== undefined)
    .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
    .slice(0, most);
}

/** The decision after which there was most luck, good or bad. */
export function luckiest({ decisions }: SeatReview): Decision | undefined {
  return decisions.toSorted((a, b) => Math.abs(b.luck) - Math.abs(a.luck))[0];
}

/** What to tell of the time between a decision and the next: the most memorable line, else what others did last. */
export function between(
  face: Face<any, any, any>,
  lines: readonly ReplayEvent[],
  { decisions }: SeatReview,
  from: Decision,
): ReplayEvent | undefined {
  const next = decisions.find(({ ply }) => ply > from.ply)?.ply ?? Infinity;
  const weight = ({ ply, event, number }: ReplayEvent) => [
    face.memorable?.(event) ?? 0,
    // The move itself was no luck.
    ply > from.ply + 1 ? 1 : 0,
    number,
  ];
  return lines
    .filter(({ ply }) => ply > from.ply && ply <= next)
    .toSorted((a, b) => {
      const [one, other] = [weight(a), weight(b)];
      const at = one.findIndex((part, place) => part !== other[place]);
      return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
    })[0];
}
