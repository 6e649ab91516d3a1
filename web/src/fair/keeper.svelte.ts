// Takes part in the deal for this browser, and keeps the receipt of a table.
import { get } from '../lib/api';
import type { Live } from '../lib/live.svelte';
import type { About, Message, TableInfo } from '../wire/wire';
import { empty, load, store, type Kept, type KeptRound } from './receipt';

/** A random number of this browser, and what is shown of it. */
export async function promise(): Promise<{ number: string; promise: string }> {
  const { promiseOf } = await import('./deal');
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const number = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { number, promise: promiseOf(number) };
}

/** Keeps a number that was promised at a table. */
export function keepNumber(table: string, number: string): void {
  const kept = load(table) ?? empty(table);
  kept.numbers.push(number);
  store(kept);
}

/** Follows a table: reveals what was promised once everything stands, and keeps what a receipt needs. */
export class Keeper {
  /** What is wrong with the deal; the number is not revealed then. */
  trouble = $state('');
  #work: Promise<void> = Promise.resolve();
  /** The rounds for which a number was promised here. */
  #asked = new Set<number>();
  /** Whether nothing was heard yet. */
  #first = true;

  constructor(readonly live: Live) {
    live.onHear = (message) => {
      // One after the other: what is loaded for the first message is there for the next.
      this.#work = this.#work.then(() => this.#hear(message)).catch(() => undefined);
    };
  }

  async #hear(message: Message): Promise<void> {
    const { live } = this;
    const table = message.type === 'sync' || message.type === 'table' ? message.table : live.table;
    const you = message.type === 'sync' || message.type === 'table' ? message.you : live.you;
    if (!table || table.lesson || !you || you.seat === null) return;
    const { seat } = you;
    const kept = load(live.id) ?? empty(live.id);
    const before = JSON.stringify(kept);
    const { receipt } = kept;
    receipt.seat = seat;
    receipt.key ??= await get<About>('/api/about').then(
      ({ key }) => key,
      () => null,
    );
    if ('link' in message && message.link) receipt.link = message.link;
    if (message.type === 'sync' || message.type === 'update') {
      const { tell } = await import('./told');
      receipt.told = tell(message.type === 'sync' ? null : receipt.told, message.events);
    }
    const round = message.type === 'sync' || message.type === 'table' ? await this.#see(kept, table, seat) : null;
    if (JSON.stringify(kept) !== before) store(kept);
    if (await this.#mayPromise(kept, table, seat)) await this.#promise(table.deal?.round ?? 1);
    this.#first = false;
    if (round) await this.#reveal(kept, round);
  }

  /** Keeps commitment and promises. Returns the round if the own number is asked for and everything stands. */
  async #see(kept: Kept, table: TableInfo, seat: number): Promise<KeptRound | null> {
    const { rounds } = kept.receipt;
    const { deal, commitment } = table;
    const at = deal?.round ?? (table.status === 'waiting' ? 1 : 0);
    if (at === 0 || (kept.numbers.length === 0 && !deal)) return null;
    let round = rounds.find((one) => one.round === at);
    if (!round) {
      round = { round: at, commitment, number: null, promises: null, revealed: false };
      rounds.push(round);
    }
    if (round.commitment !== commitment) {
      this.trouble = 'The server has changed its commitment for this deal. Your number was not revealed.';
      return null;
    }
    if (deal?.step !== 'reveal') return null;
    const promises = table.seats.map((one) => one.promise ?? null);
    const { promiseOf } = await import('./deal');
    round.number ??= kept.numbers.find((number) => promiseOf(number) === promises[seat]) ?? null;
    round.promises ??= promises;
    if (round.promises.some((one, at) => one !== promises[at])) {
      this.trouble = 'The server has changed a promise after it stood. Your number was not revealed.';
      return null;
    }
    if (!deal.awaited.includes(seat)) return null;
    if (round.number === null) {
      // Another browser of this person promised, and only it can reveal.
      return null;
    }
    return round;
  }

  async #reveal(kept: Kept, round: KeptRound): Promise<void> {
    if (round.number === null || round.revealed) return;
    await this.live.do({ reveal: { number: round.number } });
    const now = load(this.live.id) ?? kept;
    for (const one of now.receipt.rounds) if (one.round === round.round) one.revealed = true;
    store(now);
  }

  /** Whether a number is wanted of this browser. */
  async #mayPromise(kept: Kept, { deal, status, seats }: TableInfo, seat: number): Promise<boolean> {
    if (deal) return deal.step === 'promise' && deal.awaited.includes(seat);
    if (status !== 'waiting') return false;
    const promised = seats[seat]?.promise;
    // Somebody who was seated by others has promised nothing yet.
    if (!promised) return true;
    // Of several browsers of one person, the last to come gives the number: the others may be closed.
    const { promiseOf } = await import('./deal');
    return this.#first && !kept.numbers.some((number) => promiseOf(number) === promised);
  }

  /** Promises a number, once in each round. */
  async #promise(round: number): Promise<void> {
    if (this.#asked.has(round)) return;
    this.#asked.add(round);
    const made = await promise();
    keepNumber(this.live.id, made.number);
    await this.live.do({ join: { promise: made.promise } });
  }
}
