import type { Event, Item, Move, View } from '../../wire/knight-shift';
import type { Face, Moment, Scene } from '../face';
import { settings } from '../../lib/settings.svelte';
import { beats } from './beats';
import Board from './Board.svelte';
import { coach } from './coach';
import { itemName } from './items';
import Reckoning from './Reckoning.svelte';
import Result from './Result.svelte';
import { speak } from './speak';
import { memorable } from './story';

type Here = Scene<View>;

/** Splits a part's name: "knight:2" is ["knight", "2"]. */
const cut = (part: string) => part.split(':') as [string, string];
const named = (parts: readonly string[], what: string) => parts.map(cut).findLast(([name]) => name === what)?.[1];
const knight = (view: View, number: number | string) => view.knights[Number(number)]?.print.name ?? `Knight ${number}`;
const article = (item: Item) => `the ${itemName(item)}`;

function ownHand({ view, me }: Here): Item[] {
  const hand = me === null ? undefined : view.squires[me]?.hand;
  return hand?.type === 'known' ? hand.items : [];
}

/** What a part of this kind names in one of the legal moves. */
function offered({ chooser }: Here, what: string): string | undefined {
  return chooser.options.map((option) => named(option.parts, what)).find((name) => name !== undefined);
}

const face: Face<View, Move, Event> = {
  Board,

  parts(move, { view }: Here) {
    switch (move.type) {
      case 'play':
        return [`item:${move.item}`, `knight:${move.knight}`];
      case 'show':
        // After a peek everything is played face-up; otherwise face-up is a choice with its own place.
        return [`item:${move.item}`, view.step.type === 'show' ? `knight:${move.knight}` : `up:${move.knight}`];
      case 'peek':
        return [`peek:${move.knight}`];
      case 'claim':
        return move.discard ? [`claim:${move.knight}`, `item:${move.discard}`] : [`claim:${move.knight}`];
    }
  },

  verb: (part) => part,

  attempt(parts, scene: Here) {
    const [what, name] = cut(parts.at(-1) ?? '');
    const item = named(parts, 'item') ?? ownHand(scene)[0];
    const word = scene.view.step.type === 'show' ? 'show' : 'play';
    switch (what) {
      case 'item': {
        const on = named(parts, 'knight') ?? offered(scene, 'knight') ?? 0;
        return `${word} ${name} ${on}`;
      }
      case 'knight':
        return item ? `${word} ${item} ${name}` : null;
      case 'up':
        return item ? `show ${item} ${name}` : null;
      case 'peek':
        return `peek ${name}`;
      case 'claim':
        return item ? `claim ${name} ${item}` : `claim ${name}`;
      default:
        return null;
    }
  },

  prompt(scene: Here) {
    const { view, me, chooser } = scene;
    const claim = named(chooser.picked, 'claim');
    if (claim !== undefined) return `Claim ${knight(view, claim)}: choose the Item that you discard.`;
    if (named(chooser.picked, 'item')) {
      const banner = [...chooser.open].some((part) => part.startsWith('claim:'));
      return banner ? 'Now choose a Knight, or the banner of the one you claim.' : 'Now choose the Knight who gets it.';
    }
    if (named(chooser.picked, 'knight')) return 'Now choose an Item from your hand.';
    if (view.step.type === 'show') {
      const seen = view.knights[view.step.peeked]?.equipment.at(-1)?.card;
      const news =
        seen?.type === 'known' ? `On top of ${knight(view, view.step.peeked)} lies ${itemName(seen.item)}. ` : '';
      return `${news}Play an Item face-up on any Knight.`;
    }
    const has = me !== null && view.squires[me]?.knight !== null;
    if (ownHand(scene).length === 0) return 'You have no Item left: claim a Knight.';
    const peek = chooser.options.some((option) => option.parts[0]?.startsWith('peek:'))
      ? ', peek at the top of a pile'
      : '';
    return has
      ? `Play an Item on a Knight in the middle${peek && ', or peek at a pile first'}.`
      : `Play an Item on a Knight${peek}, or claim a Knight.`;
  },

  describe(move, { view }: Here) {
    switch (move.type) {
      case 'play':
        return `Play ${article(move.item)} face-down on ${knight(view, move.knight)}.`;
      case 'show':
        return `Play ${article(move.item)} face-up on ${knight(view, move.knight)}.`;
      case 'peek':
        return `Peek at the top Item of ${knight(view, move.knight)}, then play face-up.`;
      case 'claim':
        return `Claim ${knight(view, move.knight)}${move.discard ? ` and discard ${article(move.discard)}` : ''}.`;
    }
  },

  speak,

  beats,

  // The reckoning is counted up on the table; only who plays without beats gets it as a sheet to read.
  moments(events): Moment[] {
    const scored = events.find((event) => event.type === 'scored');
    if (!scored || settings.kept.speed !== 'instant') return [];
    return [{ title: `Round ${scored.round}: the reckoning`, data: { round: scored.round } }];
  },

  coach,

  points: (view) => view.squires.map((squire) => squire.total),

  Moment: Reckoning,
  Result,

  memorable,
  rule({ view }: Here) {
    switch (view.step.type) {
      case 'turn':
        return 'KS-R0';
      case 'show':
        return 'KS-R4';
      case 'over':
        return 'KS-R11';
    }
  },

  guide: [
    {
      title: 'You are a Squire',
      text:
        'Each round you serve one Knight. There is one Knight more than there are Squires, and ' +
        'everybody piles Items on the same ones.',
      spot: 'knights',
    },
    {
      title: 'What a Knight wants',
      text:
        'The whole heart shows what a Knight likes: one of each makes a set, for the bonus. The ' +
        'broken heart shows what a Knight hates: five points less for every card.',
      spot: 'knight:0',
    },
    {
      title: 'Your hand',
      text:
        'Choose an Item, then a Knight: it goes there face-down. After every lap all hands pass to ' +
        'the left, so what you keep, your neighbour gets.',
      spot: 'held',
    },
    {
      title: 'Peek',
      text: 'With three or more Squires you may look at the top card of a pile first. Then you must play face-up.',
      spot: 'knights',
    },
    {
      title: 'Claim',
      text:
        'When a Knight looks good, take it by its banner and discard an Item. The round ends when ' +
        'everybody has one.',
      spot: 'knights',
    },
    {
      title: 'The reckoning',
      text:
        'Sets, hated cards, the biggest feast, pairs and everything else are added up. But the ' +
        'Knight with the most Booze sleeps through it all. After three rounds the most points win.',
      spot: 'others',
    },
  ],
};

export default face;
