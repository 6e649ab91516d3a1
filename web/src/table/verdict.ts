// What the check of a record found, in words.
import type { Verified } from '../wire/wire';

export function verdict(found: Verified): string {
  const deal =
    found.deal.type === 'fair'
      ? `The secret is the promised one (SHA-256 ${found.deal.commitment.slice(0, 12)}…), mixed with the random ` +
        `numbers of ${found.deal.numbers} ${found.deal.numbers === 1 ? 'browser' : 'browsers'}; ` +
        'the deal follows from them.'
      : 'The deal follows from a key that was named beforehand, not from the players.';
  const earlier =
    found.earlier.length > 0
      ? ' It goes on from another game, which holds as well; from there on the deal was made anew.'
      : '';
  return `Verified. ${deal} All ${found.moves} moves were played again and are legal.${earlier}`;
}
