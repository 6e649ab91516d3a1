// The story of a finished game: how the points went, and what is worth remembering.
import type { Face } from '../games/face';
import type { Frame, Replay, ReplayEvent } from '../wire/wire';

/** What every seat had, move by move. */
export type Race = readonly (readonly number[])[];

export interface Scene {
  ply: number;
  /** What kind of moment it was. */
  kind: 'lead' | 'gain' | 'loss' | 'moment';
  seat: number | null;
  /** By how much, for gains and losses. */
  by: number;
  /** What happened, as the log tells it, with its number there. */
  event: ReplayEvent | undefined;
}

const MOST = 5;

/** Who is ahead alone; null if nobody is. */
function leader(points: readonly number[]): number | null {
  const most = Math.max(...points);
  const ahead = points.flatMap((one, seat) => (one === most ? [seat] : []));
  return ahead.length === 1 ? (ahead[0] ?? null) : null;
}

export function race(face: Face, frames: readonly Frame[]): Race | null {
  const { points } = face;
  if (!points) return null;
  const all = frames.map((frame) => points(frame.view));
  return all.some((now) => now.some((one) => one !== 0)) ? all : null;
}

/** The scenes worth telling, in order: changes of the lead, the largest gains and losses, memorable events. */
export function scenes(face: Face, replay: Replay, points: Race | null): Scene[] {
  const found: (Scene & { weight: number })[] = [];
  const told = (ply: number) => {
    const here = replay.events.filter((event) => event.ply === ply);
    const weight = (event: ReplayEvent) => face.memorable?.(event.event) ?? 0;
    return here.sort((a, b) => weight(b) - weight(a))[0];
  };
  let ahead: number | null = null;
  points?.forEach((now, ply) => {
    const before = points[ply - 1];
    if (!before) return;
    const most = Math.max(...now, 1);
    now.forEach((one, seat) => {
      const by = one - (before[seat] ?? 0);
      const weight = (4 * Math.abs(by)) / most;
      if (by !== 0)
        found.push({ ply, kind: by > 0 ? 'gain' : 'loss', seat, by: Math.abs(by), event: told(ply), weight });
    });
    const first = leader(now);
    if (first !== null && ahead !== null && first !== ahead)
      // Later changes count for more.
      found.push({ ply, kind: 'lead', seat: first, by: 0, event: told(ply), weight: 2 + (2 * ply) / points.length });
    ahead = first ?? ahead;
  });
  for (const event of replay.events) {
    const weight = face.memorable?.(event.event) ?? 0;
    if (weight > 0) found.push({ ply: event.ply, kind: 'moment', seat: null, by: 0, event, weight });
  }
  found.sort((a, b) => b.weight - a.weight || b.ply - a.ply);
  const once = new Set<number>();
  return found
    .filter(({ ply }) => !once.has(ply) && once.add(ply))
    .slice(0, MOST)
    .sort((a, b) => a.ply - b.ply);
}
