// Making a move by pointing at its parts.
//
// A face says which parts each legal move has (a card, a place, a verb). Here one only counts: what was pointed at,
// which legal moves have all of it, and what can be pointed at next. No rule of any game is in this.
import type { WrittenMove } from '../wire/core';

export interface Option {
  move: WrittenMove;
  parts: readonly string[];
}

export class Chooser {
  options = $state.raw<readonly Option[]>([]);
  picked = $state.raw<readonly string[]>([]);

  /** The legal moves that have everything that was picked. */
  candidates = $derived(this.options.filter((option) => this.picked.every((part) => option.parts.includes(part))));
  /** What all of them have: picked as well, without a click. */
  #sure = $derived.by(() => {
    const [first, ...rest] = this.candidates;
    return new Set(first?.parts.filter((part) => rest.every((option) => option.parts.includes(part))) ?? []);
  });
  /** Everything that is settled. */
  settled = $derived(new Set([...this.picked, ...this.#sure]));
  /** What can be pointed at next. */
  open = $derived(new Set(this.candidates.flatMap((option) => option.parts.filter((part) => !this.settled.has(part)))));
  /** The move that is made if it is confirmed now. */
  ready = $derived(this.candidates.find((option) => option.parts.every((part) => this.settled.has(part))) ?? null);
  /** Whether nothing but confirming is left. */
  final = $derived(this.ready !== null && this.open.size === 0);

  offer(options: readonly Option[]): void {
    this.options = options;
    this.picked = [];
  }

  /** Points at a part, or takes it back. Returns whether anything changed. */
  pick(part: string): boolean {
    if (this.picked.includes(part)) {
      this.picked = this.picked.filter((other) => other !== part);
      return true;
    }
    if (this.open.has(part)) {
      this.picked = [...this.picked, part];
      return true;
    }
    if (this.settled.has(part)) return false;
    // Another card instead of the one that was picked: whatever stands in its way is taken back, the latest last.
    for (let keep = this.picked.length - 1; keep >= 0; keep--) {
      const kept = this.picked.slice(0, keep);
      const wish = [...kept, part];
      if (this.options.some((option) => wish.every((one) => option.parts.includes(one)))) {
        this.picked = wish;
        return true;
      }
    }
    return false;
  }

  /** Whether pointing at this does something. */
  can(part: string): boolean {
    return (
      this.open.has(part) || this.picked.includes(part) || this.options.some((option) => option.parts.includes(part))
    );
  }

  choose(option: Option): void {
    this.picked = option.parts;
  }

  clear(): void {
    this.picked = [];
  }
}
