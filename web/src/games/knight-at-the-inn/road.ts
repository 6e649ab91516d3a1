// The road as it lies on the table: names, neighbours and directions. Nothing here says what is allowed.
import type { Column, Direction, Inn, Kind, Printed, View } from '../../wire/knight-at-the-inn';

/** The paint is given in full because tokens in flight are outside the board, and inherit nothing from it. */
export const HOUSES = [
  { colour: 'Red', castle: 'Ravenscar Keep', paint: '#93201c', deep: '#5e100f' },
  { colour: 'Blue', castle: "La Fleur d'Or", paint: '#2a5cb0', deep: '#183a7a' },
] as const;

export const NAMES: Record<Kind, string> = {
  lone_knight: 'Lone Knight',
  patrol: 'Patrol',
  vanguard: 'Vanguard',
  rearguard: 'Rearguard',
  flank: 'Flank',
  king: 'King',
};

const STEPS: Record<Direction, readonly [forward: number, right: number]> = {
  f: [1, 0],
  b: [-1, 0],
  l: [0, -1],
  r: [0, 1],
  fl: [1, -1],
  fr: [1, 1],
  bl: [-1, -1],
  br: [-1, 1],
};

/** Directions in words, as the mover sees them. */
export const WORDS: Record<Direction, string> = {
  f: 'forward',
  b: 'back',
  l: 'left',
  r: 'right',
  fl: 'forward left',
  fr: 'forward right',
  bl: 'back left',
  br: 'back right',
};

function place(inn: Inn): [row: number, column: number] {
  return [Number(inn[0]), 'abc'.indexOf(inn[1] as string)];
}

function at(row: number, column: number): Inn | null {
  return row >= 1 && row <= 3 && column >= 0 && column <= 2 ? (`${row}${'abc'[column]}` as Inn) : null;
}

/** The inn one step away, in the direction as the token's owner sees it; null beyond the road. */
export function step(inn: Inn, direction: Direction, seat: number): Inn | null {
  const [forward, right] = STEPS[direction];
  const [row, column] = place(inn);
  const side = seat === 0 ? 1 : -1;
  return at(row + side * forward, column + side * right);
}

/** The direction from one inn to another, if they are neighbours. */
export function towards(from: Inn, to: Inn, seat: number): Direction | null {
  return (Object.keys(STEPS) as Direction[]).find((direction) => step(from, direction, seat) === to) ?? null;
}

/** The inn of a column in a household's start row. */
export function startInn(seat: number, column: Column): Inn {
  return at(seat === 0 ? 1 : 3, column) as Inn;
}

/** The column of an inn in that row; null elsewhere. */
export function startColumn(seat: number, inn: Inn): Column | null {
  const [row, column] = place(inn);
  return row === (seat === 0 ? 1 : 3) ? (column as Column) : null;
}

/** Row by row from the far end to the viewer's own, each from left to right. */
export function rows(bottom: number): Inn[][] {
  const seen = [3, 2, 1].map((row) => [0, 1, 2].map((column) => at(row, column) as Inn));
  return bottom === 0 ? seen : seen.map((row) => [...row].reverse()).reverse();
}

export function printed(kind: Kind, view: View): Printed | undefined {
  return view.tokens.find((token) => token.kind === kind);
}

export function worth(kind: Kind, view: View): number {
  return printed(kind, view)?.value ?? 0;
}

/** How many of each kind, from the smallest value. */
export function counted(kinds: readonly Kind[], view: View): { kind: Kind; count: number }[] {
  return view.tokens
    .map(({ kind }) => ({ kind, count: kinds.filter((other) => other === kind).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => worth(a.kind, view) - worth(b.kind, view));
}

export function arrowWords(kind: Kind, view: View): string {
  const token = printed(kind, view);
  if (!token) return '';
  const ways = token.arrows.map((direction) => WORDS[direction]).join(', ');
  const push =
    token.double.length > 0 ? ` It can push ${token.double.map((direction) => WORDS[direction]).join(', ')}.` : '';
  return (
    `Takes ${token.value} ${token.value === 1 ? 'room' : 'rooms'}. Walks ${ways}, seen towards ` +
    `its own castle.${push}`
  );
}

export function rooms(count: number): string {
  return count === 1 ? '1 room' : `${count} rooms`;
}
