// Notes on the moments of a finished game: one's own, and those that others share.
import { get, keyed, send } from '../lib/api';
import { person } from '../lib/me.svelte';
import type { Note, Notes, WriteNote } from '../wire/wire';

export interface Draft {
  text: string;
  shared: boolean;
}

/** The longest note that the server takes. */
export const LONGEST = 2000;

export class Notebook {
  notes = $state.raw<readonly Note[]>([]);
  trouble = $state('');
  /** What is half written, by its moment: it is kept while somebody looks at another one. */
  drafts = $state<Record<number, Draft>>({});

  readonly #path: string;

  constructor(id: string, key: string | null) {
    this.#path = keyed(`/api/tables/${id}/notes`, key);
  }

  /** One's own note on a moment. */
  own(ply: number): Note | undefined {
    return this.notes.find((note) => note.ply === ply && note.by === person.me?.id);
  }

  /** What stands in the field for one's own note: what is half written, or else what was saved. */
  draft(ply: number): Draft {
    return this.drafts[ply] ?? { text: this.own(ply)?.text ?? '', shared: this.own(ply)?.shared ?? false };
  }

  async load(): Promise<void> {
    await this.#ask(() => get<Notes>(this.#path));
  }

  /** Writes one's note on a moment; an empty text takes it away. Returns whether it was kept. */
  async write(ply: number, { text, shared }: Draft): Promise<boolean> {
    const kept = await this.#ask(async () => {
      await person.someone();
      return send<Notes>('POST', this.#path, { ply, text: text.trim(), shared } satisfies WriteNote);
    });
    if (kept) delete this.drafts[ply];
    return kept;
  }

  async #ask(ask: () => Promise<Notes>): Promise<boolean> {
    try {
      this.notes = (await ask()).notes;
      this.trouble = '';
      return true;
    } catch (error) {
      this.trouble = (error as Error).message;
      return false;
    }
  }
}
