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

export interface Rumour {
  key: string;
  role: Role;
  /** In short: whose word it is, or how many say so. */
  who: string;
  /** All their names. */
  all: string;
}

/** What is said of somebody, in at most three short pieces: a player's own word, and for each role who else says it. */
export function gathered(said: { seat: number; role: Role }[], at: Place, names: readonly string[]): Rumour[] {
  const named = (seat: number) => names[seat] ?? `seat ${seat}`;
  const own = said.filter((one) => one.seat === at).map(({ seat, role }) => ({ role, seats: [seat], who: 'says' }));
  const others = (['cop', 'criminal'] as const)
    .map((role) => ({
      role,
      seats: said.filter((one) => one.seat !== at && one.role === role).map(({ seat }) => seat),
    }))
    .filter(({ seats }) => seats.length > 0)
    .map((one) => ({
      ...one,
      who: one.seats.length > 1 ? `${one.seats.length} say` : named(one.seats[0] ?? 0).slice(0, 3),
    }));
  return [...own, ...others].map(({ role, seats, who }) => ({
    key: `${who}:${role}`,
    role,
    who,
    all: seats.map(named).join(', '),
  }));
}
