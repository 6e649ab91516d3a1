// What all games share: generated from crates/core by `ROUNDTABLE_WRITE_WIRE=1 cargo test -p roundtable-catalog --test typescript`.

/** Who looks at a game. Written as a seat's number, `table` or `all`. */
export type Eye = number | "table" | "all";

/** Score and rank of every seat, and why the game is over. Plain data without allocation, since simulations make millions. */
export type Outcome = {
  /** The scores, seat by seat. */
  scores: number[];
  /** The ranks, seat by seat, from 1; equal ones share a rank. */
  ranks: number[];
  /** All who share the first rank. */
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
export type Seats = number[];
