// The room in which a finished game is looked at again: which moment is shown, by whose eye, what stands beside the
// board, and how much is told. The address says all of it.
import { untrack } from 'svelte';
import { face as faceOf } from '../games';
import type { Face } from '../games/face';
import { keyed, send } from '../lib/api';
import { person } from '../lib/me.svelte';
import { named, quoted, seatNames } from '../lib/names';
import { Film, type Eye } from '../lib/replay.svelte';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import type { ReplayEvent, TableInfo } from '../wire/wire';
import { Notebook } from './notebook.svelte';
import { Reviewing } from './review.svelte';

export const TABS = { log: 'What happened', review: 'Review', notes: 'Notes' } as const;
export type Tab = keyof typeof TABS;

function seatOf(text: string | null): number | null {
  return text !== null && /^\d$/.test(text) ? Number(text) : null;
}

export function eyeOf(text: string | null): Eye {
  return text === 'table' || text === 'all' ? text : (seatOf(text) ?? 'table');
}

/** Has effects, so it must be created along with a component. */
export class Room {
  readonly film: Film;
  readonly reviewing: Reviewing;
  readonly book: Notebook;
  face = $state.raw<Face<any, any, any> | null>(null);
  tab = $state<Tab>('log');
  /** The level of the bots with which a game goes on. */
  level = $state('knight');
  /** What there is to say about the last thing that was asked for. */
  said = $state('');
  /** Where the board lies, to bring it back into sight. */
  stage = $state<HTMLElement>();

  table = $derived.by(() => this.film.replay?.table ?? null);
  names = $derived(this.table ? seatNames(this.table) : []);
  /** The seat whose eye looks; null for the table's, or with all cards open. */
  eye = $derived.by(() => (typeof this.film.eye === 'number' ? this.film.eye : null));
  /** The viewer's own seat; null for somebody who did not play. */
  own = $derived.by(() => {
    const seat = this.table?.seats.findIndex((seat) => seat.person !== undefined && seat.person === person.me?.id);
    return seat === undefined || seat < 0 ? null : seat;
  });
  #seat = $state<number | null>(null);
  /** Whose game is reviewed. */
  seat = $derived.by(() => {
    const seat = this.#seat ?? this.own ?? this.eye ?? 0;
    return seat < this.names.length ? seat : 0;
  });

  /** Whether the address says that the end is told or not; null if it leaves that to the viewer. */
  #wish = $state<boolean | null>(null);
  #known = $state(false);
  /** Whether this viewer wants to see the game without knowing how it ends. */
  careful = $derived(!(this.#wish ?? settings.kept.spoilers));
  /** Whether everything that comes later is kept from view, with the number of moves. */
  veiled = $derived(this.careful && !this.#known);
  /** How many moves may be told of. */
  until = $derived.by(() => (this.veiled ? this.film.ply : Infinity));
  notes = $derived.by(() => this.book.notes.filter(({ ply }) => ply <= this.until));

  /** The address as it was written last, to tell it from one that somebody has followed. */
  #written: string | null = null;
  #arrived = $state(false);
  hash = $derived.by(() => this.link(this.film.ply));

  constructor(
    readonly id: string,
    readonly key: string | null,
  ) {
    this.film = new Film(id, key);
    this.reviewing = new Reviewing(id, key);
    this.book = new Notebook(id, key);
    const { path } = router;

    $effect(() => {
      const { hash } = router;
      if (router.path === path && hash !== this.#written) untrack(() => void this.#arrive(hash));
    });
    $effect(() => {
      if (!this.#arrived) return;
      this.#written = this.hash;
      router.go(`${location.pathname}${location.search}${this.hash}`, true);
    });
    // Whoever has seen the end may see everything.
    $effect(() => {
      if (this.#arrived && this.film.ply >= this.film.last) this.#known = true;
    });
    $effect(() => {
      const slug = this.table?.game;
      if (!slug || untrack(() => this.face)) return;
      void faceOf(slug).then(
        (loaded) => (this.face = loaded),
        () => (this.said = 'The board could not be loaded. Reload the page.'),
      );
    });
    void this.book.load();
  }

  /** Goes where an address leads: #ply=12&eye=all&tab=review&seat=1&spoilers=off, or #event=40 from a log. */
  async #arrive(hash: string): Promise<void> {
    this.#written = hash;
    const wish = new URLSearchParams(hash.slice(1));
    const [tab, spoilers, event] = [wish.get('tab'), wish.get('spoilers'), wish.get('event')];
    this.tab = tab !== null && tab in TABS ? (tab as Tab) : 'log';
    this.#seat = seatOf(wish.get('seat'));
    this.#wish = spoilers === 'off' ? false : spoilers === 'on' ? true : null;
    await this.film.look(eyeOf(wish.get('eye')));
    if (!this.film.replay) return;
    const ply =
      event === null
        ? Number(wish.get('ply') ?? 0)
        : this.film.replay.events.find((one) => one.number >= Number(event))?.ply;
    await this.film.go(ply || 0);
    // Whoever follows a link on this page wants to see the board, which may be above it.
    if (this.#arrived) this.#bringBoard();
    this.#arrived = true;
  }

  /** The address of a moment, with everything else as it is. */
  link(ply: number, eye: Eye = this.film.eye): string {
    const parts = [`ply=${ply}`, `eye=${eye}`];
    if (this.tab !== 'log') parts.push(`tab=${this.tab}`);
    if (this.tab === 'review') parts.push(`seat=${this.seat}`);
    if (this.careful) parts.push('spoilers=off');
    else if (!settings.kept.spoilers) parts.push('spoilers=on');
    return `#${parts.join('&')}`;
  }

  review(seat: number): void {
    this.#seat = seat;
  }

  /** Shows the board at a moment, as somebody saw it. */
  async show(ply: number, eye: Eye = this.film.eye): Promise<void> {
    if (eye !== this.film.eye) await this.film.look(eye);
    await this.film.go(ply);
    this.#bringBoard();
  }

  #bringBoard(): void {
    this.stage?.scrollIntoView({ block: 'nearest', behavior: settings.motion ? 'smooth' : 'auto' });
  }

  /** Keeps the end from view, or tells it; this browser remembers which. */
  veil(on: boolean): void {
    this.#wish = null;
    settings.set('spoilers', !on);
    if (!on) return;
    this.#known = false;
    if (this.film.ply >= this.film.last) void this.film.go(0);
  }

  /** A line of the log. */
  spoken({ text, number }: { text: string; number: number }, lines = this.film.replay?.events ?? []): string {
    return this.#told(text, lines, number, this.eye);
  }

  /** A move or a reason of a review, with what had been told until then. */
  worded(text: string, lines: readonly ReplayEvent[], ply: number): string {
    return this.#told(text, lines, lines.findLast((line) => line.ply <= ply)?.number ?? 0, null);
  }

  #told(text: string, lines: readonly ReplayEvent[], number: number, me: number | null): string {
    const plain = quoted(text);
    return named(this.face?.speak?.(plain, { lines, number }) ?? plain, this.names, me);
  }

  /**
   * Makes a table that goes on from a moment, where everything that the seat could not know is dealt again, and goes
   * there. Returns why that is not possible.
   */
  async goOn(ply: number, seat: number): Promise<string> {
    try {
      await person.someone();
      const wish = { ply, seat, level: this.level };
      const next = await send<TableInfo>('POST', keyed(`/api/tables/${this.id}/continue`, this.key), wish);
      router.go(keyed(`/t/${next.id}`, next.key));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  }

  async share(): Promise<void> {
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    this.said = 'The link to this moment is copied.';
  }
}
