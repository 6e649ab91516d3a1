// The steps of a reckoning, as on the score sheet. The server tells which cards are behind a number; this only finds
// them in the pile.
import type { Item, ScoredSeen, SheetSeen } from '../../wire/knight-shift';
import { kindOf, words } from './items';

export interface Step {
  key: 'booze' | 'likes' | 'dislikes' | 'food' | 'paired' | 'else' | 'total';
  title: string;
  text: string;
}

export function steps(players: number): Step[] {
  const drunk =
    players > 2
      ? 'Everything is turned up. The one Knight with the most Booze passes out and scores nothing; ' +
        'if several have the most, nobody does.'
      : 'Everything is turned up. The Knight with more Booze loses all of it.';
  return [
    { key: 'booze', title: 'Too much Booze?', text: drunk },
    { key: 'likes', title: 'Likes', text: 'Every complete set of what a Knight likes brings the bonus.' },
    { key: 'dislikes', title: 'Dislikes', text: 'Every hated card costs five points and is thrown out.' },
    { key: 'food', title: 'The feast', text: 'The biggest feast is worth 6, the second biggest 3.' },
    { key: 'paired', title: 'Pairs', text: 'A weapon and its partner count double.' },
    { key: 'else', title: 'Everything else', text: '"Companions" count as a set, every other card its points.' },
    { key: 'total', title: 'The score sheet', text: 'All columns added up.' },
  ];
}

/** Whether the Knight sleeps through the rest. With two Squires, Booze is poured away instead. */
export function asleep(sheet: SheetSeen): boolean {
  return sheet.too_much_booze && sheet.poured_away === 0;
}

export interface Chip {
  item: Item;
  state: 'plain' | 'lit' | 'out';
}

/** Finds the wanted items in a list, and returns their indices. */
function places(equipment: readonly Item[], wanted: readonly string[], same: (item: Item) => string): Set<number> {
  const left = [...wanted];
  const found = new Set<number>();
  equipment.forEach((item, index) => {
    const at = left.indexOf(same(item));
    if (at >= 0) {
      left.splice(at, 1);
      found.add(index);
    }
  });
  return found;
}

const self = (item: Item) => item;

export function chips({ equipment, sheet }: ScoredSeen, step: Step['key']): Chip[] {
  const order: Step['key'][] = ['booze', 'likes', 'dislikes', 'food', 'paired', 'else', 'total'];
  const after = (key: Step['key']) => order.indexOf(step) > order.indexOf(key);
  const drunk = asleep(sheet);
  const poured = places(
    equipment,
    Array.from({ length: sheet.poured_away }, () => 'booze'),
    self,
  );
  const hated = places(equipment, sheet.hated, self);
  const lit = litNow(equipment, sheet, step);
  return equipment.map((item, index) => {
    const out =
      (drunk && after('booze')) || (poured.has(index) && after('booze')) || (hated.has(index) && after('dislikes'));
    const shown = step === 'food' ? lit.has(index) && !hated.has(index) : lit.has(index);
    return { item, state: out ? 'out' : shown ? 'lit' : 'plain' };
  });
}

function litNow(equipment: readonly Item[], sheet: SheetSeen, step: Step['key']): Set<number> {
  const all = (test: (item: Item) => boolean) =>
    new Set(equipment.flatMap((item, index) => (test(item) ? [index] : [])));
  switch (step) {
    case 'booze':
      return all((item) => item === 'booze');
    case 'likes':
      return places(equipment, sheet.sets.flat(), self);
    case 'dislikes':
      return places(equipment, sheet.hated, self);
    case 'food':
      return all((item) => kindOf(item) === 'food');
    case 'paired':
      return places(equipment, sheet.pairs.flat(), kindOf);
    case 'else':
      return places(equipment, [...sheet.loose, ...Array.from({ length: sheet.companions }, () => 'companions')], self);
    case 'total':
      return new Set();
  }
}

/** The points of a step, as on the sheet; null where it has none. */
export function points(sheet: SheetSeen, step: Step['key']): number | null {
  switch (step) {
    case 'booze':
    case 'total':
      return null;
    case 'else':
      return sheet.everything_else;
    default:
      return sheet[step];
  }
}

function pairWords(pairs: readonly string[]): string {
  const different = [...new Set(pairs)].map((pair) => `${pairs.filter((other) => other === pair).length} × ${pair}`);
  return different.join(', ') || 'no pair';
}

/** The reason, in a few words. */
export function reason({ equipment, sheet }: ScoredSeen, step: Step['key']): string {
  if (asleep(sheet)) return step === 'booze' ? 'passes out!' : 'asleep';
  switch (step) {
    case 'booze': {
      if (sheet.poured_away > 0) return `${sheet.poured_away} Booze poured away`;
      const cups = equipment.filter((item) => item === 'booze').length;
      return cups > 0 ? `${cups} Booze` : 'sober';
    }
    case 'likes':
      return sheet.sets.length > 0
        ? `${sheet.sets.length} complete ${sheet.sets.length > 1 ? 'sets' : 'set'}`
        : 'no complete set';
    case 'dislikes':
      return sheet.hated.length > 0 ? `${sheet.hated.length} hated` : 'nothing to hate';
    case 'food':
      return sheet.feast > 0 ? `a feast of ${sheet.feast}` : 'no feast';
    case 'paired':
      return pairWords(sheet.pairs.map((pair) => words(pair)));
    case 'else':
      return (
        [
          sheet.companions > 0 && `${sheet.companions} "Companions"`,
          sheet.loose.length > 0 && `${sheet.loose.length} loose`,
        ]
          .filter(Boolean)
          .join(', ') || 'nothing more'
      );
    case 'total':
      return '';
  }
}
