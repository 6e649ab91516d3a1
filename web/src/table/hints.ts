// Hints as the prompt bar shows them: what sets moves apart, rather than numbers that are nearly the same.
import { quoted } from '../lib/names';
import type { Hint as Told } from '../wire/wire';

export interface Hint {
  number: number;
  words: string;
  /** The chance of the best move, or how far another is behind it. */
  worth: string;
  /** How often to play it, if the best choice is mixed. */
  odds: string;
  reason: string;
  choose: () => void;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
}

/** What a hint is worth, in a few words; the others are compared with the first. */
export function worth(hint: Told, first: boolean): string {
  if (first) return `wins ${percent(hint.share)} ± ${percent(hint.error)}`;
  if (hint.as_good) return 'as good as the first';
  return `${(100 * hint.behind).toFixed(1)} points behind ± ${(100 * hint.behind_error).toFixed(1)}`;
}

/** A reason with the words of the moves at hand instead of their notation. */
export function worded(reason: string, words: ReadonlyMap<string, string>): string {
  return quoted(
    reason.replace(/`([^`]*)`/g, (_, move: string) => `\`${words.get(move)?.replace(/\.$/, '') ?? move}\``),
  );
}

export function odds(hint: Told): string {
  return hint.odds === undefined ? '' : `play it ${percent(hint.odds)} of the time`;
}
