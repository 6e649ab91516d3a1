// What a game's face provides to the table. A face draws views and says which parts the given moves have; it knows no
// rules.
import type { Component } from 'svelte';
import type { Chooser } from '../lib/choose.svelte';
import type { SoundName } from '../lib/sound';
import type { WrittenClaim } from '../wire/core';
import type { SeatInfo } from '../wire/wire';

/** Everything a board draws from. */
export interface Scene<View = unknown> {
  view: View;
  /** The seat at the bottom: the viewer's own, or in a replay the seat whose view is shown; null for a spectator. */
  me: number | null;
  players: number;
  names: readonly string[];
  seats: readonly SeatInfo[];
  /** Who has a decision to make. */
  toAct: readonly number[];
  claims: readonly WrittenClaim[];
  chooser: Chooser;
  /** Private notes for this table, kept in this browser only. */
  notes: { get(key: string): string | null; set(key: string, value: string): void };
  /** Makes a claim at the table, in games that have claims; null where it is not possible. */
  claim: ((claim: unknown) => void) | null;
  /** The event whose beat is playing, so that a board can show it; null if nothing is going on. */
  now: unknown;
}

/**
 * A card, token or jewel that flies from one place to another. Places are elements with `data-spot`. What flies is a
 * copy of what lies at the end of the flight after the beat, or with `of: 'from'` of what lay at its start before.
 */
export interface Flight {
  from: string;
  to: string;
  of?: 'from';
  /** Whether it shows its back first and turns over on the way. */
  turn?: boolean;
}

/** A beat: one thing that happens on the table, with what the board shows from then on. */
export interface Beat<View = unknown> {
  view: View;
  flights?: Flight[];
  /**
   * How long to look at it after everything has landed, in milliseconds at a brisk pace. Below 0, the next beat begins
   * while things still fly: for deals.
   */
  hold?: number;
  /** Whether log and prompt do not tell the event yet, because the board is about to reveal it. */
  hush?: boolean;
  /** What is heard; null for nothing. */
  sound?: SoundName | null;
}

/** Where a sentence stands among all that were told. */
export interface Told {
  lines: readonly { number: number; text?: string }[];
  /** The sentence's own number: only what stands before it was known then. */
  number: number;
}

/** A step of the guided start. */
export interface GuideStep {
  title: string;
  text: string;
  /** The `data-spot` of the element to highlight. */
  spot?: string;
}

/** Something worth a pause: a reckoning, a reveal. It is shown over the board, and a click closes it. */
export interface Moment {
  title: string;
  data: unknown;
}

export interface Face<View = unknown, Move = unknown, Event = unknown> {
  Board: Component<{ scene: Scene<View> }>;
  /**
   * The parts that the player picks to make this move, one of all the `legal` ones, in any order: names of `Pick`s, and
   * verbs as `do:…` for the prompt bar.
   */
  parts(move: Move, scene: Scene<View>, legal: readonly Move[]): string[];
  /** The label of a verb's button. */
  verb(part: string, scene: Scene<View>): string;
  /**
   * The move that these parts mean, in notation, to ask the server why it is not allowed; null if they mean none.
   */
  attempt(parts: readonly string[], scene: Scene<View>): string | null;
  /** What to choose, addressed to the player who has to. */
  prompt(scene: Scene<View>): string;
  /** A move in a few words, addressed to the player who makes it. */
  describe(move: Move, scene: Scene<View>): string;
  /**
   * A sentence or a move in notation, with the game's own signs instead of letters, and with names instead of numbers
   * where they were told before.
   */
  speak?(text: string, told?: Told): string;
  /**
   * The beats of an event. `scene.view` is what the board shows before it. The views of beats only have to be right in
   * what can be seen; after the last event of a move the server's own view is shown.
   */
  beats(event: Event, scene: Scene<View>): Beat<View>[];
  /**
   * The moments in the events of one move. They are shown after its beats, while the board still shows what the last
   * beat left. `before` is the view before the move.
   */
  moments?(events: Event[], before: View | null, scene: Scene<View>): Moment[];
  Moment?: Component<{ moment: Moment; scene: Scene<View> }>;
  /**
   * One sentence that names what matters in the decision at hand, in the game's words, for people who play their first
   * games; null if there is nothing to say. It looks at the view alone and names no best move.
   */
  coach?(scene: Scene<View>): string | null;
  /** What each seat has by this view, for the race at the end: omitted by games where nothing is counted. */
  points?(view: View): number[];
  /** How well an event will be remembered, from 0 (not at all) to 5: for the story at the end. */
  memorable?(event: Event): number;
  /** A score sheet, beside the board at the end. */
  Result?: Component<{ scene: Scene<View> }>;
  /** The rule that matters now, as the rule page numbers it: "SH-R5". */
  rule(scene: Scene<View>): string;
  guide: GuideStep[];
}
