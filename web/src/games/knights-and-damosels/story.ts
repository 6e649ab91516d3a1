// What is remembered of a game.
import type { Event } from '../../wire/knights-and-damosels';

export function memorable(event: Event): number {
  switch (event.type) {
    case 'camlann_began':
      return 5;
    case 'struck':
      return 4;
    case 'joust_ended':
      return 2 + Math.min(1, event.worship / 4);
    case 'fought':
      return 2;
    case 'event_revealed':
      return 1;
    default:
      return 0;
  }
}
