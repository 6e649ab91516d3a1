// Making a move by picking its parts.
//
// A face says which parts each legal move has (a card, a place, a verb). This only keeps track of what was picked,
// which legal moves have all of it, and what can be picked next. It contains no rule of any game.
import type { WrittenMove } from '../wire/core';

export interface Option {
  move: WrittenMove;
  parts: readonly string[];
}

export class Chooser {
  options = $state.raw<readonly Option[]>([]);
  picked = $state.raw<readonly string[]>([]);
  /** The number of the only move that can be made now: a lesson gives it. */
  #given = $state.raw<number | null>(null);

  /** The legal moves that contain everything picked. */
  candidates = $derived(this.options.filter((option) => this.picked.every((part) => option.parts.includes(part))));
  /** The moves that can be made at all, and those of them that contain everything picked. */
  #may = $derived(this.options.filter(({ move }) => this.#given === null || move.number === this.#given));
  #allowed = $derived(this.candidates.filter((option) => this.#may.includes(option)));
  /** The parts that all of them share: picked as well, without a click. */
  #sure = $derived.by(() => {
    const [first, ...rest] = this.candidates;
    return new Set(first?.parts.filter((part) => rest.every((option) => option.parts.includes(part))) ?? []);
  });
  /** Everything that is settled. */
  settled = $derived(new Set([...this.picked, ...this.#sure]));
  /** What can be picked next. */
  open = $derived(new Set(this.#allowed.flatMap((option) => option.parts.filter((part) => !this.settled.has(part)))));
  /** The move that confirming would make now. */
  ready = $derived(this.#allowed.find((option) => option.parts.every((part) => this.settled.has(part))) ?? null);
  /** Whether only confirming is left. */
  final = $derived(this.ready !== null && this.open.size === 0);

  offer(options: readonly Option[], given: number | null = null): void {
    this.options = options;
    this.#given = given;
    this.picked = [];
  }

  /** Picks a part, or takes it back. Returns whether anything changed. */
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
    // Another card instead of the one picked: conflicting picks are taken back, the latest first.
    for (let keep = this.picked.length - 1; keep >= 0; keep--) {
      const kept = this.picked.slice(0, keep);
      const wish = [...kept, part];
      if (this.#may.some((option) => wish.every((one) => option.parts.includes(one)))) {
        this.picked = wish;
        return true;
      }
    }
    return false;
  }

  /** Whether picking this does something. */
  can(part: string): boolean {
    return this.open.has(part) || this.picked.includes(part) || this.#may.some((option) => option.parts.includes(part));
  }

  choose(option: Option): void {
    this.picked = option.parts;
  }

  clear(): void {
    this.picked = [];
  }
}
