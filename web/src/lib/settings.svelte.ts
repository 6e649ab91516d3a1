// A person's preferences, kept in this browser.

export type Theme = 'auto' | 'light' | 'dark';
/** How fast the beats of a table follow one another. */
export type Speed = 'calm' | 'brisk' | 'instant';
export type Coaching = 'first' | 'always' | 'never';

/** For how many games of a kind the coach speaks by itself. */
const FIRST_GAMES = 2;

interface Kept {
  theme: Theme;
  sound: boolean;
  confirm: boolean;
  notify: boolean;
  speed: Speed;
  /** The games whose guided start has been seen. */
  guided: string[];
  /** The games that were played or learnt here, so that their lesson need not be offered. */
  met: string[];
  /** When the coach speaks: in somebody's first games of a kind, always or never. */
  coach: Coaching;
  /** How many games of each kind were played to the end here. */
  played: Record<string, number>;
  /** Whether a replay says from its start how the game ends and how long it is. */
  spoilers: boolean;
}

const KEY = 'roundtable';
const touch = matchMedia('(pointer: coarse)').matches;
const still = matchMedia('(prefers-reduced-motion: reduce)');

function load(): Kept {
  const usual: Kept = {
    theme: 'auto',
    sound: true,
    confirm: touch,
    notify: false,
    speed: 'brisk',
    guided: [],
    met: [],
    coach: 'first',
    played: {},
    spoilers: true,
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return usual;
  }
}

class Settings {
  kept = $state<Kept>(load());
  /** Whether things move: not for people whose system asks for reduced motion. */
  motion = $state(!still.matches);

  constructor() {
    still.addEventListener('change', () => (this.motion = !still.matches));
    this.#dress();
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    this.#dress();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Without storage the settings are forgotten, and that is all.
    }
  }

  /** Whether the coach speaks in a game of this kind. */
  coaches(game: string): boolean {
    const { coach, played } = this.kept;
    return coach === 'always' || (coach === 'first' && (played[game] ?? 0) < FIRST_GAMES);
  }

  /** A game was played to the end. */
  finished(game: string): void {
    this.set('played', { ...this.kept.played, [game]: (this.kept.played[game] ?? 0) + 1 });
  }

  #dress(): void {
    const root = document.documentElement;
    if (this.kept.theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = this.kept.theme;
  }
}

export const settings = new Settings();
