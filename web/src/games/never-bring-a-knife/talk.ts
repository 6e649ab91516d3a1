// What was said at the table: as sentences, and by whom it is about.
import type { Claim, Place, Role } from '../../wire/never-bring-a-knife';
import type { WrittenClaim } from '../../wire/core';
import { CARDS, placeName, ROLES } from './cards';

export function words(claim: Claim, names: readonly string[]): string {
  switch (claim.type) {
    case 'own':
      return `I am a ${ROLES[claim.role].name}.`;
    case 'role': {
      const who = placeName(claim.at, names);
      return `${who[0]?.toUpperCase()}${who.slice(1)} is a ${ROLES[claim.role].name}.`;
    }
    case 'played':
      return `I played ${CARDS[claim.card].name} on ${placeName(claim.target, names)}.`;
  }
}

/** What everybody last said about somebody's role. */
export function about(claims: readonly WrittenClaim[], at: Place): { seat: number; role: Role }[] {
  const latest = new Map<number, Role>();
  for (const { seat, claim } of claims) {
    const said = claim as Claim;
    if (said.type === 'own' && seat === at) latest.set(seat, said.role);
    if (said.type === 'role' && said.at === at) latest.set(seat, said.role);
  }
  return [...latest].map(([seat, role]) => ({ seat, role }));
}
