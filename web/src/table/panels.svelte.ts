// What is open beside and over a board: the log or the chat, a drawer, the rules, the end, the guided start.
import { untrack } from 'svelte';
import { inspector } from '../kit/inspector.svelte';
import { settings } from '../lib/settings.svelte';
import { play as sound } from '../lib/sound';
import { Lesson } from './lesson.svelte';
import type { Session } from './session.svelte';

/** More moves than a game has. */
const ALL = 2 ** 32 - 1;

/** Has effects, so it must be created along with a component. */
export class Panels {
  panel = $state<'log' | 'chat'>('log');
  drawer = $state<'side' | 'menu' | null>(null);
  /** The rule at which the rules are open; undefined if they are closed. */
  rule = $state<string | null | undefined>(undefined);
  end = $state(false);
  guiding = $state(false);
  /** Chat lines that have not been seen yet. */
  unread = $state(0);

  readonly lesson: Lesson;

  constructor(readonly session: Session) {
    this.lesson = new Lesson(session);
    let ended = false;
    // Only games that end before our eyes count as played.
    let running = false;
    $effect(() => {
      if (session.game && !session.over) running = true;
      if (session.over && !ended) {
        ended = true;
        if (running && session.table && session.me !== null)
          untrack(() => settings.finished(session.table?.game ?? ''));
        this.end = true;
        sound('end');
      }
    });

    $effect(() => {
      const { table, face, me } = session;
      if (table?.status !== 'running' || !face || me === null || table.lesson) return;
      if (!settings.kept.guided.includes(table.game)) this.guiding = true;
    });

    // Bots wait while the viewer is shown what happened or reads the guide. At an instant pace there is nothing to wait
    // for, now or later.
    let told: number | null | undefined;
    $effect(() => {
      const { director, live, me, game } = session;
      if (live.status !== 'open') told = undefined;
      if (live.status !== 'open' || me === null || !game || director.playing) return;
      const instant = settings.kept.speed === 'instant' && !this.lesson.on;
      const reading = this.guiding || this.lesson.holds || this.lesson.end !== undefined;
      const ply = reading ? null : instant ? ALL : game.ply;
      if (ply === told) return;
      told = ply;
      void live.do({ ready: ply === null ? {} : { ply } }).catch(() => undefined);
    });

    // What was said before we came is no news.
    let heard: number | null = null;
    $effect(() => {
      const lines = session.live.chat.length;
      if (!session.table) return;
      if (heard !== null && lines > heard) {
        if (this.panel !== 'chat') this.unread += lines - heard;
        sound('chat');
      }
      heard = lines;
    });
  }

  show(panel: 'log' | 'chat'): void {
    this.panel = panel;
    if (panel === 'chat') this.unread = 0;
  }

  showRule = (number: string | null): void => {
    this.rule = number;
    inspector.hide();
  };

  /** The guided start has been seen, and will not open by itself again. */
  guided(game: string): void {
    this.guiding = false;
    settings.set('guided', [...new Set([...settings.kept.guided, game])]);
  }
}
