// Knight Shift. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat } from "./core";

/** The table as one eye sees it. */
export type View = {
  /** Whose eye. */
  eye: Eye;
  /** The current round, from 1; the last one when the game is over. */
  round: number;
  /** Which lap of the round, from 1. */
  lap: number;
  /** The Head Squire. */
  head: Seat;
  /** Whose turn it is, until the game is over. */
  turn: Seat | null;
  /** The decision to be made. */
  step: Step;
  /** The Knights of the round, including claimed ones. */
  knights: KnightSeen[];
  /** The players. */
  squires: SquireSeen[];
  /** The draw pile, the top first. */
  draw_pile: CardsSeen;
  /** The discard pile, in the order of the claims. */
  discards: DiscardSeen[];
  /** The Items that are not in this round. */
  aside: CardsSeen;
  /** The finished rounds. */
  rounds: RoundSeen[];
  /** What is printed on the Items. */
  items: ItemPrint[];
  /** What 1, 2, 3, 4 and 5 or more "Companions" are worth together. */
  companions: number[];
  /** The outcome, once the game is over. */
  outcome: Outcome | null;
};

/** A player's choice. */
export type Move =
  /** Play an Item face-down on a Knight. */
  | {
      type: "play";
      /** From your hand. */
      item: Item;
      /** Whose equipment it joins. */
      knight: Knight;
    }
  /** Play an Item face-up on a Knight. */
  | {
      type: "show";
      /** From your hand. */
      item: Item;
      /** Whose equipment it joins. */
      knight: Knight;
    }
  /** Claim a Knight. */
  | {
      type: "claim";
      /** Which one. */
      knight: Knight;
      /** The Item put on the discard pile; none with an empty hand. */
      discard?: Item;
    }
  /** Look at the top Item of a Knight. */
  | {
      type: "peek";
      /** Which one. */
      knight: Knight;
    };

/**
 * Something that happens. If only some players may know a card, the others are told with the card hidden, or not at
 * all.
 */
export type Event =
  /** A round was dealt (KS-R10). */
  | {
      type: "round_began";
      /** Which round, from 1. */
      round: number;
      /** The Head Squire. */
      head: Seat;
      /** The Knights in the middle. */
      knights: KnightPrint[];
      /** The face-up Item that each Knight begins with. */
      seeds: Item[];
    }
  /** A Squire looks at a hand: at the deal, and when hands are passed. Only that seat is told. */
  | {
      type: "hand";
      /** Whose hand it is now. */
      seat: Seat;
      /** What is in it. */
      items: Item[];
    }
  /** A Squire drew an Item (KS-R2). The others do not see it. */
  | {
      type: "drew";
      /** Who. */
      seat: Seat;
      /** What. */
      card: CardSeen;
    }
  /** An Item was played (KS-R3, KS-R4). If it lies face-down, the others do not see it. */
  | {
      type: "played";
      /** Who. */
      seat: Seat;
      /** Whose equipment it joined. */
      knight: Knight;
      /** What. */
      card: CardSeen;
      /** Whether it lies face-up. */
      face_up: boolean;
    }
  /** A Squire looked at the top Item of a Knight (KS-R4). The others do not see it, unless it lies face-up. */
  | {
      type: "peeked";
      /** Who. */
      seat: Seat;
      /** Whose equipment. */
      knight: Knight;
      /** What. */
      card: CardSeen;
    }
  /** A Knight was claimed (KS-R5). */
  | {
      type: "claimed";
      /** Who. */
      seat: Seat;
      /** Which Knight. */
      knight: Knight;
      /** The Item discarded for it; none from an empty hand. */
      discard: Item | null;
    }
  /** A Squire with a Knight but no Item passed (KS-R5). */
  | {
      type: "passed";
      /** Who. */
      seat: Seat;
    }
  /** All hands went one seat to the left (KS-R1). */
  | { type: "hands_passed" }
  /** The last Knight was claimed: everything is shown (KS-R8). */
  | {
      type: "revealed";
      /** What lies under every Knight of the round, claimed or not. */
      knights: EquippedSeen[];
      /** What was left in the hands, by seat. */
      hands: Item[][];
      /** What was left of the draw pile, the top first. */
      draw_pile: Item[];
    }
  /** A round was scored (KS-R19). */
  | {
      type: "scored";
      /** Which round, from 1. */
      round: number;
      /** The score sheets by seat. */
      sheets: SheetSeen[];
      /** The running totals by seat. */
      totals: number[];
    }
  /** The game is over (KS-R11). */
  | {
      type: "over";
      /** Who won and why. */
      outcome: Outcome;
    };

/** An Item card that may be hidden. */
export type CardSeen =
  /** Its face is known. */
  | {
      type: "known";
      /** Which it is. */
      item: Item;
    }
  /** Only its back is seen. */
  | { type: "hidden" };

/** Item cards that may be hidden. */
export type CardsSeen =
  /** Their faces are known. */
  | {
      type: "known";
      /** Which they are. */
      items: Item[];
    }
  /** Only their backs are seen. */
  | {
      type: "hidden";
      /** How many there are. */
      count: number;
    };

/** An Item on the discard pile. */
export type DiscardSeen = {
  /** Who discarded it. */
  seat: Seat;
  /** For which Knight. */
  knight: Knight;
  /** What. */
  item: Item;
};

/** What lies under a Knight when everything is shown. */
export type EquippedSeen = {
  /** The number in the notation. */
  knight: Knight;
  /** Who has claimed it. */
  claimed_by: Seat | null;
  /** What it was given, from bottom to top. */
  items: Item[];
};

/** The face of an Item card, as the notation names it. */
export type Item =
  /** A weapon. */
  | "axe"
  /** Worn over everything else. */
  | "armor"
  /** A weapon. */
  | "sword"
  /** Carried on the other arm. */
  | "shield"
  /** A weapon. */
  | "lance"
  /** Sat upon. */
  | "horse"
  /** A weapon. */
  | "bow"
  /** What a bow is for. */
  | "arrows"
  /** A snack: two towards the feast. */
  | "food2"
  /** A meal: three towards the feast. */
  | "food3"
  /** A roast: four towards the feast. */
  | "food4"
  /** Welcome in moderation. */
  | "booze"
  /** "Companions". */
  | "companions"
  /** Clean ones. */
  | "undergarments";

/** What is printed on an Item. */
export type ItemPrint = {
  /** Which face. */
  item: Item;
  /** How many the deck has. */
  count: number;
  /** What one is worth; none for Food and "Companions". */
  points: number | null;
  /** What it adds to a feast. */
  feast: number;
  /** The partner, for a weapon. */
  pairs_with: Kind | null;
};

/** A kind of Item, as Knights like and dislike them: the three faces of Food are one kind. */
export type Kind =
  /** A weapon. */
  | "axe"
  /** No weapon. */
  | "armor"
  /** A weapon. */
  | "sword"
  /** No weapon. */
  | "shield"
  /** A weapon. */
  | "lance"
  /** No weapon. */
  | "horse"
  /** A weapon. */
  | "bow"
  /** No weapon. */
  | "arrows"
  /** Counted for the feast. */
  | "food"
  /** Counted for the drunk. */
  | "booze"
  /** Counted as a set. */
  | "companions"
  /** No weapon. */
  | "undergarments";

/** A Knight in the middle, numbered from 0 in the order dealt. */
export type Knight = number;

/** What is printed on a Knight. */
export type KnightPrint = {
  /** The Knight's name. */
  name: string;
  /** The Knight's title. */
  title: string;
  /** One of each makes a set. */
  likes: Kind[];
  /** What a set is worth. */
  bonus: number;
  /** Each card of these kinds costs five points. */
  dislikes: Kind[];
};

/** A Knight of the round. */
export type KnightSeen = {
  /** The number in the notation. */
  knight: Knight;
  /** What is printed on the card. */
  print: KnightPrint;
  /** Who has claimed it. */
  claimed_by: Seat | null;
  /** What it was given, from bottom to top. */
  equipment: LaidSeen[];
};

/** An Item under a Knight. */
export type LaidSeen = {
  /** What it is. */
  card: CardSeen;
  /** Whether it was laid face-up. */
  face_up: boolean;
  /** Who put it there; none if it was dealt there. */
  by: Seat | null;
};

/** The Knight that nobody claimed in a finished round. */
export type LeftoverSeen = {
  /** Which one. */
  knight: KnightPrint;
  /** What it had been given, kind by kind. */
  equipment: Item[];
};

/** A finished round. */
export type RoundSeen = {
  /** Which round, from 1. */
  round: number;
  /** Every player's Knight, its equipment and the score sheet, by seat. */
  squires: ScoredSeen[];
  /** The Knight that nobody claimed. */
  leftover: LeftoverSeen;
};

/** What a player scored in a finished round. */
export type ScoredSeen = {
  /** The claimed Knight. */
  knight: KnightPrint;
  /** What it had been given, kind by kind. */
  equipment: Item[];
  /** The score sheet. */
  sheet: SheetSeen;
};

/** A score sheet with the cards behind every column (KS-R19). */
export type SheetSeen = {
  /** Whose. */
  seat: Seat;
  /** Whether the Knight had strictly the most Booze. */
  too_much_booze: boolean;
  /** The bonuses for complete sets. */
  likes: number;
  /** Hated cards: 0 or less. */
  dislikes: number;
  /** Points for the feast. */
  food: number;
  /** The points of all cards in pairs. */
  paired: number;
  /** "Companions" and loose cards. */
  everything_else: number;
  /** The sum. */
  total: number;
  /** How much Booze was poured away before the rest was scored (two players). */
  poured_away: number;
  /** The complete sets of what the Knight likes. */
  sets: Item[][];
  /** The hated cards. */
  hated: Item[];
  /** The total of the feast. */
  feast: number;
  /** The pairs, the weapon first. */
  pairs: [Kind, Kind][];
  /** How many "Companions" count. */
  companions: number;
  /** The cards that count alone. */
  loose: Item[];
};

/** A player. */
export type SquireSeen = {
  /** Which player. */
  seat: Seat;
  /** The hand. */
  hand: CardsSeen;
  /** The claimed Knight. */
  knight: Knight | null;
  /** The points of all finished rounds. */
  total: number;
};

/** The decision that the player to move must make. */
export type Step =
  /** To play, to peek or to claim. */
  | { type: "turn" }
  /** To play face-up after a peek. */
  | {
      type: "show";
      /** The Knight whose top Item was looked at. */
      peeked: Knight;
    }
  /** None: the game is over. */
  | { type: "over" };
