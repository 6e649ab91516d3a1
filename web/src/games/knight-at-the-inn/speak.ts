// Moves in notation, in words: "move 2b fl" is "move from 2b forward left". Directions are the mover's.
import type { Direction } from '../../wire/knight-at-the-inn';
import { WORDS } from './road';

export function speak(text: string): string {
  const way = (letters: string) => WORDS[letters as Direction];
  return text
    .replace(/\bmove ([1-3][abc]) ([fb]?[lr]|[fb])\b/g, (_, inn: string, to: string) => `move from ${inn} ${way(to)}`)
    .replace(
      /\bpush ([1-3][abc]) ([fb]?[lr]|[fb]) (\d)\b/g,
      (_, inn: string, to: string, count: string) =>
        `push ${count} ${count === '1' ? 'token' : 'tokens'} ${way(to)} from ${inn}`,
    )
    .replace(/\bhome ([1-3][abc])\b/g, 'go home from $1')
    .replace(/\bplace ([0-2])\b/g, (_, column: string) => `place in column ${'abc'[Number(column)]}`);
}
