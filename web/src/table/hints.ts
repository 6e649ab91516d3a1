/** A hint as the prompt bar shows it. */
export interface Hint {
  number: number;
  words: string;
  share: string;
  error: string;
  reason: string;
  choose: () => void;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
}
