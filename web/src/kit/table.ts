// What the parts of a board share with the table around them.
import { getContext, setContext, type Snippet } from 'svelte';
import type { Chooser } from '../lib/choose.svelte';

/** What the inspector shows about a card. */
export interface Info {
  title: string;
  text?: string;
  /** The rule behind it, as the rule page numbers it. */
  rule?: string;
  /** The card itself, drawn large. */
  big?: Snippet;
}

export interface TableContext {
  chooser: Chooser;
  /** Whether the viewer has a decision to make. */
  mine(): boolean;
  pick(part: string): void;
  /** Why picking this does nothing now: the server's answer, asked once for each decision. */
  why(part: string): Promise<{ message: string; rule?: string } | null>;
}

const KEY = Symbol('table');

export function offerTable(table: TableContext): void {
  setContext(KEY, table);
}

export function atTable(): TableContext {
  return getContext<TableContext>(KEY);
}
