// People's names and results, in words.
import type { FinishedGame, RatingInfo, SeatResult, Unrated } from '../wire/wire';

/** The page of somebody's games. Guests have none, and it says so. */
export const profileOf = (name: string): string => `/p/${encodeURIComponent(name)}`;

export const resultName = (seat: SeatResult): string => seat.name ?? seat.level ?? 'somebody gone';

const REASONS: Record<Unrated, string> = {
  lesson: 'a lesson',
  continued: 'it went on from another game',
  own_deck: 'a deck of its own',
  hints: 'played with hints',
  not_agreed: 'not played for ratings',
  abandoned: 'a bot played for somebody',
  guest: 'with a guest',
  alone: 'nobody to compare with',
};

/** Whether a game changed ratings, and why not. */
export function ratedWord(game: FinishedGame): string {
  if (game.rated) return 'rated';
  return game.unrated ? `unrated: ${REASONS[game.unrated]}` : 'not judged yet';
}

/** How it ended for the seat. */
export function resultWord(game: FinishedGame): string {
  const own = game.seats[game.seat];
  if (!own) return '';
  if (own.absent) return own.absent === 'resigned' ? 'resigned' : 'away';
  if (own.share === 1) return 'won';
  if (own.share > 0) return 'won with others';
  return game.seats.length > 2 ? `place ${own.place}` : 'lost';
}

export const round = (points: number): string => String(Math.round(points));

/** How far the rating may be off. */
export const margin = (rating: RatingInfo): string => `± ${Math.round((rating.high - rating.low) / 2)}`;

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

export const day = (at: number): string => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
