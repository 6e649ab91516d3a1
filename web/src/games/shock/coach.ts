// One sentence for each decision, for people who play their first games: what is at stake, counted from the view. It
// never says what to do.
import type { Kind, PlayerSeen, View } from '../../wire/shock';
import type { Scene } from '../face';
import { poisonOf, SUITS, suit } from './cards';

export function coach({ view, me, names }: Scene<View>): string | null {
  const own = me === null ? undefined : view.players[me];
  if (!own) return null;
  switch (view.step.type) {
    case 'turn':
      return turn(view, own, names);
    case 'down':
      return down(view);
    case 'must_cover':
    case 'may_cover':
      return cover(own);
    case 'challenge':
      return stake(view, own);
    case 'over':
      return null;
  }
}

const doses = (own: PlayerSeen, kind: Kind) => own.poisoned.find((one) => one.kind === kind)?.count ?? 0;
const jewels = (count: number) => (count === 1 ? '1 jewel' : `${count} jewels`);

/** How many cards of the Chest bring a poison of which the player has a dose. */
function deadlyCards(view: View, own: PlayerSeen): number {
  return view.chest.left.filter((card) => card.type === 'poison' && doses(own, card.kind) > 0).length;
}

function turn(view: View, own: PlayerSeen, names: readonly string[]): string {
  const { trick } = view;
  const laid = trick.won ? [] : trick.cards.filter((one) => one.face_up);
  const second = laid
    .flatMap(({ card }) => (card.type === 'known' ? [poisonOf(card.card, view)] : []))
    .find((kind) => kind !== null && doses(own, kind) > 0);
  if (second) return `A ${second} card is in this trick, and you have a dose: whoever wins it takes the card.`;
  const deadly = deadlyCards(view, own);
  const top = own.on_top.value;
  const left = view.chest.left.length;
  if (top > 0 && deadly > 0)
    return `${jewels(top)} on your bag can still be lost: ${deadly} of ${left} Chest cards would shock you.`;
  if (laid.length > 0 && trick.best !== null) {
    const best = names[trick.best] ?? '';
    return `${jewels(trick.jewels)} on the trick, and ${best} is winning it. The winner has to open the Chest.`;
  }
  return `High cards and trumps (${SUITS[suit(view.trump)].sign}) win tricks: jewels, but also poison, and the Chest.`;
}

function down(view: View): string {
  if (view.round === 5) return 'The last round: what stays in your hand has no use any more.';
  if (view.simplified) return 'All hands are given back after the round, so no card is worth keeping.';
  return 'What stays in your hand is yours in the next round too, and the trump will be another.';
}

function cover(own: PlayerSeen): string {
  const mine = own.poisoned.filter((one) => one.count > 0);
  if (!own.poison.some((one) => !one.covered))
    return 'No Poison card lies in front of you; a Potion that you keep waits for one.';
  const list = mine.map((one) => `${one.count} of ${one.kind}`).join(', ');
  return `Your doses, with the air: ${list}. Two of a kind are a shock; ${jewels(own.on_top.value)} at stake.`;
}

function stake(view: View, own: PlayerSeen): string {
  const deadly = deadlyCards(view, own);
  const left = view.chest.left.length;
  if (deadly === 0) return `None of the ${left} cards in the Chest can shock you yet: none is a second dose.`;
  return `${deadly} of the ${left} cards in the Chest would shock you: ${jewels(own.on_top.value)} at stake.`;
}
