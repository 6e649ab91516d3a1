// Coats of arms for everybody: the same name always bears the same arms. They keep the rule of tincture (metal on
// colour or colour on metal), so they can be told apart by shape and brightness as well as by hue.
import type { Component } from 'svelte';
import Bee from '~icons/game-icons/beehive';
import Boar from '~icons/game-icons/boar';
import Bull from '~icons/game-icons/bull';
import Castle from '~icons/game-icons/castle';
import Clover from '~icons/game-icons/clover';
import Fox from '~icons/game-icons/fox-head';
import Grail from '~icons/game-icons/holy-grail';
import Hedgehog from '~icons/game-icons/hedgehog';
import Horn from '~icons/game-icons/hunting-horn';
import Hound from '~icons/game-icons/hound';
import Key from '~icons/game-icons/key';
import Leaf from '~icons/game-icons/maple-leaf';
import Lily from '~icons/game-icons/fleur-de-lys';
import Lion from '~icons/game-icons/lion';
import Moon from '~icons/game-icons/moon';
import Raven from '~icons/game-icons/raven';
import Rose from '~icons/game-icons/rose';
import Squirrel from '~icons/game-icons/squirrel';
import Star from '~icons/game-icons/polar-star';
import Sun from '~icons/game-icons/heraldic-sun';
import Wolf from '~icons/game-icons/wolf-head';

/** How the field is divided, or what lies on it. */
export type Field = 'plain' | 'pale' | 'fess' | 'bend' | 'quarters' | 'chevron' | 'chief' | 'bars' | 'cross';

export interface Arms {
  field: Field;
  /** The field's own tincture, and the second one. */
  colours: [string, string];
  /** What stands in the middle, in a tincture that shows on the field. */
  charge: Component;
  ink: string;
}

const METALS = ['#f2cf63', '#f4f1e6'];
const COLOURS = ['#a3272b', '#254f96', '#2d6b3c', '#3a2f2a', '#6b3a86', '#b4571b', '#1f6f78'];
const FIELDS: Field[] = ['plain', 'pale', 'fess', 'bend', 'quarters', 'chevron', 'chief', 'bars', 'cross'];
const CHARGES: Component[] = [
  Bee,
  Boar,
  Bull,
  Castle,
  Clover,
  Fox,
  Grail,
  Hedgehog,
  Horn,
  Hound,
  Key,
  Leaf,
  Lily,
  Lion,
  Moon,
  Raven,
  Rose,
  Squirrel,
  Star,
  Sun,
  Wolf,
];

/** A number from a name: FNV-1a, with its bits mixed once more, because names are short. */
function hash(name: string): number {
  let sum = 0x811c9dc5;
  for (const letter of name) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  return (sum ^ (sum >>> 13)) >>> 0;
}

export function arms(name: string): Arms {
  let left = hash(name);
  const draw = <T>(from: readonly T[]): T => {
    const one = from[left % from.length] as T;
    left = Math.floor(left / from.length);
    return one;
  };
  const field = draw(FIELDS);
  const charge = draw(CHARGES);
  const colour = draw(COLOURS);
  const metal = draw(METALS);
  // A charge on a divided field lies on both tinctures, so it stands on a plate of its own: see Arms.svelte.
  return { field, colours: left % 2 === 0 ? [colour, metal] : [metal, colour], charge, ink: colour };
}
