// What can be played here: the games and the levels of bots, as the server lists them.
import type { Games, LevelInfo, Listing } from '../wire/wire';
import { get } from './api';

class Hall {
  /** In the server's order; null until it has answered. */
  games = $state.raw<readonly Listing[] | null>(null);
  levels = $state.raw<readonly LevelInfo[]>([]);
  #asked: Promise<void> | null = null;

  /** Asks once in the life of the page, and again after a failure. */
  load(): Promise<void> {
    this.#asked ??= get<Games>('/api/games').then(
      ({ games, levels }) => {
        this.games = games;
        this.levels = levels;
      },
      (error: unknown) => {
        this.#asked = null;
        throw error;
      },
    );
    return this.#asked;
  }

  game(slug: string): Listing | undefined {
    return this.games?.find((game) => game.slug === slug);
  }
}

export const hall = new Hall();
