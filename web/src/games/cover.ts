// What a game shows in the lobby, before anybody sits down. The server gives its name and number of players; its colour
// is `--hue` in the `cover.css` beside it, dark enough for light letters.
import type { Component } from 'svelte';

export interface Cover {
  art: Component;
  /** One line of mood. */
  mood: string;
  /** What players do, for people who have never seen it. */
  pitch: string;
  /** How long a game takes. */
  length: string;
  /** How many seats *play now* gives its table. */
  usual: number;
}
