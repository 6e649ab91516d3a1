// Dragging a token with mouse, pen or finger. It makes the same picks as clicking: the token when it is lifted, and the
// place where it is dropped.
import { inspector } from '../../kit/inspector.svelte';
import type { TableContext } from '../../kit/table';
import type { TokenSeen } from '../../wire/knight-at-the-inn';

/** How far the pointer may move in a click. */
const SLACK = 7;

export class Drag {
  token = $state.raw<TokenSeen | null>(null);
  x = $state(0);
  y = $state(0);
  /** The part under the pointer on which it can be dropped. */
  over = $state<string | null>(null);

  constructor(readonly table: TableContext) {}

  /** Makes the content of an element draggable, as this part of moves. */
  handle(part: string, token: TokenSeen | null) {
    return (element: HTMLElement) => {
      const down = (event: PointerEvent) => {
        if (token && event.button === 0 && this.table.mine() && this.table.chooser.can(part))
          this.#follow(event, element, part, token);
      };
      element.addEventListener('pointerdown', down);
      return () => element.removeEventListener('pointerdown', down);
    };
  }

  #follow(start: PointerEvent, element: HTMLElement, part: string, token: TokenSeen): void {
    const { chooser } = this.table;
    const button = element.querySelector('button') ?? element;
    const ends = new AbortController();
    const { signal } = ends;
    const mine = (event: PointerEvent) => event.pointerId === start.pointerId;

    const move = (event: PointerEvent) => {
      if (!mine(event)) return;
      if (!this.token) {
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < SLACK) return;
        // Lifted. This bypasses the table, which might confirm a move at once if there is no other choice: dropping
        // makes the move.
        button.setPointerCapture(start.pointerId);
        chooser.clear();
        if (!chooser.settled.has(part)) chooser.pick(part);
        this.token = token;
      }
      inspector.hide();
      [this.x, this.y] = [event.clientX, event.clientY];
      this.over = this.#target(event);
    };
    const drop = (event: PointerEvent) => {
      if (!mine(event)) return;
      ends.abort();
      if (!this.token) return;
      // Suppress the click that follows a drop.
      const quiet = (click: Event) => (click.stopPropagation(), click.preventDefault());
      addEventListener('click', quiet, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', quiet, { capture: true }), 50);
      const target = event.type === 'pointerup' ? this.#target(event) : null;
      this.token = null;
      this.over = null;
      chooser.clear();
      if (target) this.table.pick(target);
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', drop, { signal });
    addEventListener('pointercancel', drop, { signal });
  }

  #target(event: PointerEvent): string | null {
    const { chooser } = this.table;
    const part = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-part]')?.dataset[
      'part'
    ];
    const goal =
      part !== undefined && /^(to|push):/.test(part) && (chooser.open.has(part) || chooser.settled.has(part));
    return goal ? part : null;
  }
}
