// How cards are read and named.
import type { Card, ChestCard, Jewels, Kind, PlayerSeen, Suit, View } from '../../wire/shock';

export const SUITS: Record<Suit, { sign: string; name: string }> = {
  h: { sign: '♥', name: 'hearts' },
  s: { sign: '♠', name: 'spades' },
  d: { sign: '♦', name: 'diamonds' },
  c: { sign: '♣', name: 'clubs' },
};

/** The colours of the suits on paper: each its own, beside its shape. */
export const INKS: Record<Suit, string> = { h: '#a3201b', s: '#2d2540', d: '#8a4a00', c: '#1d5a35' };

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

/** What a Chest card does, for people who have not seen it before. */
export function chestWords(card: ChestCard): string {
  if (card.type === 'poison')
    return (
      `${capital(card.kind)} poison from the Chest: 1 jewel for whoever opened it, ` +
      'and a dose of poison for everybody still in the round. No Potion covers it.'
    );
  const others = card.small > 0 ? `${card.small} for each other player still in the round` : 'none for the others';
  return `Jewel card ${card.large}/${card.small}: ${card.large} for whoever opened it, ${others}.`;
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Why a card is worth a look before it is played. */
export function cardWords(card: Card, view: View): string {
  const kind = poisonOf(card, view);
  if (kind)
    return `Poison: whoever wins the trick takes it as a dose of ${kind} poison. Two doses of a kind are a shock.`;
  if (potion(card, view)) return 'A Potion: whoever wins the trick takes it and may cover one of their Poison cards.';
  if (view.icons.includes(card)) return 'A jewel is laid on it when it is played face-up; who wins the trick gets it.';
  return 'No jewel, no poison: it only counts by its number.';
}

export function jewelWords(jewels: Jewels): string {
  const parts = [
    jewels.golden && `${jewels.golden} golden of 10`,
    jewels.red && `${jewels.red} red of 5`,
    jewels.clear && `${jewels.clear} clear of 1`,
  ].filter(Boolean);
  return `${jewels.value} in jewels${parts.length ? ` (${parts.join(', ')})` : ''}`;
}

/** The poison of which a player has two doses. */
export function deadly(player: PlayerSeen | undefined): Kind | null {
  return player?.poisoned.find((dose) => dose.count > 1)?.kind ?? null;
}
