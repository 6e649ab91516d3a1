// The lists of tables in the lobby. One person's tables are folded after the first few, and a list has pages.
import type { FoldedTables, TableInfo, TableList } from '../wire/wire';
import { get } from './api';

/** Tables in a row, and what is folded after the last of them. */
export interface Part {
  tables: TableInfo[];
  fold: FoldedTables | null;
}

export class Tables {
  parts = $state.raw<Part[]>([]);
  more = $state(false);
  /** How many pages are shown. */
  #pages = 1;
  /** Whose tables are unfolded. */
  readonly #unfolded = new Set<string>();

  constructor(readonly which: 'open' | 'watchable' | 'mine' | 'finished') {}

  /** All tables that are shown. */
  get tables(): TableInfo[] {
    return this.parts.flatMap((part) => part.tables);
  }

  async load(): Promise<void> {
    const { tables, folded, more } = await this.#read('', this.#pages);
    const parts: Part[] = [{ tables: [], fold: null }];
    for (const table of tables) {
      parts.at(-1)?.tables.push(table);
      const fold = folded.find(({ after }) => after === table.id);
      if (!fold) continue;
      if (this.#unfolded.has(fold.by)) {
        const shown = new Set(tables.map(({ id }) => id));
        const { tables: all } = await this.#read(`&by=${fold.by}`, Infinity);
        parts.at(-1)?.tables.push(...all.filter(({ id }) => !shown.has(id)));
      } else parts.splice(-1, 1, { tables: parts.at(-1)?.tables ?? [], fold }, { tables: [], fold: null });
    }
    this.parts = parts;
    this.more = more;
  }

  /** Shows all tables of one person. */
  async unfold(by: string): Promise<void> {
    this.#unfolded.add(by);
    await this.load();
  }

  /** Shows another page. */
  async further(): Promise<void> {
    this.#pages++;
    await this.load();
  }

  clear(): void {
    this.parts = [];
    this.more = false;
  }

  async #read(query: string, pages: number): Promise<TableList> {
    const all: TableList = { tables: [], folded: [], more: true };
    let before = '';
    for (let page = 0; page < pages && all.more; page++) {
      const next = await get<TableList>(`/api/tables?list=${this.which}${query}${before}`);
      all.tables.push(...next.tables);
      all.folded.push(...next.folded);
      all.more = next.more;
      before = `&before=${next.next}`;
    }
    return all;
  }
}
