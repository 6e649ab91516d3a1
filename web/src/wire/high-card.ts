// High Card. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat } from "./core";

/** The table as an eye sees it. */
export type View = {
  /** Whose eye. */
  eye: Eye;
  /** Who plays next; nobody once the game is over. */
  turn: Seat | null;
  /** The players by seat. */
  players: PlayerSeen[];
  /** How many cards were not dealt. */
  rest: number;
  /** How the game ended. */
  outcome: Outcome | null;
};

/** A player's choice. */
export type Move =
  /** Play a card of the own hand. */
  | {
      type: "play";
      /** Which. */
      card: Card;
    };

/** Something that happens. */
export type Event =
  /** A hand was dealt. Only its owner is told. */
  | {
      type: "dealt";
      /** Whose. */
      seat: Seat;
      /** In ascending order. */
      hand: Card[];
    }
  /** A card was played. */
  | {
      type: "played";
      /** By whom. */
      seat: Seat;
      /** Which. */
      card: Card;
    }
  /** A trick was taken. */
  | {
      type: "trick_taken";
      /** By whom. */
      seat: Seat;
    };

/** A card, by its number. */
export type Card = number;

/** A player as an eye sees them. */
export type PlayerSeen = {
  /** Whose place. */
  seat: Seat;
  /** How many cards they hold. */
  cards: number;
  /** Their hand, for whoever may see it. */
  hand: Card[] | null;
  /** Their card in the trick. */
  played: Card | null;
  /** Their cards of earlier tricks. */
  past: Card[];
  /** How many tricks they took. */
  tricks: number;
};
