// How Items are named, drawn and ordered.
import type { Component } from 'svelte';
import type { CardsSeen, Item, ItemPrint, Kind, View } from '../../wire/knight-shift';
import Lance from './Lance.svelte';
import Armor from '~icons/game-icons/breastplate';
import Arrows from '~icons/game-icons/quiver';
import Axe from '~icons/game-icons/battle-axe';
import Booze from '~icons/game-icons/beer-stein';
import Bow from '~icons/game-icons/pocket-bow';
import Companions from '~icons/game-icons/lips';
import Food from '~icons/game-icons/meal';
import Food2 from '~icons/game-icons/cheese-wedge';
import Food3 from '~icons/game-icons/chicken-leg';
import Food4 from '~icons/game-icons/roast-chicken';
import Horse from '~icons/game-icons/horse-head';
import Shield from '~icons/game-icons/templar-shield';
import Sword from '~icons/game-icons/broadsword';
import Undergarments from '~icons/game-icons/underwear-shorts';

export const ICONS: Record<Item | Kind, Component> = {
  axe: Axe,
  armor: Armor,
  sword: Sword,
  shield: Shield,
  lance: Lance,
  horse: Horse,
  bow: Bow,
  arrows: Arrows,
  food: Food,
  food2: Food2,
  food3: Food3,
  food4: Food4,
  booze: Booze,
  companions: Companions,
  undergarments: Undergarments,
};

/** With a soft hyphen where a long name may break. */
const NAMES: Record<Item | Kind, string> = {
  axe: 'Axe',
  armor: 'Armor',
  sword: 'Sword',
  shield: 'Shield',
  lance: 'Lance',
  horse: 'Horse',
  bow: 'Bow',
  arrows: 'Arrows',
  food: 'Food',
  food2: 'Food',
  food3: 'Food',
  food4: 'Food',
  booze: 'Booze',
  companions: 'Compan\u00adions',
  undergarments: 'Under\u00adgarments',
};

/** Heraldic colours, for cards that are light in both themes. Kinds that make a pair share one. */
export const TINCTURES: Record<Kind, string> = {
  axe: '#9c2a20',
  armor: '#9c2a20',
  sword: '#23527c',
  shield: '#23527c',
  lance: '#2c6230',
  horse: '#2c6230',
  bow: '#6a3480',
  arrows: '#6a3480',
  food: '#87470a',
  booze: '#6b5200',
  companions: '#a02860',
  undergarments: '#46505a',
};

export const BACK = '#23456b';

const ORDER: readonly Item[] = [
  'axe',
  'armor',
  'sword',
  'shield',
  'lance',
  'horse',
  'bow',
  'arrows',
  'food2',
  'food3',
  'food4',
  'booze',
  'companions',
  'undergarments',
];

export function kindOf(item: Item | Kind): Kind {
  return item.startsWith('food') ? 'food' : (item as Kind);
}

/** The title on the card. */
export function title(item: Item | Kind): string {
  return NAMES[item];
}

/** The name in a sentence: "Food (3)". */
export function itemName(item: Item | Kind): string {
  const plain = NAMES[item].replace('\u00ad', '');
  return /\d$/.test(item) ? `${plain} (${item.at(-1)})` : plain;
}

export function words(kinds: readonly (Item | Kind)[]): string {
  const names = kinds.map(itemName);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nothing');
}

export function sorted(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
}

/** Each item once, with its count. */
export function grouped(items: readonly Item[]): { item: Item; count: number }[] {
  return ORDER.map((item) => ({ item, count: items.filter((other) => other === item).length })).filter(
    ({ count }) => count > 0,
  );
}

export function count(cards: CardsSeen): number {
  return cards.type === 'known' ? cards.items.length : cards.count;
}

export function print(item: Item, view: View): ItemPrint | undefined {
  return view.items.find((one) => one.item === item);
}

/** The kind that an Item makes a pair with, whichever of the two is the weapon. */
export function partner(item: Item, view: View): Kind | null {
  const kind = kindOf(item);
  return (
    print(item, view)?.pairs_with ??
    view.items.map((one) => (one.pairs_with === kind ? kindOf(one.item) : null)).find((one) => one !== null) ??
    null
  );
}

/** What an Item does, in a sentence. */
export function itemText(item: Item, view: View): { text: string; rule: string } {
  const kind = kindOf(item);
  if (kind === 'food')
    return {
      text:
        `Adds ${print(item, view)?.feast ?? 0} to its Knight's feast. The biggest feast is worth 6 ` +
        'points, the second 3.',
      rule: 'KS-R15',
    };
  if (kind === 'companions')
    return {
      text:
        `All of a Knight's "Companions" together: ${view.companions.join(', ')} points for one, two, ` +
        'three, four, five or more.',
      rule: 'KS-R17',
    };
  const points = print(item, view)?.points ?? 0;
  const worth = `Worth ${points} point${points === 1 ? '' : 's'}`;
  if (kind === 'booze') {
    const fate = view.squires.length > 2 ? 'passes out and scores nothing' : 'loses all of it';
    return { text: `${worth}, but the one Knight with the most Booze ${fate}.`, rule: 'KS-R12' };
  }
  const pair = partner(item, view);
  return {
    text: pair ? `${worth}. Together with ${itemName(pair)} under the same Knight both count double.` : `${worth}.`,
    rule: pair ? 'KS-R16' : 'KS-D1',
  };
}
