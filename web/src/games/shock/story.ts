// What is remembered of a game.
import type { Event } from '../../wire/shock';

export function memorable(event: Event): number {
  switch (event.type) {
    case 'shocked':
      return event.lost > 0 ? Math.min(5, 3 + event.lost / 5) : 2;
    case 'withdrew':
      return Math.min(4, event.banked / 4);
    case 'revealed':
      return Math.min(3, event.jewels / 2);
    default:
      return 0;
  }
}
