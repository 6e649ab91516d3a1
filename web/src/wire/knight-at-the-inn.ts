// Knight at the Inn. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat } from "./core";

/** The table as one eye sees it. */
export type View = {
  /** Whose eye. */
  eye: Eye;
  /** How many turns have been finished. */
  turns: number;
  /** Whose turn it is, until the game is over. */
  turn: Seat | null;
  /** The decision to be made. */
  step: Step;
  /** How many times this position has stood at the start of a turn, as KI-R8 counts; 0 in the first turns. */
  repetition: number;
  /** The nine inns, from `1a` to `3c`. */
  inns: InnSeen[];
  /** The two players. */
  households: [HouseholdSeen, HouseholdSeen];
  /** What is printed on the tokens. */
  tokens: Printed[];
  /** The outcome, once the game is over. */
  outcome: Outcome | null;
};

/** A player's choice. */
export type Move =
  /** Put the drawn token into this column of your start row. */
  | {
      type: "place";
      /** Counted from seat 0's left, for both players. */
      column: Column;
    }
  /** Do not draw. */
  | { type: "keep" }
  /** Move nothing after a draw. */
  | { type: "rest" }
  /** Walk the token on top of an inn to a neighbouring inn. */
  | {
      type: "move";
      /** Where the token is. */
      from: Inn;
      /** As its owner sees it. */
      direction: Direction;
    }
  /** Walk the token on top of an inn into its castle. */
  | {
      type: "home";
      /** Where the token is. */
      from: Inn;
    }
  /** Royal Push: the King drives tokens one inn onward and takes their place. */
  | {
      type: "push";
      /** Where the King is. */
      from: Inn;
      /** As the King's owner sees it. */
      direction: PushDirection;
      /** How many tokens, from the top. */
      count: PushCount;
    };

/** Something that happens. Only `Seen` is told to one player alone. */
export type Event =
  /** Top tokens were shown to find the first player (KI-R2). */
  | {
      type: "first_player";
      /** Who goes first. */
      seat: Seat;
      /** What each player showed, from the top. */
      shown: [Kind[], Kind[]];
    }
  /** A player has looked at the top of their own pile (KI-R11). */
  | {
      type: "seen";
      /** Whose pile. */
      seat: Seat;
      /** The known tokens, from the top. */
      kinds: Kind[];
    }
  /** A drawn token came into play. */
  | {
      type: "placed";
      /** Whose token. */
      seat: Seat;
      /** Which one. */
      kind: Kind;
      /** Where. */
      inn: Inn;
    }
  /** A player chose not to draw, or had no room to. */
  | {
      type: "kept";
      /** Who. */
      seat: Seat;
    }
  /** A token that had to come into play fitted in no inn of the start row (KI-R5, KI-R11). */
  | {
      type: "no_room";
      /** Whose token. */
      seat: Seat;
    }
  /** A token walked to a neighbouring inn. */
  | {
      type: "moved";
      /** Whose token. */
      seat: Seat;
      /** Which one. */
      kind: Kind;
      /** Where it was. */
      from: Inn;
      /** Where it is now. */
      to: Inn;
    }
  /** A token walked into its castle. */
  | {
      type: "went_home";
      /** Whose token. */
      seat: Seat;
      /** Which one. */
      kind: Kind;
      /** Where it was. */
      from: Inn;
    }
  /** A Royal Push (KI-R9). */
  | {
      type: "pushed";
      /** Whose King. */
      seat: Seat;
      /** Where the King was. */
      from: Inn;
      /** Where the King is now, and the pushed tokens were. */
      into: Inn;
      /** Where the pushed tokens are now. */
      onto: Inn;
      /** The pushed tokens, in the order they were pushed. */
      tokens: TokenSeen[];
    }
  /** A player moved nothing after a draw. */
  | {
      type: "rested";
      /** Who. */
      seat: Seat;
    }
  /** A player could neither draw nor move (KI-R7). */
  | {
      type: "forfeited";
      /** Who. */
      seat: Seat;
    }
  /** The position has stood at the start of a turn before (KI-R8). */
  | {
      type: "repeated";
      /** How many times it has now stood there. */
      count: number;
    }
  /** The game is over. */
  | {
      type: "over";
      /** Who won and why. */
      outcome: Outcome;
    };

/** A column of the start row: 0 to 2 from seat 0's left. */
export type Column = 0 | 1 | 2;

/** A direction as the token's owner sees it: forward is towards the owner's castle. */
export type Direction =
  /** Forward. */
  | "f"
  /** Back. */
  | "b"
  /** Left. */
  | "l"
  /** Right. */
  | "r"
  /** Forward and left. */
  | "fl"
  /** Forward and right. */
  | "fr"
  /** Back and left. */
  | "bl"
  /** Back and right. */
  | "br";

/** What a player has besides the tokens in inns. */
export type HouseholdSeen = {
  /** Which player. */
  seat: Seat;
  /** The tokens in the castle. */
  home: Kind[];
  /** Their value: the score. */
  home_value: number;
  /** The face-down pile. */
  pile: PileSeen;
};

/**
 * One of the nine inns, written row then column: `1a` to `3c`. Row 1 is seat 0's start row, column a on seat 0's left.
 */
export type Inn = "1a" | "1b" | "1c" | "2a" | "2b" | "2c" | "3a" | "3b" | "3c";

/** An inn. */
export type InnSeen = {
  /** Which one. */
  inn: Inn;
  /** All its rooms. */
  rooms: number;
  /** The rooms that are free. */
  free: number;
  /** Who stays there, from the bottom to the top. */
  tokens: TokenSeen[];
};

/** A kind of token. */
export type Kind =
  /** A single knight. */
  | "lone_knight"
  /** Two knights. */
  | "patrol"
  /** Three knights. */
  | "vanguard"
  /** Four knights. */
  | "rearguard"
  /** Five knights. */
  | "flank"
  /** The King and five knights. */
  | "king";

/** A face-down pile. */
export type PileSeen = {
  /** The tokens in it, in no order: everybody can count them. */
  left: Kind[];
  /** The part of its order that this eye knows, from the top. */
  known: Kind[];
  /** Everybody knows that the top token takes more rooms than this (KI-R11). */
  top_exceeds: number | null;
};

/** What is printed on a kind of token. */
export type Printed = {
  /** Which kind. */
  kind: Kind;
  /** How many rooms it takes. */
  value: number;
  /** Where it may walk. */
  arrows: Direction[];
  /** Where it may push. */
  double: Direction[];
};

/** How many tokens a King pushes: 1 to 15. */
export type PushCount = number;

/** One of the three directions in which a King can push. */
export type PushDirection = "f" | "l" | "r";

/** The decision that the player to move must make. */
export type Step =
  /** Placing the two tokens of the first turn. */
  | {
      type: "first";
      /** How many of them are placed. */
      placed: number;
    }
  /** Drawing a token or keeping it. */
  | {
      type: "draw";
      /** Whether drawing is obligatory. */
      must: boolean;
    }
  /** Moving. */
  | {
      type: "move";
      /** The inn whose top token was placed this turn and cannot move. */
      drawn: Inn | null;
    }
  /** None: the game is over. */
  | { type: "over" };

/** A token that can be seen. */
export type TokenSeen = {
  /** Which one. */
  kind: Kind;
  /** Whose. */
  seat: Seat;
};
