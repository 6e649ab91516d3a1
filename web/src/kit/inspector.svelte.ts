// The inspector: the one large card shown beside the element under the pointer.
import type { Info } from './table';

const HOVER = 350;
const PRESS = 450;

class Inspector {
  info = $state.raw<Info | null>(null);
  why = $state.raw<{ message: string; rule?: string } | null>(null);
  anchor = $state.raw<DOMRect | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #element: Element | null = null;
  #held: AbortController | null = null;

  show(element: Element, info: Info, why?: () => Promise<{ message: string; rule?: string } | null>): void {
    clearTimeout(this.#timer);
    if (!element.isConnected) return;
    this.#element = element;
    this.info = info;
    this.why = null;
    this.anchor = element.getBoundingClientRect();
    void why?.().then((reason) => {
      if (this.info === info) this.why = reason;
    });
  }

  soon(
    element: Element,
    info: Info,
    why?: () => Promise<{ message: string; rule?: string } | null>,
    press = false,
  ): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.show(element, info, why), press ? PRESS : HOVER);
  }

  /** A finger that stays on something with a `title` is shown that text, as a pointer over it would be. */
  press(event: PointerEvent): void {
    this.#held?.abort();
    if (event.pointerType === 'mouse' || !(event.target instanceof Element) || event.target.closest('.pick')) return;
    const titled = event.target.closest('[title]');
    const text = titled?.getAttribute('title');
    if (!titled || !text) return this.hide();
    this.soon(titled, { title: text }, undefined, true);
    const held = (this.#held = new AbortController());
    const lift = () => (clearTimeout(this.#timer), held.abort());
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, lift, { signal: held.signal, once: true });
  }

  /** An element that leaves the table is no longer inspected: the large card would show what is gone. */
  gone(element: Element): void {
    if (this.#element === element) this.hide();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#element = null;
    this.info = null;
    this.why = null;
  }
}

export const inspector = new Inspector();
