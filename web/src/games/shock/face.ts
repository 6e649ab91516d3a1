import type { Event, Move, View } from '../../wire/shock';
import type { Face, Scene } from '../face';
import { beats } from './beats';
import Board from './Board.svelte';
import { cardName, short } from './cards';
import { coach } from './coach';
import { memorable } from './story';

type Here = Scene<View>;

const VERBS: Record<string, string> = {
  'do:withdraw': 'Withdraw',
  'do:reveal': 'Open another',
  'do:stop': 'Leave it',
  'do:keep': 'Keep the Potion',
};

const face: Face<View, Move, Event> = {
  Board,

  parts(move) {
    switch (move.type) {
      case 'play':
      case 'down':
        return [`card:${move.card}`];
      case 'cover':
        return [`poison:${move.kind}`];
      case 'withdraw':
      case 'reveal':
      case 'stop':
      case 'keep':
        return [`do:${move.type}`];
    }
  },

  verb: (part) => VERBS[part] ?? part,

  attempt(parts, { view }: Here) {
    const part = parts.at(-1) ?? '';
    const [what, name] = part.split(':');
    if (what === 'card') return `${view.step.type === 'down' ? 'down' : 'play'} ${name}`;
    if (what === 'poison') return `cover ${name}`;
    return null;
  },

  prompt({ view, me }: Here) {
    const top = me === null ? 0 : (view.players[me]?.on_top.value ?? 0);
    switch (view.step.type) {
      case 'turn':
        return top > 0
          ? `Play a card, or withdraw and save ${top} in jewels.`
          : 'Play a card, or withdraw from the round.';
      case 'down':
        return 'Choose a card to play face-down. Nobody will see it.';
      case 'must_cover':
        return 'Your Potion heals: choose the Poison card it covers.';
      case 'may_cover':
        return 'A new Potion: put it on a Poison card, or keep it.';
      case 'challenge':
        return `Open another Chest card, or leave it? ${view.step.more} more can be opened.`;
      case 'over':
        return '';
    }
  },

  describe(move, { view }: Here) {
    switch (move.type) {
      case 'play':
        return `Play the ${cardName(move.card, view)}.`;
      case 'down':
        return `Play the ${cardName(move.card, view)} face-down.`;
      case 'withdraw':
        return 'Withdraw: what lies on your bag is saved, and you are out of the round.';
      case 'reveal':
        return 'Open another Chest card.';
      case 'stop':
        return 'Leave the Chest alone.';
      case 'cover':
        return `Cover the ${move.kind} poison.`;
      case 'keep':
        return 'Keep the Potion for later.';
    }
  },

  speak: (text) => text.replace(/\b\d+[hsdc]\b/g, short),

  beats,

  coach,

  points: (view) => view.players.map((player) => player.inside.value),

  memorable,
  rule({ view }: Here) {
    switch (view.step.type) {
      case 'turn':
        return 'SH-R5';
      case 'down':
        return 'SH-R7';
      case 'must_cover':
      case 'may_cover':
        return 'SH-R13';
      case 'challenge':
        return 'SH-R16';
      case 'over':
        return 'SH-R18';
    }
  },

  guide: [
    {
      title: 'Jewels in a dungeon',
      text:
        'Five rounds of tricks. Jewels from tricks and from the Chest first lie on top of your bag: ' +
        'they are not yours yet.',
      spot: 'others',
    },
    {
      title: 'Your hand',
      text:
        'Cards with a golden edge can be played: follow the suit that was led if you can. The suit of the ' +
        'card on the left is trump and beats the others.',
      spot: 'trump',
    },
    {
      title: 'The trick',
      text:
        'Whoever wins it takes the jewels on its cards, but also its Poison and Potion cards, and ' +
        'then must open the Chest.',
      spot: 'trick',
    },
    {
      title: 'The Chest',
      text:
        'Jewels for all who are still in, or poison for all who are still in. Below it you see how much ' +
        'poison is in the air, and how much is left inside.',
      spot: 'chest',
    },
    {
      title: 'The shock',
      text:
        'The same poison twice is a shock: all that lies on your bag is lost, and you are out of the ' +
        'round. Withdraw in time, and it is saved inside the bag. The fullest bag after five rounds ' +
        'wins.',
    },
  ],
};

export default face;
