// A running digest of what was told, so that a server cannot show other cards than those of the record.
import type { WrittenEvent } from '../wire/core';
import type { ReplayEvent } from '../wire/wire';
import { hash, hex, text, unhex } from './bytes';
import type { KeptEvents } from './receipt';

export function tell(before: KeptEvents | null, events: readonly WrittenEvent[]): KeptEvents {
  let digest: Uint8Array = before ? unhex(before.digest) : new Uint8Array(32);
  for (const event of events) digest = hash(digest, text(JSON.stringify(event)));
  return { events: (before?.events ?? 0) + events.length, digest: hex(digest) };
}

/** The same from a replay, which leaves out what was not told. */
export function retell(events: readonly ReplayEvent[], count: number): KeptEvents {
  const told = new Map(events.map(({ number, event, text }) => [number, { number, event, text }]));
  const all = Array.from({ length: count }, (_, number) => told.get(number) ?? { number, event: null });
  return tell(null, all as WrittenEvent[]);
}
