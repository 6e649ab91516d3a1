// The review of a finished game: asked for when somebody wants to see it, and fetched again while it is worked out.
import { get, keyed, send } from '../lib/api';
import { person } from '../lib/me.svelte';
import type { ReviewNow } from '../wire/wire';

const PAUSE = 700;
/** How often the work is asked for at one visit: it is given up if it never gets done. */
const ASKS = 3;

export class Reviewing {
  now = $state.raw<ReviewNow | null>(null);
  trouble = $state('');
  /** Whether nothing better will come. */
  done = $derived(this.now?.review !== undefined && !this.now.coarse);
  /** What is being done, and how much of it is done, in percent; null if nothing is. */
  work = $derived.by(() => {
    if (this.done || this.trouble) return null;
    const { working, review } = this.now ?? {};
    // When the first look is there, the closer one may be about to begin.
    const begun = working !== undefined && working.coarse === !review;
    return {
      words: review ? 'Looking more closely' : 'A first look',
      percent: begun ? Math.floor((100 * working.done) / Math.max(1, working.all)) : 0,
    };
  });

  readonly #path: string;
  #watch: object | null = null;

  constructor(id: string, key: string | null) {
    this.#path = keyed(`/api/tables/${id}/review`, key);
  }

  /** Somebody looks: asks for the review, and for its being worked out, until it is there. */
  async open(): Promise<void> {
    if (this.done) return;
    const watch = (this.#watch = {});
    this.trouble = '';
    try {
      for (let asks = 0; ;) {
        // The first look is sent once.
        const first = this.now?.coarse ? this.now.review : undefined;
        const path = first ? `${this.#path}${this.#path.includes('?') ? '&' : '?'}known=coarse` : this.#path;
        const now = await get<ReviewNow>(path);
        if (watch !== this.#watch) return;
        this.now = first && now.coarse ? { ...now, review: first } : now;
        if (this.done) return;
        if (!now.working) {
          if (asks++ === ASKS) throw new Error('The review could not be finished.');
          await person.someone();
          await send('POST', this.#path);
        } else {
          await new Promise((go) => setTimeout(go, PAUSE));
        }
        if (watch !== this.#watch) return;
      }
    } catch (error) {
      if (watch === this.#watch) this.trouble = (error as Error).message;
    }
  }

  /** Nobody looks any more. */
  close(): void {
    this.#watch = null;
  }
}
