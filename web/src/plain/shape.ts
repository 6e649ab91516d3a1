// What a view shows, as far as its JSON tells: which lists are hands, which numbers are piles, what belongs to whom. A
// game may give hints (`looks`) where names and shapes mislead.
import type { Look, Shape } from '../wire/wire';

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** `seats` is a list with one object for each player, `group` an object. */
export type Kind = Exclude<Shape, 'seat'> | 'seats' | 'group';

/** Numbers of cards that nobody sees. */
const PILES = /^(cards?|rest|deck|pile|stack|draw|supply|discards?|left)$/;
/** Fields that say what the table shows anyway, or that are for programs. */
const KNOWN = /^(eye|turn|seat|outcome|to_act|type)$/;

export const isGroup = (value: Json): value is { [field: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether something fits on a card: a word, a number, or a small object without lists. */
const isSmall = (value: Json): boolean =>
  value === null || typeof value !== 'object' || (isGroup(value) && Object.values(value).every((one) => !isDeep(one)));

const isDeep = (value: Json): boolean => typeof value === 'object' && value !== null;

/** What the value of a field is; `field` has the names it lies in before it: `players.hand`. */
export function kind(field: string, value: Json, looks: readonly Look[], players: number): Kind {
  const hint = looks.find((look) => look.field === field);
  if (hint && hint.shape !== 'seat') return hint.shape;
  const name = field.split('.').at(-1) ?? '';
  if (KNOWN.test(name)) return 'hidden';
  if (typeof value === 'number') return PILES.test(name) ? 'pile' : 'text';
  if (isGroup(value)) return 'group';
  if (!Array.isArray(value)) return 'text';
  const seated = (one: Json): boolean => isGroup(one) && typeof one['seat'] === 'number';
  if (value.length === players && value.every(seated)) return 'seats';
  if (value.length > 0 && value.every(Array.isArray)) return 'board';
  return value.every(isSmall) ? 'hand' : 'group';
}

/** A name of the program as words for people: `trick_taken` is "Trick taken". */
export function words(name: string): string {
  const text = name.replace(/_/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Who sits where, and which fields name a seat. */
export interface Seats {
  names: readonly string[];
  looks: readonly Look[];
}

/** A value as words. Seats have names. */
export function label(value: Json, seats: Seats, field = ''): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return isSeat(field, seats.looks) ? (seats.names[value] ?? `seat ${value}`) : String(value);
  if (typeof value === 'string') return value.replace(/_/g, ' ');
  if (Array.isArray(value)) return value.map((one) => label(one, seats, field)).join(', ') || 'none';
  const { type, ...others } = value;
  const rest = Object.entries(others).map(([name, one]) => label(one, seats, name));
  return [...(typeof type === 'string' ? [words(type)] : []), ...rest].join(' ');
}

/** Whether a number in a field of this name is a seat. */
const isSeat = (name: string, looks: readonly Look[]): boolean =>
  /(^|_)(seat|player|leader|dealer|winner|target|by|of|from|to)$/.test(name) ||
  looks.some(({ field, shape }) => shape === 'seat' && field.split('.').at(-1) === name);

/** The objects of a view that belong to a player, each with the name of its list. */
export function ofSeat(view: Json, seat: number, looks: readonly Look[], players: number): [string, Json][] {
  if (!isGroup(view)) return [];
  return Object.entries(view)
    .filter(([field, value]) => kind(field, value, looks, players) === 'seats')
    .flatMap(([field, value]) =>
      (value as Json[])
        .filter((one) => isGroup(one) && one['seat'] === seat)
        .map((one): [string, Json] => [field, one]),
    );
}

/** What lies in the hands of a player, as JSON text: these things can be clicked where they lie. */
export function inHand(view: Json, seat: number | null, looks: readonly Look[], players: number): Set<string> {
  const held = new Set<string>();
  const look = (field: string, value: Json): void => {
    const what = kind(field, value, looks, players);
    if (what === 'hand' && Array.isArray(value)) value.forEach((one) => held.add(JSON.stringify(one)));
    else if (isGroup(value)) Object.entries(value).forEach(([name, one]) => look(`${field}.${name}`, one));
  };
  if (seat !== null) ofSeat(view, seat, looks, players).forEach(([field, value]) => look(field, value));
  return held;
}
