// Where moves stand in the pictures of a review. Both pictures share it, so that one lies below the other.

const [LEFT, RIGHT] = [38, 10];
/** How much of a game the picture has room for, at least, while the viewer does not know how long it is. */
const WINDOW = 20;

export interface Scale {
  width: number;
  left: number;
  right: number;
  /** The last move that there is room for. */
  last: number;
  x(ply: number): number;
  /** The move at a place. */
  ply(x: number): number;
}

/** While the end is veiled the window grows by steps, so that it does not tell the length either. */
export function lastShown(last: number, ply: number, veiled: boolean): number {
  return Math.max(1, veiled ? WINDOW * Math.max(1, Math.ceil(ply / WINDOW)) : last);
}

export function scale(width: number, last: number): Scale {
  const inner = Math.max(1, width - LEFT - RIGHT);
  return {
    width,
    left: LEFT,
    right: width - RIGHT,
    last,
    x: (ply) => LEFT + (ply / last) * inner,
    ply: (x) => Math.round(Math.max(0, Math.min(1, (x - LEFT) / inner)) * last),
  };
}

/** Round numbers for the axis of moves. */
export function ticks({ last }: Scale): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200].find((step) => last / step <= 6) ?? 500;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
}
