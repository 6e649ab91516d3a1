// What a game's face gives to the table. A face draws views and says which parts the moves it was given have; it knows
// no rules.
import type { Component } from 'svelte';
import type { Chooser } from '../lib/choose.svelte';
import type { WrittenClaim } from '../wire/core';
import type { SeatInfo } from '../wire/wire';

/** Everything a board draws from. */
export interface Scene<View = unknown> {
  view: View;
  /** The seat at the bottom: one's own, or the seat whose eye looks in a replay; null for a spectator. */
  me: number | null;
  players: number;
  names: readonly string[];
  seats: readonly SeatInfo[];
  /** Who has a decision to make. */
  toAct: readonly number[];
  claims: readonly WrittenClaim[];
  chooser: Chooser;
  /** A private place to keep notes for this table, in this browser only. */
  notes: { get(key: string): string | null; set(key: string, value: string): void };
  /** Says something at the table, where the game has claims; null where one cannot. */
  claim: ((claim: unknown) => void) | null;
}

/** A card, token or jewel that flies from one place to another: places are elements with `data-spot`. */
export interface Flight {
  from: string;
  to: string;
  /** What is on its face; a back if left out. Never set what the viewer was not told. */
  face?: string;
}

/** A step of the guided start. */
export interface GuideStep {
  title: string;
  text: string;
  /** What it is about: the `data-spot` of an element that is lit up. */
  spot?: string;
}

/** Something worth a pause: a reckoning, a reveal. Shown over the board, and closed by a click. */
export interface Moment {
  title: string;
  data: unknown;
}

export interface Face<View = unknown, Move = unknown, Event = unknown> {
  Board: Component<{ scene: Scene<View> }>;
  /**
   * What one points at to make this move, one of all the `legal` ones, in any order: names of `Pick`s, and verbs as
   * `do:…` for the prompt bar.
   */
  parts(move: Move, scene: Scene<View>, legal: readonly Move[]): string[];
  /** What a verb's button says. */
  verb(part: string, scene: Scene<View>): string;
  /**
   * The move that was meant by these parts, in the notation, to ask the server why it is not allowed; null if it is
   * none.
   */
  attempt(parts: readonly string[], scene: Scene<View>): string | null;
  /** What is to be chosen, to the one who has to. */
  prompt(scene: Scene<View>): string;
  /** A move in a few words, to who makes it. */
  describe(move: Move, scene: Scene<View>): string;
  /** A sentence or a move in the notation, with the game's own signs instead of letters. */
  speak?(text: string): string;
  /** What flies through the air at this event. */
  flights(event: Event, scene: Scene<View>): Flight[];
  /** What is worth a pause in the latest news. `before` is the view before it. */
  moments?(events: Event[], before: View | null, scene: Scene<View>): Moment[];
  Moment?: Component<{ moment: Moment; scene: Scene<View> }>;
  /** Beside the board at the end: a score sheet. */
  Result?: Component<{ scene: Scene<View> }>;
  /** The rule that matters now, as in the rule page: "SH-R5". */
  rule(scene: Scene<View>): string;
  guide: GuideStep[];
}
