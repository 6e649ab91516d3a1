import type { Chivalry, Event, EventCard, Move, View } from '../../wire/knights-and-damosels';
import type { Face, Scene } from '../face';
import { beats } from './beats';
import Board from './Board.svelte';
import { EVENTS, KNIGHTS, player, short, speak, theCard, toPlace } from './cards';
import { coach } from './coach';
import MomentView from './Moment.svelte';
import { momentsOf } from './moments';
import Result from './Result.svelte';
import { memorable } from './story';

type Here = Scene<View>;

const VERBS: Record<string, string> = {
  'do:yield': 'Yield',
  'do:pass': 'Pass',
};

function listed(cards: readonly Chivalry[]): string {
  return cards.map(short).join(' and ');
}

/** What becomes of the other events when this one is discarded. */
function leftOver(view: View, gone: EventCard): string {
  const hand = view.event_hand?.type === 'known' ? view.event_hand.events : [];
  const rest = hand.filter((event) => event !== gone).map((event) => EVENTS[event]);
  return view.step.type === 'arthur_discards'
    ? `Merlin gets ${rest.join(' and ')}.`
    : `${rest.join(' and ')} is the event of the round.`;
}

const face: Face<View, Move, Event> = {
  Board,
  Result,
  Moment: MomentView,
  moments: momentsOf,
  speak,

  parts(move, _scene, legal) {
    switch (move.type) {
      case 'discard':
        return [`event:${move.event}`];
      case 'give':
        return [`give:${move.chivalry}`];
      case 'select':
        return [`shown:${move.number}`];
      case 'challenge':
        return [`challenge:${move.seat}:${move.chivalry}`];
      case 'high':
      case 'low':
        return [`thrust:${move.type}`];
      case 'yield':
      case 'pass':
        return [`do:${move.type}`];
      case 'offer':
        return [`row:${move.chivalry}`];
      case 'face':
        return toPlace(legal).map((card) => `${move.up.includes(card) ? 'up' : 'down'}:${card}`);
      case 'take':
        return [`take:${move.seat}:${move.chivalry}`];
      case 'arthur':
      case 'mordred':
        return [`side:${move.type}`];
      case 'fight':
        return [`fight:${move.chivalry}`];
    }
  },

  verb: (part) => VERBS[part] ?? part,

  attempt(parts) {
    const [what, ...names] = (parts.at(-1) ?? '').split(':') as [string, ...string[]];
    switch (what) {
      case 'event':
        return `discard ${names[0]}`;
      case 'give':
        return `give ${names[0]}`;
      case 'shown':
        return `select ${names[0]}`;
      case 'challenge':
        return `challenge ${names.join(' ')}`;
      case 'thrust':
        return names[0] ?? null;
      case 'row':
        return `offer ${names[0]}`;
      case 'take':
        return `take ${names.join(' ')}`;
      case 'side':
        return names[0] ?? null;
      case 'fight':
        return `fight ${names[0]}`;
      default:
        return null;
    }
  },

  prompt({ view, me, names }: Here) {
    const mine = me === null ? null : player(view, me);
    switch (view.step.type) {
      case 'arthur_discards':
        return 'You are Arthur: pick the event to discard. Merlin gets the other two.';
      case 'merlin_discards':
        return 'You are Merlin: pick the event to discard. The other one is revealed.';
      case 'giving':
        return 'Choose a card of your damosel to give. Nobody knows yet which knight will take it.';
      case 'selecting':
        return view.step.may_challenge
          ? 'Select a free card of the display, or challenge for one that another has selected.'
          : 'Select a free card of the display.';
      case 'offering':
        return view.step.may_challenge
          ? 'Offer a card of your knight, or challenge for one that another has offered.'
          : 'Offer a card of your knight.';
      case 'jousting': {
        const joust = view.joust;
        if (!joust) return 'High or low?';
        const other = names[joust.challenger === me ? joust.challenged : joust.challenger];
        return joust.holder === me
          ? `You have the right: different from ${other}, and you win. High or low?`
          : `${other} has the right: do the same, and it is yours. High or low?`;
      }
      case 'replacing':
        return 'You lost the card: take another one, or pass.';
      case 'placing':
        return view.event?.kind === 'disaster'
          ? 'Place each struck card face-up or face-down. The smaller side pays worship, the larger one is lost.'
          : 'Duty or betrayal, for each of your cards?';
      case 'taking':
        return 'Take one card of your damosel back: it will fight for you at Camlann.';
      case 'siding':
        return `On whose side does ${mine ? KNIGHTS[mine.knight] : 'your knight'} fight?`;
      case 'fighting':
        return 'Choose a card to fight with.';
      case 'over':
        return '';
    }
  },

  describe(move, { view, names, chooser }: Here) {
    switch (move.type) {
      case 'discard':
        return `Discard ${EVENTS[move.event]}: ${leftOver(view, move.event)}`;
      case 'give':
        return `Give ${theCard(move.chivalry)}.`;
      case 'select': {
        const card = view.display.find((one) => one.number === move.number);
        return card ? `Select ${theCard(card.chivalry)}.` : 'Select this card.';
      }
      case 'challenge':
        return `Challenge ${names[move.seat]} for ${theCard(move.chivalry)}.`;
      case 'high':
        return 'A high thrust.';
      case 'low':
        return 'A low thrust.';
      case 'yield':
        return 'Yield: the other has the card, no worship is lost.';
      case 'offer':
        return `Offer ${theCard(move.chivalry)}.`;
      case 'pass':
        return 'Pass.';
      case 'face': {
        const down = toPlace(chooser.options.map((option) => option.move.json as Move)).filter(
          (card) => !move.up.includes(card),
        );
        const words = [
          move.up.length > 0 ? `${listed(move.up)} face-up` : '',
          down.length > 0 ? `${listed(down)} face-down` : '',
        ]
          .filter(Boolean)
          .join(', ');
        return `${words}.`;
      }
      case 'take':
        return `Take ${theCard(move.chivalry)} back from ${KNIGHTS[player(view, move.seat).knight]}.`;
      case 'arthur':
        return "Fight on Arthur's side.";
      case 'mordred':
        return "Fight on Mordred's side.";
      case 'fight':
        return `Fight with ${theCard(move.chivalry)}.`;
    }
  },

  beats,
  coach,

  memorable,
  rule({ view }: Here) {
    switch (view.step.type) {
      case 'arthur_discards':
      case 'merlin_discards':
        return 'KD-R6';
      case 'giving':
        return 'KD-R7';
      case 'selecting':
        return 'KD-R9';
      case 'offering':
        return 'KD-R14';
      case 'jousting':
        return 'KD-R12';
      case 'replacing':
        return 'KD-R13';
      case 'placing':
        return view.event?.kind === 'disaster' ? 'KD-R17' : 'KD-R15';
      case 'taking':
        return 'KD-R21';
      case 'siding':
        return 'KD-R22';
      case 'fighting':
        return 'KD-R24';
      case 'over':
        return 'KD-R19';
    }
  },

  guide: [
    {
      title: 'Two people at once',
      text:
        'You play a knight, who earns cards, and a damosel, who gives hers away. The figures show ' +
        'three ways to win: many of her cards with one knight (portrait), many cards with your own ' +
        'knight (shield), or worship (laurel). The portrait beats the shield, the shield beats the ' +
        'laurel.',
      spot: 'own',
    },
    {
      title: 'The event',
      text:
        'Each round Arthur and Merlin choose an event: wars and quests share worship among who ' +
        'serves, prosperity rewards every offered card, a disaster takes. Both roles go on to the ' +
        'left.',
      spot: 'event',
    },
    {
      title: 'Gifts',
      text:
        'Every damosel gives a card in secret. Merlin shows them: all see the chivalries, only ' +
        'Merlin sees from whom they are. Each knight takes one that he does not have, and not from ' +
        'his own damosel.',
    },
    {
      title: 'Jousts',
      text:
        'On your turn you can challenge for a card that another has taken. Both thrust high or low: ' +
        'the same, and the right changes hands; different, and who has the right wins, with 1 ' +
        'worship.',
    },
    {
      title: 'Service',
      text:
        'Then knights offer cards that the event lists. In wars and quests each one lies face-up for ' +
        'duty or face-down for betrayal: a lone traitor profits, many traitors do not.',
    },
    {
      title: 'The others',
      text:
        'Everything open is on the table: cards with their damosels, worship, and what each damosel ' +
        'still has. When somebody reaches a goal after a round, all are ranked.',
      spot: 'others',
    },
  ],
};

export default face;
