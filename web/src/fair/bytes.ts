// Bytes, as they are hashed and as they are written.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Text as it is hashed: UTF-8. */
export const text = utf8ToBytes;
export const hex = bytesToHex;
export const unhex = hexToBytes;

/** SHA-256 of these bytes, one after the other. */
export function hash(...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(concatBytes(...parts));
}
