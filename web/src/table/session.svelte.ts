// A table that the viewer sits at or watches: what the server has told, what is half chosen, and requests to the
// server.
import { untrack } from 'svelte';
import { face as faceOf } from '../games';
import type { Face, Scene } from '../games/face';
import type { TableContext } from '../kit/table';
import { Keeper, keepNumber, promise } from '../fair/keeper.svelte';
import { Refused, send } from '../lib/api';
import { Chooser } from '../lib/choose.svelte';
import { hall } from '../lib/hall.svelte';
import { Live } from '../lib/live.svelte';
import { named, seatNames } from '../lib/names';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import type { GameState } from '../wire/wire';
import { Director } from './director.svelte';
import { odds, worded, worth, type Hint } from './hints';
import { notesOf } from './notes';

type Reason = { message: string; rule?: string } | null;

/** Has effects, so it must be created along with a component, and closed with it. */
export class Session {
  readonly live: Live;
  readonly director: Director;
  readonly keeper: Keeper;
  readonly chooser = new Chooser();
  face = $state.raw<Face<any, any, any> | null>(null);
  busy = $state(false);
  /** Whether nothing can be chosen yet, because something has to be read first. */
  held = $state(false);
  /** Whether hints are being computed. */
  thinking = $state(false);
  #wish: object | null = null;
  trouble = $state('');
  hints = $state.raw<Hint[] | null>(null);
  /** What could be counted, once asked for. */
  odds = $state.raw<string[] | null>(null);
  #reasons = new Map<string, Promise<Reason>>();

  table = $derived.by(() => this.live.table);
  /** The game as it is shown, which may be behind what the server has told. */
  game = $derived.by(() => this.director.game);
  me = $derived.by(() => this.live.you?.seat ?? null);
  name = $derived(this.table ? hall.game(this.table.game)?.name : undefined);
  names = $derived(this.table ? seatNames(this.table) : []);
  mine = $derived(this.game !== null && this.game.decision !== null && this.game.outcome === null);
  /** Whether there is anything to choose between: only then a hint can help. */
  choice = $derived(this.mine && (this.game?.legal.length ?? 0) > 1);
  over = $derived(this.game?.outcome !== null && this.game !== null);
  scene = $derived.by((): Scene | null => (this.game ? this.#scene(this.game) : null));
  /** Who we are waiting for, in a sentence. */
  waiting = $derived.by(() => {
    if (!this.game) return '';
    const { now, events } = this.director;
    // What the log tells already: an event may be hushed until the board has revealed it.
    const { text = '', number = 0 } = (now && events.at(-1)) ?? {};
    if (now) return named(this.face?.speak?.(text, { lines: events, number }) ?? text, this.names, this.me);
    const who = this.game.to_act.map((seat) => this.names[seat]);
    if (who.length === 0) return '';
    if (who.length === 1) return `${who[0]} is choosing.`;
    return `${who.slice(0, -1).join(', ')} and ${who.at(-1)} are choosing.`;
  });
  deadline = $derived.by(() => {
    const { game, mine, me } = this;
    return game?.deadlines.find((one) => one.seat === (mine ? me : game.to_act[0]))?.at ?? null;
  });
  /** The rule that matters now. */
  rule = $derived(this.face && this.scene ? this.face.rule(this.scene) : null);

  /** `sky` is the layer in which things fly. */
  constructor(
    readonly id: string,
    sky: () => HTMLElement | undefined,
  ) {
    this.live = new Live(id, router.key);
    this.keeper = new Keeper(this.live);
    this.director = new Director(this.live, {
      face: () => this.face,
      scene: (game) => this.#scene(game),
      sky,
    });

    // The face is fetched once the game is known.
    $effect(() => {
      const slug = this.table?.game;
      if (!slug) return;
      void faceOf(slug).then(
        (loaded) => (this.face = loaded),
        () => (this.trouble = 'The board could not be loaded. Reload the page.'),
      );
    });

    // What went wrong with a lost connection is over when it is back.
    $effect(() => {
      if (this.live.status === 'open') this.trouble = '';
    });

    // A new decision: offer its moves, and forget everything half chosen.
    $effect(() => {
      const legal = this.game?.legal ?? [];
      const [drawn, at] = [this.face, untrack(() => this.scene)];
      void this.game?.decision;
      this.#reasons.clear();
      untrack(this.dropHint);
      this.odds = null;
      if (!drawn || !at || this.held) return this.chooser.offer([]);
      const all = legal.map((move) => move.json);
      const options = legal.map((move) => ({ move, parts: drawn.parts(move.json, at, all) }));
      this.chooser.offer(options, this.game?.given ?? null);
    });
  }

  /** What the parts of the board need. */
  context(): TableContext {
    return {
      chooser: this.chooser,
      mine: () => this.mine,
      pick: this.pick,
      why: (part) => this.#why(part),
    };
  }

  #scene(game: GameState): Scene | null {
    const { table, me } = this;
    if (!table) return null;
    const over = game.outcome !== null;
    return {
      view: game.view,
      me,
      players: table.players,
      names: this.names,
      seats: table.seats,
      toAct: game.to_act,
      claims: this.live.claims,
      chooser: this.chooser,
      notes: notesOf(this.id),
      claim: me !== null && !over ? (claim) => void this.live.do({ claim: { claim } }).catch(this.complain) : null,
      now: this.director.now?.event ?? null,
    };
  }

  close(): void {
    this.director.close();
    this.live.close();
  }

  complain = (error: unknown): void => {
    this.trouble = (error as Error).message;
  };

  pick = (part: string): void => {
    this.trouble = '';
    if (this.chooser.pick(part) && this.chooser.final && !settings.kept.confirm) void this.confirm();
  };

  confirm = async (): Promise<void> => {
    const { game } = this;
    const ready = this.chooser.ready;
    if (!ready || !game || game.decision === null || this.busy) return;
    this.busy = true;
    this.trouble = '';
    try {
      await this.live.do({ play: { decision: game.decision, move: ready.move.number } });
    } catch (error) {
      // A click that came twice or too late changed nothing: the table shows what is true.
      if (!(error instanceof Refused && error.code === 'stale_decision')) this.complain(error);
    } finally {
      this.busy = false;
    }
  };

  /** Asks for hints. A move can be chosen and made meanwhile; then, or when it is cancelled, the answer is dropped. */
  hint = async (): Promise<void> => {
    const { face, scene, names, me, chooser, game } = this;
    if (!face || !scene || !game || this.thinking) return;
    const wish = (this.#wish = {});
    this.thinking = true;
    try {
      const { hints: found = [] } = await this.live.do({ hint: {} });
      if (wish !== this.#wish) return;
      const told = { lines: this.director.events, number: Infinity };
      // A game whose notation needs words has short ones of its own (`speak`).
      const moves = face.speak ? [] : game.legal;
      const words = new Map(moves.map(({ notation, json }) => [notation, face.describe(json, scene)]));
      const why = (reason: string) => {
        const text = worded(reason, words);
        return named(face.speak?.(text, told) ?? text, names, me);
      };
      this.hints = found.map((one, place) => ({
        number: one.number,
        words: face.describe(one.json, scene),
        worth: worth(one, place === 0),
        odds: odds(one),
        // The first often says already what sets the second apart.
        reason: place > 0 && one.reason === found[0]?.reason ? '' : why(one.reason),
        choose: () => {
          const option = chooser.options.find((option) => option.move.number === one.number);
          if (option) chooser.choose(option);
        },
      }));
    } catch (error) {
      if (wish === this.#wish) this.complain(error);
    } finally {
      if (wish === this.#wish) this.thinking = false;
    }
  };

  /** Asks what a careful player could count. */
  count = async (): Promise<void> => {
    const { names, me, face } = this;
    try {
      const { odds = [] } = await this.live.do({ odds: {} });
      this.odds = odds.map((text) => named(face?.speak?.(text) ?? text, names, me));
    } catch (error) {
      this.complain(error);
    }
  };

  dropHint = (): void => {
    this.#wish = null;
    this.thinking = false;
    this.hints = null;
  };

  act(name: 'resign' | 'return' | 'leave'): void {
    void this.live.do({ [name]: {} } as never).catch(this.complain);
  }

  rematch = async (): Promise<void> => {
    const made = await promise();
    const { table: next } = await this.live.do({ rematch: { promise: made.promise } });
    if (!next) return;
    keepNumber(next, made.number);
    // Against bots there is nobody to wait for. If another was quicker, this is the yes to what they asked.
    if (this.table?.seats.every((seat, index) => seat.kind === 'bot' || index === this.me))
      await send('POST', `/api/tables/${next}/start`);
    else await send('POST', `/api/tables/${next}/join`, { promise: made.promise });
    router.go(`/t/${next}`);
  };

  /** Why picking a part does nothing now: asked once for each decision. */
  #why(part: string): Promise<Reason> {
    const { face, scene } = this;
    if (!face || !scene) return Promise.resolve(null);
    const wish = face.attempt([...this.chooser.settled, part], scene) ?? face.attempt([part], scene);
    if (wish === null) return Promise.resolve(null);
    let reason = this.#reasons.get(wish);
    if (!reason) {
      reason = this.live.do({ check: { move: wish } }).then(
        () => null,
        (error: Refused) => ({ message: error.message, ...(error.rule ? { rule: error.rule } : {}) }),
      );
      this.#reasons.set(wish, reason);
    }
    return reason;
  }
}
