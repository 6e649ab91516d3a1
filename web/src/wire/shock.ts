// SHOCK! Knights & Poisons. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat } from "./core";

/** The table as one eye sees it. */
export type View = {
  /** Whose eye. */
  eye: Eye;
  /** From 1 to 5. */
  round: number;
  /** Whether hands are returned at the end of each round (SH-R20). */
  simplified: boolean;
  /** Whose decision it is, until the game is over. */
  turn: Seat | null;
  /** The decision to be made. */
  step: Step;
  /** The card under the Round Board: its suit is trump. */
  trump: Card;
  /** The trick on the table. */
  trick: TrickSeen;
  /** The players, by seat. */
  players: PlayerSeen[];
  /** The Chest Poison cards in the centre, which count for everybody in the round. */
  centre: PoisonCount[];
  /** The Chest. */
  chest: ChestSeen;
  /** The Number cards that were not dealt. */
  dungeon: CardsSeen;
  /** The Number cards that were played and lie in front of nobody. */
  discard: DiscardSeen;
  /** The Number cards with a jewel icon. */
  icons: CardSet;
  /** The Poison cards among the Number cards, by [`Kind`]: jellyfish, spider, bee. */
  poison_cards: [CardSet, CardSet, CardSet];
  /** The Potion cards among the Number cards. */
  potion_cards: CardSet;
  /** The outcome, once the game is over. */
  outcome: Outcome | null;
};

/** A player's choice. */
export type Move =
  /** Play a card face-up. */
  | {
      type: "play";
      /** Which. */
      card: Card;
    }
  /** Play a card face-down, when out of the round. */
  | {
      type: "down";
      /** Which. */
      card: Card;
    }
  /** Leave the round with the jewels on the bag. */
  | { type: "withdraw" }
  /** Reveal another Chest card. */
  | { type: "reveal" }
  /** Reveal no more Chest cards. */
  | { type: "stop" }
  /** Keep the Potion for later. */
  | { type: "keep" }
  /** Put the Potion on your Poison card of this kind. */
  | {
      type: "cover";
      /** Which kind. */
      kind: Kind;
    };

/** Something that happens. Only the owner sees the faces of dealt and face-down cards. */
export type Event =
  /** A round begins: the Chest is shuffled, hands are filled up, a card goes under the Round Board. */
  | {
      type: "round_began";
      /** From 1 to 5. */
      round: number;
      /** Its suit is trump. */
      trump: Card;
      /** Who leads. */
      leader: Seat;
    }
  /** A hand was filled up (SH-R20). */
  | {
      type: "dealt";
      /** Whose. */
      seat: Seat;
      /** With what. */
      cards: CardsSeen;
    }
  /** A card was played face-up. */
  | {
      type: "played";
      /** By whom. */
      seat: Seat;
      /** Which. */
      card: Card;
      /** How many jewels were laid on it. */
      jewels: number;
    }
  /** A player left the round (SH-R6). */
  | {
      type: "withdrew";
      /** Who. */
      seat: Seat;
      /** The jewels that went into the bag. */
      banked: number;
    }
  /** A card was played face-down (SH-R7). */
  | {
      type: "played_down";
      /** By whom. */
      seat: Seat;
      /** Which card, for its owner. */
      card: CardSeen;
      /** How many jewels were laid on it. */
      jewels: number;
    }
  /** A trick was won (SH-R11). */
  | {
      type: "trick_won";
      /** By whom. */
      seat: Seat;
      /** The jewels from its cards. */
      jewels: number;
      /** The Poison and Potion cards that the winner takes. */
      taken: CardSet;
    }
  /** A Potion was put on a Poison card (SH-R13). */
  | {
      type: "covered";
      /** Whose. */
      seat: Seat;
      /** The Potion. */
      potion: Card;
      /** The Poison card. */
      poison: Card;
      /** Its kind. */
      kind: Kind;
    }
  /** A new Potion was kept for later (SH-R13). */
  | {
      type: "kept";
      /** Whose. */
      seat: Seat;
      /** The Potion. */
      potion: Card;
    }
  /** A Chest card was revealed (SH-R16, SH-R17). */
  | {
      type: "revealed";
      /** By whom. */
      seat: Seat;
      /** Which. */
      card: ChestCard;
      /** The jewels for the player who revealed it. */
      jewels: number;
      /** The jewels for everybody else in the round. */
      others: number;
    }
  /** The winner of the trick reveals no more Chest cards. */
  | {
      type: "stopped";
      /** Who. */
      seat: Seat;
    }
  /**
   * A player suffered an anaphylactic shock (SH-R15). Shocks from one card are told one after another but happen
   * together.
   */
  | {
      type: "shocked";
      /** Who. */
      seat: Seat;
      /** The jewels that went from the top of the bag back to the supply. */
      lost: number;
    }
  /** A round ended (SH-R18). */
  | {
      type: "round_ended";
      /** Which. */
      round: number;
      /** Why. */
      reason: RoundEnd;
      /** What the players still in the round put into their bags. */
      banked: Banked[];
    }
  /** The game is over. */
  | {
      type: "over";
      /** Who won and why. */
      outcome: Outcome;
    };

/** What a player put into the bag at the end of a round. */
export type Banked = {
  /** Who. */
  seat: Seat;
  /** How many. */
  jewels: number;
};

/** A Number card: number and suit. Ordered by number, then suit, so that the cards for fewer players are a range. */
export type Card = string;

/** A card that may be hidden. */
export type CardSeen =
  /** Its face is known. */
  | {
      type: "known";
      /** Which it is. */
      card: Card;
    }
  /** Only its back is seen. */
  | { type: "hidden" };

/** A set of Number cards, one bit each. Written as the cards in order, separated by spaces. */
export type CardSet = Card[];

/** Cards that may be hidden. */
export type CardsSeen =
  /** Their faces are known. */
  | {
      type: "known";
      /** Which they are. */
      cards: CardSet;
    }
  /** Only their backs are seen. */
  | {
      type: "hidden";
      /** How many there are. */
      count: number;
    };

/** A Chest card. */
export type ChestCard =
  /** Jewels. */
  | {
      type: "jewels";
      /** For the player who reveals it. */
      large: number;
      /** For everybody else in the round. */
      small: number;
    }
  /** Poison for everybody in the round. */
  | {
      type: "poison";
      /** Which kind. */
      kind: Kind;
    };

/** The Chest. */
export type ChestSeen = {
  /** The face-down cards, in no order: everybody can count them. */
  left: ChestCard[];
  /** The face-down cards from the top, for the eye that sees everything. */
  order: ChestCard[] | null;
  /** The cards revealed in this round, in order; Poison cards among them lie in the centre. */
  revealed: ChestCard[];
};

/** The discard pile. */
export type DiscardSeen = {
  /** The cards that lie face-up. */
  face_up: CardSet;
  /** How many lie face-down (SH-R7). */
  face_down: number;
};

/** Jewels by colour, exchanged for as few as possible. */
export type Jewels = {
  /** Worth ten each. */
  golden: number;
  /** Worth five each. */
  red: number;
  /** Worth one each. */
  clear: number;
  /** Their total worth. */
  value: number;
};

/** A kind of poison. */
export type Kind =
  /** Jellyfish poison. */
  | "jellyfish"
  /** Spider poison. */
  | "spider"
  /** Bee poison. */
  | "bee";

/** A card of the trick. */
export type LaidSeen = {
  /** Who played it. */
  seat: Seat;
  /** Whether it lies face-up. */
  face_up: boolean;
  /** Which it is, if this eye knows. */
  card: CardSeen;
  /** The jewels that were laid on it. */
  jewels: number;
};

/** What a player has. */
export type PlayerSeen = {
  /** Which player. */
  seat: Seat;
  /** In the round or not. */
  standing: StandingSeen;
  /** The jewels inside the bag: the score. */
  inside: Jewels;
  /** The jewels on top of the bag. */
  on_top: Jewels;
  /** The hand. */
  hand: CardsSeen;
  /** The cards played face-down in this round. */
  down: CardsSeen;
  /** The Poison cards in front. */
  poison: PoisonSeen[];
  /** The Potions in front that cover nothing yet. */
  potions: CardSet;
  /** The Potions in front that cover a Poison card. */
  used_potions: CardSet;
  /**
   * How many doses of each kind of poison the player has, including the centre (SH-R12); none once out of the round.
   */
  poisoned: PoisonCount[];
  /** The suits in which the player has shown a void since the last deal. */
  voids: Suit[];
};

/** The count of one kind of poison. */
export type PoisonCount = {
  /** Which kind. */
  kind: Kind;
  /** How many. */
  count: number;
};

/** A Poison card in front of a player. */
export type PoisonSeen = {
  /** Which card. */
  card: Card;
  /** Its kind. */
  kind: Kind;
  /** Whether a Potion covers it. */
  covered: boolean;
};

/** Why a round ended. */
export type RoundEnd =
  /** All cards have been played. */
  | "hands_empty"
  /** The last players in the round withdrew during a trick, which nobody wins (SH-R9). */
  | "all_withdrew"
  /** Nobody is left after a trick. */
  | "nobody_in"
  /** One player is left before a trick. */
  | "one_left";

/** Whether a player is in the round, or why not. */
export type StandingSeen =
  /** In the round. */
  | "in"
  /** Out of it with the jewels. */
  | "withdrawn"
  /** Out of it without them. */
  | "shocked";

/** The decision to be made. */
export type Step =
  /** To play a card or to withdraw. */
  | { type: "turn" }
  /** To play a card face-down. */
  | { type: "down" }
  /** Which kind of Poison a Potion kept from an earlier trick covers. */
  | {
      type: "must_cover";
      /** The Potion. */
      potion: Card | null;
    }
  /** Whether to use a new Potion, and on what. */
  | {
      type: "may_cover";
      /** The Potion. */
      potion: Card | null;
    }
  /** Whether to reveal another Chest card. */
  | {
      type: "challenge";
      /** How many more may be. */
      more: number;
    }
  /** None: the game is over. */
  | { type: "over" };

/** A suit of the Number cards. */
export type Suit =
  /** Hearts. */
  | "h"
  /** Spades. */
  | "s"
  /** Diamonds. */
  | "d"
  /** Clubs. */
  | "c";

/** The trick on the table. */
export type TrickSeen = {
  /** Whose turn was first. */
  first: Seat;
  /** The suit to follow, once a card lies face-up. */
  lead: Suit | null;
  /** Who has the best card so far. */
  best: Seat | null;
  /**
   * Whether the trick is complete and that player has won it. Then its jewels are on the winner's bag, its Poison and
   * Potion cards in front of the winner, and its other cards on the discard pile; the trick still lists them, for
   * looking back.
   */
  won: boolean;
  /** The jewels on its cards. */
  jewels: number;
  /** The cards in the order they were played. */
  cards: LaidSeen[];
};
