// The words of the log: Knights by their names, Food by its value. The server numbers the Knights of a round, and every
// round has others, so that a sentence is read with the deal before it.
import type { Item } from '../../wire/knight-shift';
import type { Told } from '../face';
import { itemName } from './items';

const DEAL = /^Round \d+: .*In the middle: /;

/** The Knights of the deal that this sentence tells: "In the middle: 0 Dame Oda (bow), 1 Sir Piers (axe)". */
function dealt(text: string): Map<string, string> {
  const list = text.replace(DEAL, '');
  return new Map([...list.matchAll(/(\d+) ([^,()]+) \(/g)].map(([, number = '', name = '']) => [number, name]));
}

/** What lay with the Knights is in the reckoning, card by card: the sentence only tells what is not. */
function revealed(text: string): string {
  return text
    .replace(/Knight \d+ has [^.]*\. /g, '')
    .replace(/Seat \d+ held nothing\. /g, '')
    .replace(' Left in the draw pile: nothing.', '');
}

export function speak(text: string, told?: Told): string {
  const plain = text.replace(/\bfood[234]\b/g, (item) => itemName(item as Item).toLowerCase());
  if (DEAL.test(text)) {
    const [start = ''] = DEAL.exec(plain) ?? [];
    return start + plain.slice(start.length).replace(/\b\d+ ([^,()]+) \(/g, '$1 (');
  }
  if (text.startsWith('Everything is shown.')) return revealed(plain);
  const deal = told?.lines.findLast((line) => line.number <= told.number && DEAL.test(line.text ?? ''));
  const names = dealt(deal?.text ?? '');
  return moved(plain, names).replace(/\bKnight (\d+)\b/g, (whole, number: string) => names.get(number) ?? whole);
}

/** A move in notation names a Knight by number alone: "play axe 2", "show axe 2", "peek 2", "claim 2 booze". */
function moved(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(/\b(play|show) ([a-z]+(?: \(\d\))?) (\d+)\b/g, (whole, verb: string, item: string, number: string) =>
      names.has(number) ? `${verb} ${item} on ${names.get(number)}` : whole,
    )
    .replace(/\bpeek (\d+)\b/g, (whole, number: string) => (names.has(number) ? `peek at ${names.get(number)}` : whole))
    .replace(/\bclaim (\d+)(?: ([a-z]+(?: \(\d\))?))?/g, (whole, number: string, item?: string) =>
      names.has(number) ? `claim ${names.get(number)}${item ? `, discard ${item}` : ''}` : whole,
    );
}
