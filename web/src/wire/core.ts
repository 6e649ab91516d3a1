// What all games share. Written by `cargo xtask wire` from the Rust types.

/** A viewer of a game. Written as a seat's number, `table` or `all`. */
export type Eye = Seat | "table" | "all";

/**
 * The score and rank of every seat, and why the game is over. Plain data without allocation, because simulations make
 * millions.
 */
export type Outcome = {
  /** The scores, seat by seat. */
  scores: number[];
  /** The ranks, seat by seat, from 1; equals share a rank. */
  ranks: number[];
  /** All seats that share the first rank. */
  winners: Seats;
  /** Why the game is over. */
  reason: Reason;
};

/** Why a game is over. */
export type Reason = {
  /** A stable name in snake_case, for programs and statistics. */
  code: string;
  /** A sentence for the players. */
  text: string;
};

/** One place at the table, numbered from 0 clockwise (to the left). */
export type Seat = number;

/** A set of seats: who is to act, who hears an event. */
export type Seats = Seat[];

/**
 * Which game, under which version of its rules, how many play and with which switches: the head of everything that
 * sets up, stores or shows a game. Nothing in it is checked until [`Setting::read`].
 */
export type Setup = {
  /** The slug of the game. */
  game: string;
  /** The version of its rules. A request for a new game may leave it out; then it is the current one. */
  rules_version: number;
  /** How many play. */
  players: number;
  /** The switches, by name; missing ones are off. */
  options: Record<string, boolean>;
};

/** A claim and its place in the game, as it is shown. */
export type WrittenClaim = {
  /** How many moves had been made. */
  ply: number;
  /** Who said it. */
  seat: Seat;
  /** What was said, in the game's own form. */
  claim: unknown;
  /** The same as a sentence. */
  text: string;
};

/** An event as one eye is told it. `E` is its JSON. */
export type WrittenEvent = {
  /** Its place in the stream, from 0. */
  number: number;
  /** What happened, or null if this eye is not told. */
  event: unknown;
  /** The same as a sentence. */
  text?: string;
};

/** A move in its three forms. `J` is its JSON. */
export type WrittenMove = {
  /** Its number in the game's fixed range. */
  number: number;
  /** As people write it. */
  notation: string;
  /** As programs write it. */
  json: unknown;
};
