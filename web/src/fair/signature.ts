// The server's signature of a record: Ed25519, without the browser's own cryptography, which plain HTTP does not have.
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { text, unhex } from './bytes';
import type { Signature } from './record';

hashes.sha512 = sha512;

export function signatureFits({ key, table, sign }: Signature, digest: string): boolean {
  try {
    return verify(unhex(sign), text(`roundtable record ${table} ${digest}`), unhex(key), { zip215: false });
  } catch {
    return false;
  }
}
