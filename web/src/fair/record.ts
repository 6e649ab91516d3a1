// A record, as far as it is checked here, and the digest that seals it.
import { hash, hex, text } from './bytes';

export type Maybe = string | null;

export interface Round {
  commitment: string;
  secret: string;
  promises: Maybe[];
  numbers: Maybe[];
}

export interface Fair {
  commitment: string;
  secret: string;
  numbers: Maybe[];
  promises?: Maybe[];
  failed?: Round[];
}

export interface Signature {
  key: string;
  table: string;
  sign: string;
}

export interface Talk {
  ply: number;
  seat: number;
  claim: unknown;
}

export interface GameRecord {
  players: number;
  dice: { fair?: Fair };
  moves: string[];
  talk?: Talk[];
  chain?: string;
  digest?: string;
  signature?: Signature;
}

/** SHA-256 of the record as compact JSON, without its digest and its signature. */
export function digestOf(record: GameRecord): string {
  const { digest: _, signature: __, ...content } = record;
  return hex(hash(text(JSON.stringify(content))));
}
