// Never Bring a Knife. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat, Seats } from "./core";

/** The table as one eye sees it. */
export type View = {
  /** Whose eye. */
  eye: Eye;
  /** From 1. */
  round: number;
  /** Whether all Intel cards are in the game (NK-R1). */
  easy: boolean;
  /** Whether the left neighbour's role is seen only at a wound (NK-R1). */
  hard: boolean;
  /** Who deals; the dealer's left neighbour is first in everything. */
  dealer: Seat;
  /** Whose decision it is, until the game is over. */
  turn: Seat | null;
  /** The decision to be made. */
  step: Step;
  /** The players, by seat. */
  players: PlayerSeen[];
  /** The role card in the centre. */
  boss: RoleCardSeen;
  /** The role card that was not dealt, for the eye that sees everything. */
  undealt: Role | null;
  /** How many role cards of each team there are. */
  team: number;
  /** The deck. */
  deck: DeckSeen;
  /** The discard pile. */
  discard: Counts;
  /** What things cost. */
  prices: PricesSeen;
  /** The outcome, once the game is over. */
  outcome: Outcome | null;
  /** What was said, in order, if anything was. */
  claims?: Claimed[];
};

/**
 * A player's choice. (Aligned so that a single store writes it: random games spend most of their time listing moves.)
 */
export type Move =
  /** Play a card: face-up if it is the first of a stack, otherwise face-down. */
  | {
      type: "play";
      /** Which. */
      card: Card;
      /** On whom. */
      target: Seat;
    }
  /** Play a card face-up although it could be face-down. */
  | {
      type: "show";
      /** Which. */
      card: Card;
      /** On whom. */
      target: Seat;
    }
  /** Look at a role card, by Intel or for Money. */
  | {
      type: "look";
      /** Where it lies. */
      at: Place;
    }
  /** Use the Hit. */
  | {
      type: "hit";
      /** Who is wounded. */
      target: Seat;
    }
  /** Pay to heal a wound. */
  | {
      type: "heal";
      /** Whose. */
      target: Seat;
    }
  /** Do not look. */
  | { type: "decline" }
  /** Bank the Hit. */
  | { type: "bank" }
  /** Spend no more. */
  | { type: "done" };

/** Something that happens. Only those who see a dealt card, a face-down card or a role card are told its face. */
export type Event =
  /** A player saw a role card. */
  | {
      type: "looked";
      /** Who. */
      seat: Seat;
      /** Where the card lies. */
      at: Place;
      /** On what occasion. */
      how: How;
      /** What it shows, for the player who looks. */
      role: RoleSeen;
    }
  /** A round begins. */
  | {
      type: "round_began";
      /** From 1. */
      round: number;
      /** Who deals; the dealer's left neighbour is first in everything. */
      dealer: Seat;
    }
  /**
   * A player was dealt cards. If the discards are shuffled in the middle of a deal, the cards come in two parts
   * (NK-P3).
   */
  | {
      type: "dealt";
      /** Who. */
      seat: Seat;
      /** Which. */
      cards: CardsSeen;
    }
  /** The discards became the new deck (NK-R2). */
  | {
      type: "shuffled";
      /** How many cards there are. */
      cards: number;
    }
  /** A card was played (NK-R3). */
  | {
      type: "played";
      /** By whom. */
      seat: Seat;
      /** On whom. */
      target: Seat;
      /** Whether it lies face-up. */
      face_up: boolean;
      /** Which card, for those who see it. */
      card: CardSeen;
    }
  /** A stack was turned up, shuffled (NK-R4). */
  | {
      type: "revealed";
      /** Whose. */
      seat: Seat;
      /** Its cards, in no order. */
      cards: Counts;
    }
  /** A player took wounds (NK-R5). */
  | {
      type: "wounded";
      /** Who. */
      seat: Seat;
      /** How many. */
      wounds: number;
      /** How many the player has now. */
      total: number;
    }
  /** Crime took Money (NK-R6). */
  | {
      type: "robbed";
      /** Whose. */
      seat: Seat;
      /** From the stack. */
      stack: number;
      /** From the bank. */
      bank: number;
    }
  /** The Mole: a player's role card and the boss were swapped (NK-R7). */
  | {
      type: "swapped";
      /** Whose. */
      seat: Seat;
      /** What the player's new card shows, for its owner. */
      role: RoleSeen;
    }
  /** A player did not use an Intel card (NK-R8). */
  | {
      type: "declined";
      /** Who. */
      seat: Seat;
    }
  /** A player used the Hit (NK-R9, NK-R10). */
  | {
      type: "hit_used";
      /** Who. */
      seat: Seat;
      /** On whom. */
      target: Seat;
      /** What was paid. */
      paid: number;
    }
  /** The Hit went to a bank (NK-R9). */
  | {
      type: "hit_banked";
      /** Whose. */
      seat: Seat;
    }
  /** A stack's Money went to the bank (NK-R15). */
  | {
      type: "banked";
      /** Whose. */
      seat: Seat;
      /** How much. */
      money: number;
    }
  /** A player paid for something other than the Hit (NK-R10). */
  | {
      type: "spent";
      /** Who. */
      seat: Seat;
      /** How much. */
      money: number;
    }
  /** A wound was healed (NK-R10). */
  | {
      type: "healed";
      /** Who paid. */
      seat: Seat;
      /** Whose wound. */
      target: Seat;
      /** How many are left. */
      total: number;
    }
  /** A player spends no more (NK-R10). */
  | {
      type: "finished";
      /** Who. */
      seat: Seat;
    }
  /** The game is over: the roles are shown (NK-R11, NK-R14). */
  | {
      type: "over";
      /** By seat. */
      roles: Role[];
      /** The boss. */
      boss: Role;
      /** Who won and why. */
      outcome: Outcome;
    };

/** Something said about roles and cards. */
export type Claim =
  /** "I am a Cop." */
  | {
      type: "own";
      /** The claimed role. */
      role: Role;
    }
  /** "Seat 2 is a Cop", "the boss is a Criminal". */
  | {
      type: "role";
      /** Whose role, or the boss. */
      at: Place;
      /** What it is said to be. */
      role: Role;
    }
  /** "I played a Gun on seat 2." */
  | {
      type: "played";
      /** Which card. */
      card: Card;
      /** On whom. */
      target: Seat;
    };

/** A claim in its place. */
export type Claimed = {
  /** How many moves had been made. */
  ply: number;
  /** Who said it. */
  seat: Seat;
  /** What was said. */
  claim: Claim;
  /** The same as a sentence. */
  text: string;
};

/** A card of the deck. */
export type Card =
  /** Two of them are a wound. */
  | "gun"
  /** Cancels a Gun. */
  | "armor"
  /** Is banked, and buys things. */
  | "money"
  /** Takes a Money away. */
  | "crime"
  /** Allows a look at a role card. */
  | "intel"
  /** Wounds any player, for three Money. */
  | "hit"
  /** Swaps the role card and the boss. */
  | "mole";

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

/** Cards that may be hidden. */
export type CardsSeen =
  /** Their faces are known. */
  | {
      type: "known";
      /** Which they are. */
      cards: Counts;
    }
  /** Only their backs are seen. */
  | {
      type: "hidden";
      /** How many there are. */
      count: number;
    };

/** How many cards of each kind: a hand, a revealed stack, the discard pile. They are in no order. */
export type Counts = {
  gun: number;
  armor: number;
  money: number;
  crime: number;
  intel: number;
  hit: number;
  mole: number;
};

/** The deck. */
export type DeckSeen = {
  /** How many cards are left in it. */
  left: number;
  /** How many cards of this round were dealt before the discards were shuffled in the middle of the deal. */
  before_shuffle: number;
  /** Its cards from the top, for the eye that sees everything. */
  order: Card[] | null;
};

/** How a player came to know a role card. */
export type How =
  /** It was the player's own from the start. */
  | "own"
  /** Seen at the set-up as the left neighbour's. */
  | "neighbour"
  /** Seen when the left neighbour was first wounded (hard mode). */
  | "wound"
  /** Seen by an Intel card. */
  | "intel"
  /** Seen for Money. */
  | "paid"
  /** Taken up from the centre by the Mole. */
  | "mole";

/** What an eye knows of a role card. */
export type KnownRole =
  /** The player has seen it. */
  | {
      type: "known";
      /** What it shows. */
      role: Role;
      /** On what occasion it was first seen. */
      how: How;
    }
  /** It lies open: at the end of the game, or for the eye that sees everything. */
  | {
      type: "open";
      /** What it shows. */
      role: Role;
    }
  /** Nothing. */
  | { type: "unknown" };

/** A card of a stack. */
export type LaidSeen = {
  /** Who laid it. */
  seat: Seat;
  /** Whether it was laid face-up. */
  face_up: boolean;
  /**
   * Which it is, if this eye knows: only the player who laid a face-down card does, even after the stack was turned
   * up.
   */
  card: CardSeen;
};

/** Where a role card lies: before a player, or in the centre. Written as a seat's number or `boss`. */
export type Place = Seat | "boss";

/** What a player has. */
export type PlayerSeen = {
  /** Which player. */
  seat: Seat;
  /** The role card. */
  role: RoleCardSeen;
  /** Wounds. */
  wounds: number;
  /** Banked Money. */
  bank: number;
  /** Whether the Hit is banked here. */
  hit: boolean;
  /** The hand. */
  hand: CardsSeen;
  /**
   * The cards laid before this player in this round, in the order they were laid. They stay listed until the next
   * deal, even once the stack is resolved and its cards lie on the discard pile and in the bank.
   */
  stack: LaidSeen[];
  /** The stack's cards once it has been turned up, in no order. */
  revealed: Counts | null;
};

/** What things cost. */
export type PricesSeen = {
  /** How many wounds make a player fall. */
  fall: number;
  /** To heal a wound. */
  heal: number;
  /** To look at a role card. */
  look: number;
  /** To use the Hit. */
  hit: number;
};

/** What a role card shows: a team. */
export type Role =
  /** Undercover Cop. */
  | "cop"
  /** Hardened Criminal. */
  | "criminal";

/** A role card. */
export type RoleCardSeen = {
  /** What this eye knows of it. */
  known: KnownRole;
  /** Who has seen this card, wherever it lay then. */
  seen_by: Seats;
};

/** A role card that may be hidden. */
export type RoleSeen =
  /** Its face is known. */
  | {
      type: "known";
      /** What it shows. */
      role: Role;
    }
  /** Only its back is seen. */
  | { type: "hidden" };

/** The decision to be made. */
export type Step =
  /** To play a card. */
  | { type: "play" }
  /** To look at a role card by Intel, or not. */
  | {
      type: "intel";
      /** How many Intel cards are left, including this one. */
      left: number;
      /** The stack's Money after Crime, not yet banked. */
      money: number;
    }
  /** To use the Hit or to bank it. */
  | {
      type: "hit";
      /** The stack's Money after Crime, not yet banked. */
      money: number;
    }
  /** To spend Money. */
  | { type: "talk" }
  /** None: the game is over. */
  | { type: "over" };
