// The reckoning at the end of a round, counted up on the table: a column of the score sheet in each beat.
import type { Event, RoundSeen, ScoredSeen, View } from '../../wire/knight-shift';
import type { Beat } from '../face';
import { sorted } from './items';
import { points, steps, type Step } from './reckoning';

type Scored = Extract<Event, { type: 'scored' }>;

/** How far the reckoning has come. */
export interface Counting {
  round: RoundSeen;
  /** The column that is being counted, as an index of the steps. */
  step: number;
}

/** A view with the reckoning that is being counted up. */
type Counted = View & { counting?: Counting };

/** The reckoning that is being counted up on the table, if one is. */
export function counting(view: View): Counting | null {
  return (view as Counted).counting ?? null;
}

/** A view without it, as before and after. */
export function uncounted(view: View): View {
  const { counting: _, ...rest } = view as Counted;
  return rest;
}

/** What the columns up to this one bring together, as they stand on the sheet. */
export function sumSoFar({ sheet }: ScoredSeen, players: number, step: number): number {
  return steps(players)
    .slice(0, step + 1)
    .reduce((sum, { key }) => sum + (points(sheet, key) ?? 0), 0);
}

const HOLDS: Partial<Record<Step['key'], number>> = { booze: 1900, total: 5000 };

export function counted(view: View, event: Scored): Beat<View>[] {
  const round = finished(view, event);
  if (!round) return [{ view, hold: 0, sound: null }];
  return steps(view.squires.length).map((step, index) => {
    const last = step.key === 'total';
    const rounds = last ? [...view.rounds.filter((one) => one.round !== event.round), round] : view.rounds;
    const squires = last
      ? view.squires.map((one) => ({ ...one, total: event.totals[one.seat] ?? one.total }))
      : view.squires;
    const shown: Counted = { ...view, rounds, squires, counting: { round, step: index } };
    const drunk = event.sheets.some((sheet) => sheet.too_much_booze);
    return {
      view: shown,
      hold: HOLDS[step.key] ?? 1500,
      hush: !last,
      sound: step.key === 'booze' ? (drunk ? 'poison' : null) : last ? 'end' : 'count',
    };
  });
}

/** The round as it will stand on the score sheet: all cards lie open by now. */
function finished(view: View, event: Scored): RoundSeen | null {
  const seen = view.knights.map((one) => ({
    seat: one.claimed_by,
    knight: one.print,
    equipment: sorted(one.equipment.flatMap(({ card }) => (card.type === 'known' ? [card.item] : []))),
  }));
  const leftover = seen.find((one) => one.seat === null);
  const squires = event.sheets.flatMap((sheet): ScoredSeen[] => {
    const one = seen.find((other) => other.seat === sheet.seat);
    return one ? [{ knight: one.knight, equipment: one.equipment, sheet }] : [];
  });
  if (!leftover || squires.length < event.sheets.length) return null;
  return { round: event.round, squires, leftover: { knight: leftover.knight, equipment: leftover.equipment } };
}
