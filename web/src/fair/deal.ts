// The deal: promises, commitments and the key of the dice. The server computes the same (crates/core/src/fair.rs);
// docs/vectors/fair.json keeps the two together.
import { hash, hex, text, unhex } from './bytes';
import type { Fair, Maybe, Round } from './record';

export function commitmentOf(secret: string): string {
  return hex(hash(unhex(secret)));
}

/** What is shown of a number before it is revealed. */
export function promiseOf(number: string): string {
  return hex(hash(text('roundtable number'), unhex(number)));
}

/** A number that may be missing, with a mark before it. */
function marked(number: Maybe): Uint8Array {
  return number === null ? new Uint8Array([0]) : new Uint8Array([1, ...unhex(number)]);
}

function digestOf(round: Round): Uint8Array {
  const seats = round.promises.flatMap((promise, seat) => [marked(promise), marked(round.numbers[seat] ?? null)]);
  return hash(text('roundtable failed round'), unhex(round.secret), ...seats);
}

/** The key from which every shuffle and every lot follows. */
export function keyOf(fair: Fair): Uint8Array {
  const domain = fair.promises?.length ? 'roundtable promised deal' : 'roundtable fair deal';
  return hash(
    text(domain),
    unhex(fair.secret),
    ...fair.numbers.map(marked),
    ...(fair.failed ?? []).map((round) => digestOf(round)),
  );
}

/** What is wrong with a deal, as the code under which the server would refuse it; null if nothing is. */
export function checkDeal(fair: Fair, players: number): string | null {
  if (fair.commitment !== commitmentOf(fair.secret) || fair.numbers.length !== players) return 'bad_commitment';
  const { promises = [], failed = [] } = fair;
  if (promises.length === 0 && failed.length === 0) return null;
  const kept = (promise: Maybe, seat: number): boolean => {
    const number = fair.numbers[seat] ?? null;
    return number === null ? promise === null : promise === promiseOf(number);
  };
  if (promises.length !== players || !promises.every(kept)) return 'bad_promise';
  const next = [...failed.slice(1).map((round) => round.promises), promises];
  return failed.every((round, at) => roundFits(round, next[at] ?? [])) ? null : 'bad_round';
}

/** Whether a round failed by the rule, before one with these promises. */
function roundFits(round: Round, next: readonly Maybe[]): boolean {
  const { promises, numbers } = round;
  const number = (seat: number): Maybe => numbers[seat] ?? null;
  return (
    promises.length === next.length &&
    numbers.length === next.length &&
    round.commitment === commitmentOf(round.secret) &&
    numbers.every((one, seat) => one === null || promises[seat] === promiseOf(one)) &&
    // Somebody was silent, and whoever was gives no number after it.
    promises.some((promise, seat) => promise !== null && number(seat) === null) &&
    next.every((promise, seat) => promise === null || number(seat) !== null)
  );
}
