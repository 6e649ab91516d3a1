// A record, checked here: by itself, and against what this browser kept of the game. The codes are those of
// `roundtable verify --receipt`; docs/vectors/fair.json keeps the two together.
import { linksOf } from './chain';
import { checkDeal, promiseOf } from './deal';
import type { Receipt } from './receipt';
import { digestOf, type Fair, type GameRecord, type Maybe } from './record';
import { signatureFits } from './signature';

/** What is wrong with a record by itself; null if nothing is. */
export function checkRecord(record: GameRecord): string | null {
  if (record.digest !== undefined && record.digest !== digestOf(record)) return 'bad_digest';
  const { fair } = record.dice;
  if (fair) {
    const wrong = checkDeal(fair, record.players);
    if (wrong) return wrong;
    if (record.chain !== undefined && record.chain !== linksOf(record, fair.secret).at(-1)?.digest) return 'bad_chain';
  }
  if (record.signature && !signatureFits(record.signature, record.digest ?? '')) return 'bad_signature';
  return fair && record.digest === undefined ? 'no_digest' : null;
}

/** What does not agree with the receipt; null if everything does. The record must be in order by itself. */
export function checkReceipt(record: GameRecord, receipt: Receipt): string | null {
  const { fair } = record.dice;
  if (!fair) return 'other_deal';
  return checkSigner(record, receipt) ?? checkRounds(fair, receipt) ?? checkLink(record, fair, receipt);
}

function checkSigner({ signature }: GameRecord, { key, table }: Receipt): string | null {
  if (!signature) return key === null ? null : 'not_signed';
  if (signature.table !== table) return 'other_table';
  return key === null || key === signature.key ? null : 'other_key';
}

function same(a: readonly Maybe[], b: readonly Maybe[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

function checkRounds(fair: Fair, receipt: Receipt): string | null {
  const rounds = [...(fair.failed ?? []), { ...fair, promises: fair.promises ?? [] }];
  let last = 0;
  for (const kept of receipt.rounds) {
    const round = rounds[kept.round - 1];
    if (!round) return 'other_roll';
    if (round.commitment !== kept.commitment) return 'other_commitment';
    if (kept.number !== null) {
      const seat = receipt.seat ?? -1;
      if (round.promises[seat] !== promiseOf(kept.number)) return 'other_number';
      if (kept.revealed && round.numbers[seat] !== kept.number) return 'not_silent';
      // Whoever is asked in one round has answered in all before it.
      if (last + 1 !== kept.round) return 'other_roll';
      last = kept.round;
    }
    if (kept.promises && !same(kept.promises, round.promises)) return 'other_roll';
  }
  const answered = receipt.rounds.findLast((kept) => kept.number !== null);
  return answered?.revealed && answered.round < rounds.length ? 'left_out' : null;
}

function checkLink(record: GameRecord, fair: Fair, { link }: Receipt): string | null {
  if (!link) return null;
  if (record.moves.length < link.ply) return 'cut_record';
  const known = linksOf(record, fair.secret).some((one) => one.ply === link.ply && one.digest === link.digest);
  return known ? null : 'other_link';
}

/** Whether this browser's number is part of the deal. */
export function ownNumber(receipt: Receipt): boolean {
  return receipt.rounds.findLast((kept) => kept.number !== null)?.revealed ?? false;
}
