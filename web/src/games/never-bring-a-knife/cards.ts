// How cards and roles are named, drawn and counted.
import type { Component } from 'svelte';
import type {
  Card,
  CardsSeen,
  Counts,
  How,
  KnownRole,
  LaidSeen,
  Place,
  PlayerSeen,
  Role,
  View,
} from '../../wire/never-bring-a-knife';
import Armor from '~icons/game-icons/armor-vest';
import Cop from '~icons/game-icons/police-badge';
import Crime from '~icons/game-icons/robber-hand';
import Criminal from '~icons/game-icons/balaclava';
import Gun from '~icons/game-icons/revolver';
import Hit from '~icons/game-icons/crosshair';
import Intel from '~icons/game-icons/binoculars';
import Mole from '~icons/game-icons/mole';
import Money from '~icons/game-icons/banknote';

interface Look {
  name: string;
  icon: Component;
  /** For cards that are light in both themes. */
  ink: string;
}

export const CARDS: Record<Card, Look & { text: string; rule: string }> = {
  gun: {
    name: 'Gun',
    icon: Gun,
    ink: '#8f1d1d',
    text: 'Every two Guns in a stack, Armor taken off, are a wound.',
    rule: 'NK-R5',
  },
  armor: { name: 'Armor', icon: Armor, ink: '#244a74', text: 'Cancels one Gun in the same stack.', rule: 'NK-R5' },
  money: {
    name: 'Money',
    icon: Money,
    ink: '#1d6233',
    text: 'Goes to the bank of whoever it lies before, to be spent when Money talks.',
    rule: 'NK-R15',
  },
  crime: {
    name: 'Crime',
    icon: Crime,
    ink: '#5d2a78',
    text: 'Takes one Money away: from the same stack, or else from the bank.',
    rule: 'NK-R6',
  },
  intel: {
    name: 'Intel',
    icon: Intel,
    ink: '#0d5a61',
    text: 'Whoever it lies before may look at a role card.',
    rule: 'NK-R8',
  },
  hit: {
    name: 'Hit',
    icon: Hit,
    ink: '#26211d',
    text: 'For Money a wound for anybody, at once or later. It can be banked.',
    rule: 'NK-R9',
  },
  mole: {
    name: 'Mole',
    icon: Mole,
    ink: '#74450e',
    text: 'The role card of whoever it lies before and the boss change places.',
    rule: 'NK-R7',
  },
};

export const ROLES: Record<Role, Look & { long: string }> = {
  cop: { name: 'Cop', long: 'Undercover Cop', icon: Cop, ink: '#1d4f86' },
  criminal: { name: 'Criminal', long: 'Hardened Criminal', icon: Criminal, ink: '#8f1d1d' },
};

export const BACK = '#3a2a2a';
export const ROLE_BACK = '#1f2f3f';
export const ORDER: readonly Card[] = ['gun', 'armor', 'money', 'crime', 'intel', 'hit', 'mole'];

export const HOW: Record<How, string> = {
  own: 'your own from the start',
  neighbour: 'seen at the start, as your left neighbour',
  wound: 'seen at a first wound',
  intel: 'seen by Intel',
  paid: 'seen for Money',
  mole: 'taken up with the Mole',
};

/** Every single card, kind by kind. */
export function spread(cards: Counts): Card[] {
  return ORDER.flatMap((card) => Array.from({ length: cards[card] }, () => card));
}

export function many(cards: CardsSeen): number {
  return cards.type === 'known' ? spread(cards.cards).length : cards.count;
}

export function placeName(at: Place, names: readonly string[]): string {
  return at === 'boss' ? 'the boss' : (names[at] ?? `seat ${at}`);
}

export function wounds(count: number): string {
  return count === 1 ? '1 wound' : `${count} wounds`;
}

/** At the end all role cards lie open, even those the viewer already knew. */
export function turned(known: KnownRole, view: View): KnownRole {
  return view.outcome && known.type === 'known' ? { type: 'open', role: known.role } : known;
}

/** A role card that the viewer knows, as the inspector shows it: all of its face. */
export function inLight(known: KnownRole): KnownRole {
  return known.type === 'known' ? { type: 'open', role: known.role } : known;
}

/** A stack in words. */
export function stackWords(player: PlayerSeen, names: readonly string[]): string {
  if (player.revealed)
    return `turned up: ${spread(player.revealed)
      .map((card) => CARDS[card].name)
      .join(', ')}`;
  if (player.stack.length === 0) return 'empty';
  return player.stack.map(laidWords(names)).join('; ');
}

export function laidWords(names: readonly string[]): (laid: LaidSeen) => string {
  return (laid) =>
    (laid.card.type === 'known' ? CARDS[laid.card.card].name : 'a card') +
    (laid.face_up ? '' : ', face-down') +
    `, from ${names[laid.seat]}`;
}

/** Whether a player has as many wounds as make a fall, by the server's word. */
export function fallen(view: View, seat: number): boolean {
  return (view.players[seat]?.wounds ?? 0) >= view.prices.fall;
}
