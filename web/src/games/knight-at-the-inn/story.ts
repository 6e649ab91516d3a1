// What is remembered of a game.
import type { Event } from '../../wire/knight-at-the-inn';

export function memorable(event: Event): number {
  switch (event.type) {
    case 'went_home':
      return event.kind === 'king' ? 5 : 1;
    case 'pushed':
      return 3 + Math.min(1, event.tokens.length / 4);
    case 'forfeited':
      return 3;
    case 'repeated':
      return 2;
    default:
      return 0;
  }
}
