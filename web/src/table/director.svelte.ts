// The director stands between what the server tells and what is drawn. It turns every event into beats and plays them
// one after the other; board, log, prompt and sounds follow the beat. So nobody sees the end of a move before its
// beginning. The last beat of a move is always the server's own view.
import { tick } from 'svelte';
import type { Beat, Face, Moment, Scene } from '../games/face';
import type { Live, Update } from '../lib/live.svelte';
import { play as sound } from '../lib/sound';
import { settings } from '../lib/settings.svelte';
import type { WrittenEvent } from '../wire/core';
import type { GameState } from '../wire/wire';
import { depart, land, look } from './flights';

/** How long a beat takes if it does not say, in milliseconds at a brisk pace. */
const HOLD = 450;
/** How long a flight takes, likewise. */
const FLIGHT = 420;
/** How many times as long everything takes. */
const PACE = { calm: 1.8, brisk: 1, instant: 0 } as const;
/** After so many updates in the queue, the viewer has been away: all but the last are shown at once. */
const BEHIND = 6;

/** While beats play, nobody is asked anything. */
const NOTHING_TO_DO = { decision: null, legal: [], to_act: [], deadlines: [] };

interface Stage {
  face(): Face<any, any, any> | null;
  scene(game: GameState): Scene | null;
  /** The layer in which things fly. */
  sky(): HTMLElement | undefined;
}

export class Director {
  /** The game as it is shown. While beats play it is behind the truth, and nothing can be chosen. */
  game = $state.raw<GameState | null>(null);
  /** What the log shows. */
  events = $state.raw<readonly WrittenEvent[]>([]);
  /** The event whose beat is playing. */
  now = $state.raw<WrittenEvent | null>(null);
  /** A moment that waits for the viewer. */
  moment = $state.raw<(Moment & { scene: Scene }) | null>(null);
  playing = $state(false);
  #queue: Update[] = [];
  #hurried = false;
  /** How often everything was told anew: what was begun before that is stale. */
  #cuts = 0;
  #wake: (() => void) | null = null;
  #closed = false;

  constructor(
    readonly live: Live,
    readonly stage: Stage,
  ) {
    live.onSync = () => this.#cut();
    live.onUpdate = (update) => {
      this.#queue.push(update);
      if (!this.playing) void this.#play();
    };
  }

  close(): void {
    this.#closed = true;
    this.#cut();
  }

  /** Ends the beat that is playing. A moment is not ended like that: it has a button. */
  skip = (): void => {
    if (!this.moment) this.#end();
  };

  /** Ends all beats: the table shows what is true. */
  skipAll = (): void => {
    if (!this.playing) return;
    this.#hurried = true;
    this.next();
  };

  /** Closes the moment that is shown, and goes on. */
  next = (): void => {
    this.moment = null;
    this.#end();
  };

  #end(): void {
    const sky = this.stage.sky();
    if (sky) land(sky);
    this.#wake?.();
  }

  /** Forgets the queue: the viewer was told everything anew. */
  #cut(): void {
    this.#cuts++;
    this.#queue = [];
    this.game = this.live.game;
    this.events = this.live.events;
    this.now = null;
    this.next();
  }

  async #play(): Promise<void> {
    this.playing = true;
    for (let update = this.#queue.shift(); update && !this.#closed; update = this.#queue.shift()) {
      const cuts = this.#cuts;
      try {
        await this.#perform(update, cuts);
      } catch (error) {
        // A beat that fails must not stop the game: what is true is shown all the same.
        console.error(error);
      }
      if (cuts === this.#cuts) {
        this.#log(update.events);
        this.game = update.game;
      }
      this.now = null;
      if (this.#queue.length === 0) this.#hurried = false;
    }
    this.playing = false;
    this.#hurried = false;
  }

  /** Plays the beats of a move, and then what is worth a pause. `cuts` tells whether a sync has made it stale. */
  async #perform(update: Update, cuts: number): Promise<void> {
    const before = this.game?.view ?? null;
    for (const event of update.events) {
      if (this.#quick(cuts)) break;
      await this.#tell(event, cuts);
    }
    await this.#pause(update, before, cuts);
  }

  /** Adds to the log what it does not have yet. */
  #log(events: readonly WrittenEvent[]): void {
    const last = this.events.at(-1)?.number ?? -1;
    const fresh = events.filter((event) => event.number > last);
    if (fresh.length > 0) this.events = [...this.events, ...fresh];
  }

  /** Shows what is worth a pause, also at an instant pace. */
  async #pause({ events, game }: Update, before: unknown, cuts: number): Promise<void> {
    const face = this.stage.face();
    // Moments are worked out from what will be true, and shown before it.
    const scene = this.stage.scene(game);
    if (!face?.moments || !scene || this.#away(cuts)) return;
    const told = events.map((event) => event.event).filter((event) => event !== null);
    for (const moment of face.moments(told, before, scene)) {
      if (this.#away(cuts)) return;
      this.moment = { ...moment, scene };
      await this.#wait(null);
      this.moment = null;
    }
  }

  /** Whether nothing is to be shown any more, because the viewer hurries, was away, or was told everything anew. */
  #away(cuts: number): boolean {
    return this.#hurried || this.#closed || cuts !== this.#cuts || this.#queue.length > BEHIND || document.hidden;
  }

  #quick(cuts: number): boolean {
    return this.#away(cuts) || PACE[settings.kept.speed] === 0;
  }

  async #tell(event: WrittenEvent, cuts: number): Promise<void> {
    const face = this.stage.face();
    const shown = this.game;
    const scene = shown && this.stage.scene(shown);
    if (!face || !scene || !shown || event.event === null) return this.#log([event]);
    const beats: Beat<unknown>[] = face.beats(event.event, scene);
    for (const beat of beats) {
      const starts = look(beat.flights ?? []);
      // Nothing can be chosen until all of it has been shown.
      this.game = { ...shown, view: beat.view as GameState['view'], ...NOTHING_TO_DO };
      this.now = event;
      if (!beat.hush) this.#log([event]);
      await tick();
      if (this.#quick(cuts)) return;
      const pace = PACE[settings.kept.speed];
      const sky = this.stage.sky();
      const travels = sky && settings.motion ? depart(sky, starts, FLIGHT * pace) : false;
      if (beat.sound !== null) sound(beat.sound ?? 'move');
      await this.#wait((beat.hold ?? HOLD) * pace + (travels ? FLIGHT * pace : 0));
      if (this.#quick(cuts)) return;
    }
    this.#log([event]);
  }

  /** Waits so long, or until the viewer skips; without a time, for the viewer alone. */
  #wait(time: number | null): Promise<void> {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
      const timer = time === null ? undefined : setTimeout(end, time);
      this.#wake = end;
    });
  }
}
