// What is remembered of a game.
import type { Event } from '../../wire/never-bring-a-knife';

export function memorable(event: Event): number {
  switch (event.type) {
    case 'hit_used':
      return 4;
    case 'wounded':
      return Math.min(5, 1 + event.wounds + event.total / 2);
    case 'swapped':
      return 3;
    case 'robbed':
      return Math.min(3, (event.stack + event.bank) / 2);
    case 'healed':
      return 2;
    default:
      return 0;
  }
}
