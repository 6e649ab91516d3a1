// Views as beats show them: the server's view, with what is only seen while something happens.
import type {
  Chivalry,
  Damosel,
  DamoselSeen,
  EarnedSeen,
  FoughtSeen,
  GrantedSeen,
  LostSeen,
  Move,
  PlacedSeen,
  PlayerSeen,
  View,
} from '../../wire/knights-and-damosels';
import { CHIVALRIES } from './cards';

/** What is on the stage for a moment. */
export interface Extra {
  /** A pass of arms: what the riders chose, once it is seen, and whether it is decided who has the right. */
  ride?: { ways: [Move, Move] | null; decided: boolean };
  /** The cards of an event: how they lie, as far as they are uncovered, and what came of them. */
  uncovered?: Uncovered;
  /** A round of the battle: the cards that fight, and whether their fates are told. */
  clash?: { cards: readonly FoughtSeen[]; told: boolean };
}

export interface Uncovered {
  cards: readonly { seat: number; chivalry: Chivalry }[];
  /** Whether those that are not uncovered yet lie closed. */
  closed: boolean;
  open: readonly PlacedSeen[];
  earned: readonly EarnedSeen[];
  lost: readonly LostSeen[];
  returned: readonly GrantedSeen[];
}

export function extra(view: View): Extra {
  return view as View & Extra;
}

/** The view with nothing but this on the stage. */
export function staged(view: View, now: Extra): View {
  const { ride: _ride, uncovered: _uncovered, clash: _clash, ...plain } = view as View & Extra;
  return { ...plain, ...now } as View;
}

export function who(view: View, seat: number, change: (one: PlayerSeen) => Partial<PlayerSeen>): View {
  return { ...view, players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

function row(one: PlayerSeen, cards: PlayerSeen['row']): Partial<PlayerSeen> {
  const ordered = [...cards].sort((a, b) => CHIVALRIES.indexOf(a.chivalry) - CHIVALRIES.indexOf(b.chivalry));
  return { row: ordered, progress: { ...one.progress, earned: ordered.length } };
}

/** A knight gets a card. */
export function laid(view: View, seat: number, chivalry: Chivalry, damosel: DamoselSeen): View {
  return who(view, seat, (one) =>
    row(one, [...one.row.filter((card) => card.chivalry !== chivalry), { chivalry, damosel }]),
  );
}

/** A knight loses a card. */
export function lifted(view: View, seat: number, chivalry: Chivalry): View {
  return who(view, seat, (one) =>
    row(
      one,
      one.row.filter((card) => card.chivalry !== chivalry),
    ),
  );
}

/** So many more of a damosel's cards lie openly with the knight of this seat. */
function given(view: View, damosel: Damosel, seat: number, more: number): View {
  const owner = ownerOf(view, damosel);
  if (owner === null) return view;
  return who(view, owner, (one) => {
    const counts = one.given.map((count, to) => (to === seat ? count + more : count));
    return { given: counts, progress: { ...one.progress, given: Math.max(0, ...counts) } };
  });
}

function pile(view: View, damosel: Damosel, change: (cards: Chivalry[]) => Chivalry[]): View {
  return {
    ...view,
    players: view.players.map((one) => (one.damosel === damosel ? { ...one, pile: change(one.pile) } : one)),
    unused: view.unused.map((one) => (one.damosel === damosel ? { ...one, pile: change(one.pile) } : one)),
  };
}

/** The damosel behind a knight's card is shown: everybody sees that it has left her. */
export function granted(view: View, { seat, chivalry, damosel }: GrantedSeen): View {
  const shown = laid(view, seat, chivalry, { type: 'known', damosel });
  const gone = pile(shown, damosel, (cards) => cards.filter((card) => card !== chivalry));
  return given(gone, damosel, seat, 1);
}

/** A knight's card goes back to its damosel. */
export function takenHome(view: View, { seat, chivalry, damosel }: GrantedSeen): View {
  const home = pile(lifted(view, seat, chivalry), damosel, (cards) =>
    CHIVALRIES.filter((card) => card === chivalry || cards.includes(card)),
  );
  return given(home, damosel, seat, -1);
}

export function worship(view: View, seat: number, more: number): View {
  return who(view, seat, ({ progress }) => ({ progress: { ...progress, worship: progress.worship + more } }));
}

/** The seat that plays a damosel. */
export function ownerOf(view: View, damosel: Damosel): number | null {
  return view.players.find((one) => one.damosel === damosel)?.seat ?? null;
}

/** Where a damosel's cards lie. */
export function homeOf(view: View, damosel: Damosel): string {
  const owner = ownerOf(view, damosel);
  return owner === null ? 'unused' : `home:${owner}`;
}
