// Arrow keys on the board: from one thing that can be chosen to the next in that direction.

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much worse it is to be beside the line than far along it. */
const ASIDE = 2.5;

function candidates(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.pick.open, .pick.picked, .verb')];
}

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Gives the focus to the first thing that can be chosen. Returns whether there is one. */
export function focusFirst(): boolean {
  const first = candidates()[0];
  first?.focus();
  return first !== undefined;
}

/** Moves the focus, around the edge if nothing lies ahead. Returns whether the key was an arrow and it moved. */
export function rove(key: string): boolean {
  const step = STEPS[key];
  if (!step) return false;
  const all = candidates();
  const now = document.activeElement;
  if (!now || !all.includes(now as HTMLElement)) return focusFirst();
  const [x, y] = middle(now);
  let [best, least] = [null as HTMLElement | null, Infinity];
  let [last, behind] = [null as HTMLElement | null, -4];
  for (const other of all) {
    if (other === now) continue;
    const [at, down] = middle(other);
    const [along, across] = step[0] ? [(at - x) * step[0], down - y] : [(down - y) * step[1], at - x];
    const cost = along + ASIDE * Math.abs(across);
    if (along > 4 && cost < least) [best, least] = [other, cost];
    if (along < behind) [last, behind] = [other, along];
  }
  best ??= last;
  best?.focus();
  return best !== null;
}
