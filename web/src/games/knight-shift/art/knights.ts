// What the Knights look like: arms of their own and a head of their own, after what is said of them. A Knight of a
// changed deck gets both from the name.
import type { Component } from 'svelte';
import Bear from '~icons/game-icons/bear-head';
import Bee from '~icons/game-icons/beehive';
import Boar from '~icons/game-icons/boar';
import Dragon from '~icons/game-icons/dragon-head';
import Fleur from '~icons/game-icons/fleur-de-lys';
import Fox from '~icons/game-icons/fox-head';
import Goose from '~icons/game-icons/goose';
import Hedgehog from '~icons/game-icons/hedgehog';
import Hound from '~icons/game-icons/hound';
import Key from '~icons/game-icons/key';
import Lion from '~icons/game-icons/lion';
import Oak from '~icons/game-icons/oak';
import Rabbit from '~icons/game-icons/rabbit-head';
import Raven from '~icons/game-icons/raven';
import Rose from '~icons/game-icons/rose';
import Snail from '~icons/game-icons/snail';
import Squirrel from '~icons/game-icons/squirrel';
import Stag from '~icons/game-icons/stag-head';
import Sun from '~icons/game-icons/heraldic-sun';
import Swan from '~icons/game-icons/swan';

export type Helm = 'kettle' | 'bascinet' | 'great' | 'sallet' | 'coif' | 'circlet';
export type Hair = 'braids' | 'beard' | 'moustache' | 'curls' | 'none';
export type Eyes = 'open' | 'shut' | 'stern';

export interface Look {
  /** Colour on metal or metal on colour, as heraldry demands: field, second field, charge. */
  tinctures: readonly [string, string, string];
  /** The second field. */
  division: string;
  charge: Component;
  helm: Helm;
  hair: Hair;
  /** The colour of the hair. */
  shade: string;
  skin: string;
  eyes: Eyes;
}

const TINCTURES = {
  gules: ['#9c2a20', '#7c1f17', '#f6e3a8'],
  azure: ['#23527c', '#183c5e', '#f4ead2'],
  vert: ['#2c6230', '#1f4822', '#f6e3a8'],
  sable: ['#2f2926', '#4b443e', '#f4ead2'],
  purpure: ['#6a3480', '#4e2360', '#f6e3a8'],
  or: ['#e6c465', '#f3dfa2', '#7c1f17'],
  argent: ['#f4ead2', '#ddcfae', '#183c5e'],
  tawny: ['#b3581c', '#8b4113', '#f9edc8'],
} as const;

/** In a box of 100 by 120: plain, per pale, per fess, per bend, a chevron, quarterly, a pale. */
const DIVISIONS = {
  plain: '',
  pale: 'M50 0H100V120H50Z',
  fess: 'M0 52H100V120H0Z',
  bend: 'M0 0V120H100Z',
  chevron: 'M0 96 50 46 100 96V120L50 70 0 120Z',
  quarters: 'M50 0H100V58H50ZM0 58H50V120H0Z',
  post: 'M32 0H68V120H32Z',
} as const;

const SKINS = ['#f3cda9', '#e3b185', '#c98f62', '#96633f'] as const;
const SHADES = { black: '#2b2118', brown: '#6b4020', red: '#b5562a', fair: '#dcae5b', grey: '#b9b4aa' } as const;

type Own = [
  keyof typeof TINCTURES,
  keyof typeof DIVISIONS,
  Component,
  Helm,
  Hair,
  keyof typeof SHADES,
  0 | 1 | 2 | 3,
  Eyes,
];

const KNIGHTS: Record<string, Own> = {
  'Dame Oda': ['vert', 'chevron', Hedgehog, 'kettle', 'braids', 'red', 0, 'open'],
  'Sir Piers': ['argent', 'plain', Fleur, 'coif', 'none', 'brown', 0, 'shut'],
  'Dame Ermengard': ['azure', 'fess', Swan, 'bascinet', 'none', 'brown', 1, 'stern'],
  'Sir Fastolph': ['purpure', 'pale', Goose, 'circlet', 'moustache', 'black', 1, 'stern'],
  'Sir Godwin': ['sable', 'quarters', Rabbit, 'sallet', 'none', 'brown', 0, 'open'],
  'Dame Sigrun': ['gules', 'post', Raven, 'circlet', 'braids', 'fair', 0, 'stern'],
  'Sir Lambert': ['or', 'bend', Oak, 'kettle', 'beard', 'brown', 2, 'open'],
  'Dame Philippa': ['azure', 'bend', Sun, 'circlet', 'curls', 'black', 2, 'shut'],
  'Sir Reynard': ['tawny', 'plain', Fox, 'coif', 'moustache', 'red', 0, 'shut'],
  'Sir Bors': ['vert', 'pale', Bear, 'great', 'none', 'brown', 0, 'open'],
  'Dame Maud': ['or', 'pale', Squirrel, 'kettle', 'curls', 'brown', 1, 'open'],
  'Sir Tobias': ['purpure', 'chevron', Stag, 'bascinet', 'beard', 'fair', 0, 'open'],
  'Dame Isolde': ['sable', 'bend', Dragon, 'sallet', 'braids', 'black', 0, 'stern'],
  'Sir Wilfrid': ['argent', 'fess', Snail, 'coif', 'beard', 'grey', 1, 'stern'],
  'Dame Beatrix': ['tawny', 'quarters', Bee, 'bascinet', 'none', 'black', 3, 'open'],
  'Sir Anselm': ['azure', 'plain', Key, 'circlet', 'beard', 'grey', 2, 'open'],
  'Dame Gunnhild': ['gules', 'fess', Boar, 'kettle', 'braids', 'fair', 1, 'stern'],
  'Sir Osric': ['vert', 'bend', Hound, 'sallet', 'moustache', 'brown', 3, 'open'],
  'Dame Rosamund': ['argent', 'post', Rose, 'great', 'braids', 'red', 0, 'open'],
  'Sir Balthazar': ['gules', 'plain', Lion, 'circlet', 'beard', 'black', 3, 'open'],
};

function invented(name: string): Own {
  const seed = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  const all = Object.values(KNIGHTS);
  const from = (shift: number) => all[(seed >>> shift) % all.length] as Own;
  const head = from(13);
  return [from(0)[0], from(5)[1], from(9)[2], head[3], head[4], head[5], head[6], head[7]];
}

export function look(name: string): Look {
  const [colours, division, charge, helm, hair, shade, skin, eyes] = KNIGHTS[name] ?? invented(name);
  return {
    tinctures: TINCTURES[colours],
    division: DIVISIONS[division],
    charge,
    helm,
    hair,
    shade: SHADES[shade],
    skin: SKINS[skin],
    eyes,
  };
}
