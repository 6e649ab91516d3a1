// A person's preferences, kept in this browser.

export type Theme = 'auto' | 'light' | 'dark';
/** How fast the beats of a table follow one another. */
export type Speed = 'calm' | 'brisk' | 'instant';

interface Kept {
  theme: Theme;
  sound: boolean;
  confirm: boolean;
  notify: boolean;
  speed: Speed;
  /** The games whose guided start has been seen. */
  guided: string[];
}

const KEY = 'roundtable';
const touch = matchMedia('(pointer: coarse)').matches;
const still = matchMedia('(prefers-reduced-motion: reduce)');

function load(): Kept {
  const usual: Kept = { theme: 'auto', sound: true, confirm: touch, notify: false, speed: 'brisk', guided: [] };
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

  #dress(): void {
    const root = document.documentElement;
    if (this.kept.theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = this.kept.theme;
  }
}

export const settings = new Settings();
