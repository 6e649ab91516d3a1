// The chain of a game: a running digest of everything that happened (crates/core/src/chain.rs).
import type { Link } from '../wire/wire';
import { hash, hex, text, unhex } from './bytes';
import type { GameRecord } from './record';

/** Every link of a record's chain, from the deal to the last move or claim. */
export function linksOf(record: GameRecord, secret: string): Link[] {
  const salt = hash(text('roundtable chain salt'), unhex(secret));
  const { talk = [], chain: _, digest: __, signature: ___, ...rest } = record;
  // The beginning has an empty list of moves in the same place.
  const beginning = JSON.stringify({ ...rest, moves: [] });
  let last = hash(text('roundtable chain'), salt, text(beginning));
  const links: Link[] = [{ ply: 0, digest: hex(last) }];
  const add = (ply: number, kind: string, line: string): void => {
    last = hash(last, salt, text(`${kind} ${line}`));
    links.push({ ply, digest: hex(last) });
  };
  let heard = 0;
  for (let ply = 0; ply <= record.moves.length; ply++) {
    for (let said = talk[heard]; said && (said.ply <= ply || ply === record.moves.length); said = talk[++heard]) {
      add(ply, 'claim', `${said.ply} ${said.seat} ${JSON.stringify(said.claim)}`);
    }
    const move = record.moves[ply];
    if (move !== undefined) add(ply + 1, 'move', move);
  }
  return links;
}
