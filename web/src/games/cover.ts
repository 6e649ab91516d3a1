// What a game shows of itself in the lobby, before anybody sits down. Its name and how many can play are told by the
// server; its colour is `--hue` in the `cover.css` beside it, dark enough for light letters on it.
import type { Component } from 'svelte';

export interface Cover {
  art: Component;
  /** One line of mood. */
  mood: string;
  /** What one does, for who never saw it. */
  pitch: string;
  /** How long a game takes. */
  length: string;
  /** How many sit at the table that *play now* makes. */
  usual: number;
}
