// The private notebook: what the viewer thinks everybody is. Kept in this browser, sent nowhere.
import type { Place, Role } from '../../wire/never-bring-a-knife';
import type { Scene } from '../face';

export interface Page {
  mark: Role | null;
  text: string;
}

const KEY = 'notebook';

export class Notebook {
  pages = $state<Record<string, Page>>({});
  #notes: Scene['notes'];

  constructor(notes: Scene['notes']) {
    this.#notes = notes;
    try {
      this.pages = JSON.parse(notes.get(KEY) ?? '{}') as Record<string, Page>;
    } catch {
      // Notes that cannot be read are dropped.
    }
  }

  page(at: Place): Page {
    return this.pages[String(at)] ?? { mark: null, text: '' };
  }

  write(at: Place, change: Partial<Page>): void {
    this.pages = { ...this.pages, [String(at)]: { ...this.page(at), ...change } };
    this.#notes.set(KEY, JSON.stringify(this.pages));
  }
}
