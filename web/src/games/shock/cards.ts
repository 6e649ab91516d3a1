// How cards are read and named.
import type { Card, ChestCard, Jewels, Kind, PlayerSeen, Suit, View } from '../../wire/shock';

export const SUITS: Record<Suit, { sign: string; name: string }> = {
  h: { sign: '♥', name: 'hearts' },
  s: { sign: '♠', name: 'spades' },
  d: { sign: '♦', name: 'diamonds' },
  c: { sign: '♣', name: 'clubs' },
};

export const KINDS: readonly Kind[] = ['jellyfish', 'spider', 'bee'];

export function suit(card: Card): Suit {
  return card.slice(-1) as Suit;
}

export function rank(card: Card): string {
  return card.slice(0, -1);
}

/** Suit by suit, from low to high. */
export function sorted(cards: readonly Card[]): Card[] {
  const place = (card: Card) => 'shdc'.indexOf(suit(card)) * 20 + Number(rank(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

export function poisonOf(card: Card, view: View): Kind | null {
  const kind = view.poison_cards.findIndex((cards) => cards.includes(card));
  return KINDS[kind] ?? null;
}

export function potion(card: Card, view: View): boolean {
  return view.potion_cards.includes(card);
}

export function cardName(card: Card, view: View): string {
  const kind = poisonOf(card, view);
  const extra = kind
    ? `, ${kind} poison`
    : potion(card, view)
      ? ', a Potion'
      : view.icons.includes(card)
        ? ', with a jewel icon'
        : '';
  return `${rank(card)} of ${SUITS[suit(card)].name}${extra}`;
}

export function short(card: Card): string {
  return rank(card) + SUITS[suit(card)].sign;
}

export function chestName(card: ChestCard): string {
  return card.type === 'poison'
    ? `${card.kind} poison for everybody in the round`
    : `${card.large} for whoever opens it, ${card.small} for the others`;
}

export function jewelWords(jewels: Jewels): string {
  const parts = [
    jewels.golden && `${jewels.golden} golden`,
    jewels.red && `${jewels.red} red`,
    jewels.clear && `${jewels.clear} clear`,
  ].filter(Boolean);
  return `${jewels.value} in jewels${parts.length ? ` (${parts.join(', ')})` : ''}`;
}

/** The poison of which a player has two doses. */
export function deadly(player: PlayerSeen | undefined): Kind | null {
  return player?.poisoned.find((dose) => dose.count > 1)?.kind ?? null;
}
