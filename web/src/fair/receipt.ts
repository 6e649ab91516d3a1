// What this browser kept of a game. The server cannot change it, so a record that agrees with it is the true one.
import type { Link } from '../wire/wire';
import type { Maybe } from './record';

export const FORMAT = 'roundtable-receipt/1';

/** A round of the deal, as it was seen. */
export interface KeptRound {
  round: number;
  commitment: string;
  /** This browser's number. */
  number: Maybe;
  /** Everybody's promises, before any number was revealed. */
  promises: Maybe[] | null;
  /** Whether the server acknowledged the number. */
  revealed: boolean;
}

/** How many events were told, and a running digest of them. */
export interface KeptEvents {
  events: number;
  digest: string;
}

export interface Receipt {
  format: typeof FORMAT;
  table: string;
  seat: number | null;
  key: string | null;
  rounds: KeptRound[];
  link: Link | null;
  told: KeptEvents | null;
}

/** A receipt while it is being kept. */
export interface Kept {
  receipt: Receipt;
  /** Every number that this browser made for the table: which of them counts, the roll says. */
  numbers: string[];
  /** When it was begun, so that the oldest can go. */
  at: number;
}

const PREFIX = 'roundtable-receipt:';
/** The most receipts that are kept. */
const MOST = 200;

/** Receipts of this page, for browsers that store nothing. */
const memory = new Map<string, Kept>();

export function empty(table: string): Kept {
  const receipt: Receipt = { format: FORMAT, table, seat: null, key: null, rounds: [], link: null, told: null };
  return { receipt, numbers: [], at: Date.now() };
}

/** What was kept of a table, if anything was. */
export function load(table: string): Kept | null {
  try {
    const text = localStorage.getItem(PREFIX + table);
    if (text) return JSON.parse(text) as Kept;
  } catch {
    // Nothing is stored here, or somebody else wrote it.
  }
  return memory.get(table) ?? null;
}

export function store(kept: Kept): void {
  const { table } = kept.receipt;
  memory.set(table, kept);
  try {
    const known = localStorage.getItem(PREFIX + table) !== null;
    localStorage.setItem(PREFIX + table, JSON.stringify(kept));
    if (!known) prune();
  } catch {
    // Without storage the receipt lasts as long as the page.
  }
}

/** Forgets the oldest receipts. */
function prune(): void {
  const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  const kept = names.filter((name) => name.startsWith(PREFIX));
  if (kept.length <= MOST) return;
  const age = (name: string): number => {
    try {
      return (JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Kept>).at ?? 0;
    } catch {
      return 0;
    }
  };
  const oldest = kept.map((name) => ({ name, at: age(name) })).sort((a, b) => a.at - b.at);
  for (const { name } of oldest.slice(0, kept.length - MOST)) localStorage.removeItem(name);
}
