// What the parts of a board share with the table around them.
import { getContext, setContext, type Snippet } from 'svelte';
import type { Chooser } from '../lib/choose.svelte';

/** What is told of a card when one looks at it closely. */
export interface Info {
  title: string;
  text?: string;
  /** The rule behind it, as in the rule page. */
  rule?: string;
  /** The card itself, drawn large. */
  big?: Snippet;
}

export interface TableContext {
  chooser: Chooser;
  /** Whether one has a decision to make. */
  mine(): boolean;
  pick(part: string): void;
  /** Why pointing at this does nothing now: the server's answer, asked once for each decision. */
  why(part: string): Promise<{ message: string; rule?: string } | null>;
}

const KEY = Symbol('table');

export function offerTable(table: TableContext): void {
  setContext(KEY, table);
}

export function atTable(): TableContext {
  return getContext<TableContext>(KEY);
}
