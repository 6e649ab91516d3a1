// Moves in notation, in words: "play gun 3" is "play Gun on seat 3", where the page puts in the name.
import type { Card } from '../../wire/never-bring-a-knife';
import { CARDS } from './cards';

export function speak(text: string): string {
  const card = (word: string) => CARDS[word as Card].name;
  return text
    .replace(
      /\b(play|show) (gun|armor|money|crime|intel|hit|mole) (\d)\b/g,
      (_, verb: string, word: string, seat: string) =>
        `${verb} ${card(word)} ${verb === 'show' ? 'face-up ' : ''}on seat ${seat}`,
    )
    .replace(/\blook boss\b/g, 'look at the Boss')
    .replace(/\b(look|hit|heal) (\d)\b/g, (_, verb: string, seat: string) =>
      verb === 'look' ? `look at seat ${seat}` : `${verb} seat ${seat}`,
    );
}
