// The tinctures of the knights: of their shields, and of what their horses wear.
import type { Knight } from '../../../wire/knights-and-damosels';

/** The field, and what lies on it. */
export const COLOURS: Record<Knight, [string, string]> = {
  bors: ['#f4f1e6', '#33302f'],
  gawain: ['#a3272b', '#f2cf63'],
  launcelot: ['#f4f1e6', '#b32a2e'],
  percival: ['#5f3580', '#f2cf63'],
  pelleas: ['#254f96', '#f4f1e6'],
  tristram: ['#2d6b3c', '#f2cf63'],
};
