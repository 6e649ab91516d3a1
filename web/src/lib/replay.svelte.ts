// A finished game, whose frames are fetched in larger pieces, so that moving back and forth is smooth.
import type { Frame, Frames, Replay, ReplayEvent } from '../wire/wire';
import { get, keyed } from './api';

const PIECE = 50;

export type Eye = number | 'table' | 'all';

export class Film {
  eye = $state<Eye>('table');
  ply = $state(0);
  replay = $state.raw<Replay | null>(null);
  frame = $state.raw<Frame | null>(null);
  trouble = $state('');
  last = $derived(this.replay?.moves.length ?? 0);

  #pieces = new Map<string, Promise<Frame[]>>();
  #replays = new Map<Eye, Promise<Replay>>();

  constructor(
    readonly id: string,
    readonly key: string | null,
  ) {}

  async look(eye: Eye): Promise<void> {
    this.eye = eye;
    try {
      const replay = await this.#seen(eye);
      if (this.eye === eye) this.replay = replay;
      await this.go(this.ply);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  /** Everything that an eye was told, whichever eye looks now. */
  async told(eye: Eye): Promise<ReplayEvent[]> {
    return (await this.#seen(eye)).events;
  }

  /** All frames, as seen by this eye. */
  async whole(): Promise<Frame[]> {
    const pieces = Array.from({ length: Math.floor(this.last / PIECE) + 1 }, (_, number) => this.#piece(number));
    return (await Promise.all(pieces)).flat();
  }

  async go(ply: number): Promise<void> {
    this.ply = Math.max(0, Math.min(ply, this.last));
    const [wanted, eye] = [this.ply, this.eye];
    try {
      const piece = await this.#piece(Math.floor(wanted / PIECE));
      this.trouble = '';
      // The viewer may have moved on meanwhile.
      if (this.ply === wanted && this.eye === eye) this.frame = piece[wanted % PIECE] ?? null;
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  #seen(eye: Eye): Promise<Replay> {
    let replay = this.#replays.get(eye);
    if (!replay) {
      replay = get<Replay>(keyed(`/api/tables/${this.id}/replay?eye=${eye}`, this.key));
      this.#replays.set(eye, replay);
      replay.catch(() => this.#replays.delete(eye));
    }
    return replay;
  }

  #piece(number: number): Promise<Frame[]> {
    const name = `${this.eye} ${number}`;
    let piece = this.#pieces.get(name);
    if (!piece) {
      const [from, to] = [number * PIECE, Math.min(number * PIECE + PIECE - 1, this.last)];
      piece = get<Frames>(
        keyed(`/api/tables/${this.id}/replay/frames?eye=${this.eye}&from=${from}&to=${to}`, this.key),
      ).then(({ frames }) => frames);
      this.#pieces.set(name, piece);
      piece.catch(() => this.#pieces.delete(name));
    }
    return piece;
  }
}
