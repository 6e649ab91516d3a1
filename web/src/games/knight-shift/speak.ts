// The words of the log: Knights by their names, Food by its value. The server numbers the Knights of a round, and every
// round has others, so that a sentence is read with the deal before it.
import type { Item } from '../../wire/knight-shift';
import type { Told } from '../face';
import { itemName } from './items';

/** The Knights of the deal that this sentence tells: "0 Dame Oda (bow), 1 Sir Piers (axe)". */
function dealt(text: string): Map<string, string> | null {
  if (!/^Round \d+:/.test(text)) return null;
  return new Map([...text.matchAll(/(\d+) ([^,()]+) \(/g)].map(([, number = '', name = '']) => [number, name]));
}

export function speak(text: string, told?: Told): string {
  const plain = text.replace(/\bfood[234]\b/g, (item) => itemName(item as Item).toLowerCase());
  const own = dealt(text);
  if (own)
    return plain.replace(/\b\d+ ([^,()]+) \(/g, (whole, name: string) =>
      [...own.values()].includes(name) ? `${name} (` : whole,
    );
  const deal = told?.lines.findLast((line) => line.number <= told.number && /^Round \d+:/.test(line.text ?? ''));
  const names = deal?.text ? dealt(deal.text) : null;
  return plain.replace(/\bKnight (\d+)\b/g, (whole, number: string) => names?.get(number) ?? whole);
}
