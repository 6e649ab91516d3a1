// Every Item as a drawing.
import type { Item } from '../../../wire/knight-shift';
import { armor, arrows, horse, shield, undergarments } from './kit';
import { booze, companions, food2, food3, food4, lips } from './larder';
import type { Drawing } from './shapes';
import { axe, bow, lance, sword } from './weapons';

export const THINGS: Record<Item, Drawing> = {
  axe,
  armor,
  sword,
  shield,
  lance,
  horse,
  bow,
  arrows,
  food2,
  food3,
  food4,
  booze,
  companions,
  undergarments,
};

/** What a small card shows instead, where the drawing has too many parts. */
export const SIGNS: Partial<Record<Item, Drawing>> = { companions: lips };

/** Where the thing is seen. */
export type Place = 'lists' | 'armoury' | 'kitchen' | 'chamber' | 'yard';

export const PLACES: Record<Item, Place> = {
  axe: 'lists',
  armor: 'armoury',
  sword: 'lists',
  shield: 'armoury',
  lance: 'lists',
  horse: 'lists',
  bow: 'lists',
  arrows: 'armoury',
  food2: 'kitchen',
  food3: 'kitchen',
  food4: 'kitchen',
  booze: 'kitchen',
  companions: 'chamber',
  undergarments: 'yard',
};
