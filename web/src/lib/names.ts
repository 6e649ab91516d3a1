// What the seats of a table are called.
import type { SeatInfo, TableInfo } from '../wire/wire';

const BOTS = ['Agravain', 'Brastias', 'Caradoc', 'Dagonet', 'Ector', 'Feirefiz', 'Galehaut', 'Hector'];

/** A name as it is shown, with a word if a program plays under it. */
export function account(of: { name?: string | null; bot?: boolean }): string | undefined {
  return of.name && of.bot ? `${of.name} (bot)` : (of.name ?? undefined);
}

export function seatName(seat: SeatInfo, index: number): string {
  switch (seat.kind) {
    case 'bot':
      return BOTS[index % BOTS.length] as string;
    case 'person':
      return account(seat) ?? 'somebody gone';
    case 'invited':
      return 'an invited guest';
    case 'asked':
      return `${seat.name ?? 'somebody gone'} (${seat.bot ? 'bot, ' : ''}asked)`;
    case 'open':
      return 'a free seat';
  }
}

/** Whether a seat is kept for this person, who is asked to play. */
export function isAsked(table: TableInfo, who: string | undefined): boolean {
  return table.seats.some((seat) => seat.kind === 'asked' && seat.person === who);
}

export function seatNames(table: TableInfo): string[] {
  return table.seats.map(seatName);
}

/** What plays on the seat, in a word, if it is not simply a person. */
export function seatKind(seat: SeatInfo): string | null {
  if (seat.kind === 'bot') return seat.level ?? 'bot';
  if (seat.stand_in === 'away') return 'away, a bot plays';
  if (seat.stand_in === 'resigned') return 'a bot plays';
  return null;
}

/** The server's sentences give seats by number; this puts in names. */
export function named(text: string, names: readonly string[], me: number | null): string {
  const name = (digits: string): string => {
    const seat = Number(digits);
    const known = names[seat];
    if (known === undefined) return `seat ${digits}`;
    return seat === me ? `${known} (you)` : known;
  };
  return text.replace(/\b[Ss]eat (\d+)\b/g, (_, digits: string) => name(digits));
}

/** The server's sentences mark notations as code; here they stand in quotation marks. */
export function quoted(text: string): string {
  return text.replace(/`([^`]*)`/g, '“$1”');
}

/** The seats clockwise from the left neighbour; a spectator sits behind seat 0. */
export function around(players: number, me: number | null): number[] {
  const from = me ?? 0;
  const others = Array.from({ length: players - 1 }, (_, step) => (from + 1 + step) % players);
  return others;
}
