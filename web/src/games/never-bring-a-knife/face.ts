import type { Card, Event, Move, View } from '../../wire/never-bring-a-knife';
import type { Face, Scene } from '../face';
import { beats } from './beats';
import Board from './Board.svelte';
import { CARDS, placeName } from './cards';
import { coach } from './coach';
import Result from './Result.svelte';
import { speak } from './speak';
import { memorable } from './story';

type Here = Scene<View>;

const cut = (part: string) => part.split(':') as [string, string];
const named = (parts: readonly string[], what: string) => parts.map(cut).findLast(([name]) => name === what)?.[1];
const VERBS: Record<string, string> = {
  'do:decline': 'Do not look',
  'do:bank': 'Bank the Hit',
  'do:done': 'Spend no more',
};

function ownHand({ view, me }: Here): Card | undefined {
  const hand = me === null ? undefined : view.players[me]?.hand;
  return hand?.type === 'known' ? (Object.keys(hand.cards) as Card[]).find((card) => hand.cards[card] > 0) : undefined;
}

/** What a part of this kind names in one of the legal moves. */
function offered({ chooser }: Here, what: string): string | undefined {
  return chooser.options.map((option) => named(option.parts, what)).find((name) => name !== undefined);
}

function who(seat: number, { names, me }: Here): string {
  return seat === me ? 'yourself' : (names[seat] ?? `seat ${seat}`);
}

const face: Face<View, Move, Event> = {
  Board,

  parts(move) {
    switch (move.type) {
      case 'play':
        return [`card:${move.card}`, `seat:${move.target}`];
      case 'show':
        return [`card:${move.card}`, `up:${move.target}`];
      case 'look':
        return [`role:${move.at}`];
      case 'hit':
        return ['card:hit', `seat:${move.target}`];
      case 'heal':
        return [`heal:${move.target}`];
      case 'decline':
      case 'bank':
      case 'done':
        return [`do:${move.type}`];
    }
  },

  verb: (part) => VERBS[part] ?? part,

  attempt(parts, scene: Here) {
    const [what, name] = cut(parts.at(-1) ?? '');
    const card = named(parts, 'card') ?? ownHand(scene);
    const playing = scene.view.step.type === 'play';
    switch (what) {
      case 'card': {
        const on = named(parts, 'seat') ?? offered(scene, 'seat');
        return playing && on !== undefined ? `play ${name} ${on}` : name === 'hit' ? `hit ${on ?? 0}` : null;
      }
      case 'seat':
        if (!playing) return `hit ${name}`;
        return card ? `play ${card} ${name}` : null;
      case 'up':
        return card ? `show ${card} ${name}` : null;
      case 'role':
        return `look ${name}`;
      case 'heal':
        return `heal ${name}`;
      default:
        return null;
    }
  },

  prompt(scene: Here) {
    const { view, me, chooser } = scene;
    const card = named([...chooser.settled], 'card') as Card | undefined;
    switch (view.step.type) {
      case 'play':
        return card
          ? `${CARDS[card].name}: before whom? Choose a stack.`
          : 'Choose a card from your hand, then the stack of a player.';
      case 'intel':
        return `Intel: look at a role card, or not.${view.step.left > 1 ? ` ${view.step.left} looks are left.` : ''}`;
      case 'hit':
        return `The Hit lies before you. Pay ${view.prices.hit} Money to wound somebody (choose a stack), or bank it.`;
      case 'talk': {
        const bank = me === null ? 0 : (view.players[me]?.bank ?? 0);
        if (card === 'hit') return 'The Hit: choose the stack of whom it wounds.';
        const wishes = [
          chooser.options.some((option) => option.parts[0]?.startsWith('heal:')) &&
            `heal a wound (${view.prices.heal})`,
          chooser.options.some((option) => option.parts[0]?.startsWith('role:')) &&
            `look at a role card (${view.prices.look})`,
          chooser.options.some((option) => option.parts[0] === 'card:hit') && `use the Hit (${view.prices.hit})`,
        ].filter(Boolean);
        return `Money talks: you have ${bank}. You can ${wishes.join(', ')}, or stop.`;
      }
      case 'over':
        return '';
    }
  },

  describe(move, scene: Here) {
    switch (move.type) {
      case 'play': {
        // Without a choice between the two, it lies face-up.
        const choice = scene.chooser.options.some((option) => option.parts.includes(`up:${move.target}`));
        return `Lay ${CARDS[move.card].name} before ${who(move.target, scene)}, ${choice ? 'face-down' : 'face-up'}.`;
      }
      case 'show':
        return `Lay ${CARDS[move.card].name} face-up before ${who(move.target, scene)}.`;
      case 'look':
        return `Look at the role card of ${placeName(move.at, scene.names)}.`;
      case 'hit':
        return `Pay ${scene.view.prices.hit} Money for the Hit: a wound for ${who(move.target, scene)}.`;
      case 'heal':
        return `Pay ${scene.view.prices.heal} Money to heal a wound of ${who(move.target, scene)}.`;
      case 'decline':
        return 'Do not look at any role card.';
      case 'bank':
        return 'Bank the Hit for later.';
      case 'done':
        return 'Spend no more Money in this round.';
    }
  },

  speak,

  beats,

  coach,

  Result,

  memorable,
  rule({ view }: Here) {
    switch (view.step.type) {
      case 'play':
        return 'NK-R3';
      case 'intel':
        return 'NK-R8';
      case 'hit':
        return 'NK-R9';
      case 'talk':
        return 'NK-R10';
      case 'over':
        return 'NK-R11';
    }
  },

  guide: [
    {
      title: 'Whose side are you on?',
      text:
        'Half are Cops under cover, half are Criminals. You know your own role and, unless the game ' +
        'is hard, the one of your left neighbour.',
      spot: 'me',
    },
    {
      title: 'Lay a card',
      text:
        'Choose a card, then the stack of a player: the first one of a round goes to somebody else. ' +
        'The first card of a stack lies face-up, later ones face-down. Four cards fill it.',
      spot: 'held',
    },
    {
      title: 'The reveal',
      text:
        'Full stacks are shuffled and turned up. Every two Guns without Armor are a wound. Money ' +
        'goes to the bank, Crime takes it away.',
      spot: 'others',
    },
    {
      title: 'Money talks',
      text: 'Then Money heals wounds or buys a look at a role card: click on the wounds, or on the role card.',
      spot: 'deck',
    },
    {
      title: 'Talk and notes',
      text: 'Say what you like, true or not; and keep in your notebook what you think of whom. Nobody else sees it.',
      spot: 'talk',
    },
    {
      title: 'The end',
      text:
        'Three wounds are a fall, and the team of whoever has fallen loses. If both sides lose as ' +
        'many, the team of the boss in the middle wins.',
      spot: 'boss',
    },
  ],
};

export default face;
