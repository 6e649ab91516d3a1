// A lesson at a table: what is said before each move. The server gives the moves; here is only what is said, and when.
import { get } from '../lib/api';
import type { LessonInfo } from '../wire/wire';
import type { Session } from './session.svelte';

/** Has effects, so it must be created along with a component. */
export class Lesson {
  #info = $state.raw<LessonInfo | null>(null);
  /** How many of the sayings before the next move have been read. */
  #read = $state(0);
  /** Whether the end has been read. */
  #closed = $state(false);

  constructor(readonly session: Session) {
    $effect(() => {
      const { table } = session;
      if (!table?.lesson || this.#info) return;
      get<LessonInfo>(`/api/games/${table.game}/lesson`).then((info) => (this.#info = info), session.complain);
    });
    $effect(() => {
      session.held = this.holds;
    });
    $effect(() => {
      void session.game?.ply;
      this.#read = 0;
    });
  }

  #ply = $derived.by(() => this.session.game?.ply ?? 0);
  /** Whether the lesson still says what to do. */
  on = $derived.by(() => this.session.table?.lesson === true && (this.#info === null || this.#ply < this.#info.moves));
  #here = $derived(this.#info?.sayings.filter((one) => one.ply === this.#ply) ?? []);
  /** What is said now; nothing while something is shown on the board. */
  saying = $derived.by(() => {
    const { director, face } = this.session;
    return this.on && face && !director.playing ? this.#here[this.#read] : undefined;
  });
  /** Whether it has to be read before anything happens: all but the last words before a decision of the learner. */
  holds = $derived.by(() => {
    if (!this.on || this.#info === null) return this.on;
    const left = this.#here.length - this.#read;
    return left > 1 || (left === 1 && !this.session.mine);
  });
  /** How far the lesson has come, from 0 to 1. */
  progress = $derived.by(() => {
    const all = this.#info?.sayings ?? [];
    const said = all.filter((one) => one.ply < this.#ply).length + this.#read + 1;
    return all.length === 0 ? 0 : Math.min(said / all.length, 1);
  });
  /** What is said at the end, until it is closed. */
  end = $derived.by(() => {
    const { table, director } = this.session;
    const over = table?.lesson === true && this.#info !== null && this.#ply >= this.#info.moves;
    return over && !director.playing && !this.#closed ? this.#info?.end : undefined;
  });

  next = (): void => {
    this.#read++;
  };

  close = (): void => {
    this.#closed = true;
  };
}
