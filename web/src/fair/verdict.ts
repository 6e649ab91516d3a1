// The whole check of a finished game, in this browser: what was checked, and what was found.
import { get, getText, keyed } from '../lib/api';
import type { Replay, Verified } from '../wire/wire';
import { checkReceipt, checkRecord, ownNumber } from './check';
import { keyOf } from './deal';
import { checkDraws } from './draws';
import { load, type Receipt } from './receipt';
import type { Fair, GameRecord } from './record';
import { retell } from './told';
import { WRONG } from './words';

export interface Finding {
  good: boolean;
  text: string;
}

export interface Verdict {
  /** The code of what is wrong; null if nothing is. */
  code: string | null;
  findings: Finding[];
  receipt: Receipt | null;
}

/** Fetches a finished game and checks it. */
export async function judge(table: string, key: string | null): Promise<Verdict> {
  const path = `/api/tables/${table}`;
  const record = JSON.parse(await getText(keyed(`${path}/record`, key))) as GameRecord;
  const receipt = load(table)?.receipt ?? null;
  const wrong = checkRecord(record) ?? (receipt && checkReceipt(record, receipt));
  if (wrong) return failed(wrong, receipt);
  const found = await get<Verified>(keyed(`${path}/verify`, key));
  const { fair } = record.dice;
  if (fair && !checkDraws(keyOf(fair), found.draws)) return failed('bad_draws', receipt);
  if (receipt?.told) {
    const eye = receipt.seat ?? 'table';
    const replay = await get<Replay>(keyed(`${path}/replay?eye=${eye}`, key));
    if (retell(replay.events, receipt.told.events).digest !== receipt.told.digest)
      return failed('other_events', receipt);
  }
  return { code: null, findings: praise(record, fair, found, receipt), receipt };
}

function failed(code: string, receipt: Receipt | null): Verdict {
  return { code, findings: [{ good: false, text: `${WRONG[code] ?? 'Something does not fit.'} (${code})` }], receipt };
}

function praise(record: GameRecord, fair: Fair | undefined, found: Verified, receipt: Receipt | null): Finding[] {
  const lines: string[] = [];
  if (record.signature)
    lines.push(`The record is whole, and the server has signed it (${short(record.signature.key)}).`);
  if (fair) lines.push(...dealt(fair, receipt));
  else lines.push('The deal follows from a key that was named beforehand, not from the players.');
  if (fair && found.draws.length > 0)
    lines.push(`All ${found.draws.length} shuffles and lots were drawn again here, from the key of the deal.`);
  if (receipt?.link)
    lines.push(`Nothing was changed up to move ${receipt.link.ply}, the last that the server acknowledged to you.`);
  if (receipt?.told) lines.push('What you were told during the game is what the replay tells.');
  lines.push(`The server played all ${found.moves} moves again; they are legal.`);
  if (found.earlier.length > 0)
    lines.push('It goes on from another game, which holds as well; from there on the deal was made anew.');
  return lines.map((text) => ({ good: true, text }));
}

function dealt(fair: Fair, receipt: Receipt | null): string[] {
  const numbers = fair.numbers.filter((number) => number !== null).length;
  const browsers = `${numbers} ${numbers === 1 ? 'browser' : 'browsers'}`;
  const lines = [
    `The deal follows from the secret that the server had committed to and the numbers of ${browsers}` +
      `${fair.promises?.length ? ', as they were promised' : ''}.`,
  ];
  const failures = fair.failed?.length ?? 0;
  if (failures > 0)
    lines.push(`It was made anew ${failures === 1 ? 'once' : `${failures} times`}, because somebody stayed silent.`);
  if (!receipt) lines.push('This browser kept no receipt of the game, so nothing could be compared with your own.');
  else if (ownNumber(receipt))
    lines.push('Your number is in it; commitment and promises are those that you were shown before.');
  else if (receipt.rounds.some((kept) => kept.number !== null))
    lines.push('Your number is not in it: it did not come in time, says the record.');
  else if (receipt.rounds.length > 0) lines.push('Commitment and promises are those that you were shown before.');
  return lines;
}

function short(key: string): string {
  return `${key.slice(0, 12)}…`;
}
