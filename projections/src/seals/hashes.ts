import { hash } from 'node:crypto';
import type { Sha256 } from '@ledgate/domain/seal/tree';

export const sha256: Sha256 = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer');

/** Base64 of the SHA-256 of a text's UTF-8. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64');

/** The hash by which a leaf's text stands in the tree (docs/exports.md#leaves): of the text behind a byte that says that it is a leaf, as `leafHash` has it. */
export function hashOfLeaf(text: string): Uint8Array {
  const bytes = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  bytes[0] = 0;
  bytes.write(text, 1);
  return hash('sha256', bytes, 'buffer');
}

export const base64Of = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');

const HASH_BYTES = 32;

/** The hash that canonical base64 says; undefined where it says none. */
export function hashIn(text: string): Uint8Array | undefined {
  const hash = Buffer.from(text, 'base64');
  return hash.length === HASH_BYTES && hash.toString('base64') === text ? hash : undefined;
}
