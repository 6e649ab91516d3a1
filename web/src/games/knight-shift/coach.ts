// One sentence for people who play their first games: what matters in the decision at hand, from what the viewer knows.
// It counts what can be seen, and names no best move.
import type { Kind, KnightSeen, View } from '../../wire/knight-shift';
import type { Scene } from '../face';
import { count, itemName, kindOf, words } from './items';

const picked = (scene: Scene<View>, what: string) =>
  scene.chooser.picked.findLast((part) => part.startsWith(`${what}:`))?.slice(what.length + 1);

/** The kinds of the Items that the viewer knows to lie with a Knight. */
function known(knight: KnightSeen): Kind[] {
  return knight.equipment.flatMap(({ card }) => (card.type === 'known' ? [kindOf(card.item)] : []));
}

function list(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nobody');
}

/** Who likes and who hates what is about to be given away. */
function tastes(kind: Kind, free: readonly KnightSeen[]): string {
  const names = (taste: 'likes' | 'dislikes') =>
    list(free.filter(({ print }) => print[taste].includes(kind)).map(({ print }) => print.name));
  return `${itemName(kind)}: liked by ${names('likes')}, hated by ${names('dislikes')}.`;
}

/** The free Knight who, by what is known, has a whole set or lacks least of one: the dearest first. */
function nearest(free: readonly KnightSeen[]): { knight: KnightSeen; missing: Kind[] } | undefined {
  return free
    .map((knight) => ({ knight, missing: knight.print.likes.filter((kind) => !known(knight).includes(kind)) }))
    .sort((a, b) => a.missing.length - b.missing.length || b.knight.print.bonus - a.knight.print.bonus)[0];
}

function without(view: View, me: number): string {
  const others = view.squires.filter((squire) => squire.knight === null && squire.seat !== me).length;
  return others === 1 ? '1 other Squire' : `${others} other Squires`;
}

function rivals(view: View, me: number): string {
  const none = view.squires.every((squire) => squire.knight !== null || squire.seat === me);
  return none ? 'Everybody else has a Knight.' : `${without(view, me)} may claim the same Knight.`;
}

/** Before anything is chosen: how far the Knights have come. */
function turn(view: View, me: number, free: readonly KnightSeen[]): string | null {
  const closest = nearest(free);
  if (!closest) return null;
  const { knight, missing } = closest;
  const { name, bonus } = knight.print;
  const hidden = knight.equipment.filter(({ card }) => card.type === 'hidden').length;
  const more = hidden > 0 ? `${hidden} more ${hidden === 1 ? 'lies' : 'lie'} there, hidden from you.` : '';
  if (missing.length === 0) return `You know of a whole set with ${name}, worth ${bonus}. ${more || rivals(view, me)}`;
  if (missing.length === 1)
    return `By what you know, ${name} only lacks ${words(missing)} for a set worth ${bonus}. ${more}`.trim();
  return 'No set is near yet: look who likes what lies open or what you hold, and who hates it.';
}

export function coach(scene: Scene<View>): string | null {
  const { view, me, names, players } = scene;
  if (me === null || view.step.type === 'over') return null;
  const own = view.squires[me];
  if (!own) return null;
  const free = view.knights.filter((knight) => knight.claimed_by === null);
  if (count(own.hand) === 0 && own.knight === null)
    return `${free.length} Knights are left: compare what lies open, and where others put hidden Items.`;
  const left = names[(me + 1) % players] ?? 'your neighbour';
  if (picked(scene, 'claim') !== undefined)
    return `Your hand goes to ${left} after this lap: what you discard now is what ${left} will not get.`;
  const item = picked(scene, 'item');
  if (item !== undefined) return tastes(kindOf(item as Kind), free);
  if (view.step.type === 'show')
    return `Everybody will see this Item, and they saw you look at ${view.knights[view.step.peeked]?.print.name}.`;
  if (own.knight !== null) {
    const booze = known(view.knights[own.knight] as KnightSeen).filter((kind) => kind === 'booze').length;
    return (
      `Nobody touches your Knight now, with ${booze} Booze that you know of. ` +
      `What you play helps or hurts ${without(view, me)}.`
    );
  }
  return turn(view, me, free);
}
