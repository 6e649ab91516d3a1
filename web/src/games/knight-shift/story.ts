// What is remembered of a game.
import type { Event } from '../../wire/knight-shift';

export function memorable(event: Event): number {
  switch (event.type) {
    case 'scored':
      return event.sheets.some((sheet) => sheet.too_much_booze) ? 4 : 3;
    case 'claimed':
      return 1;
    default:
      return 0;
  }
}
