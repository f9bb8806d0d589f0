import { createHash } from 'node:crypto';
import { leafHash, type Sha256 } from '@ledgate/domain/seal/tree';

export const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Base64 of the SHA-256 of a text's UTF-8. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The hash by which a leaf's text stands in the tree (docs/exports.md#leaves). */
export const hashOfLeaf = (text: string): Uint8Array => leafHash(Buffer.from(text), sha256);

export const base64Of = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');

const HASH_BYTES = 32;

/** The hash that canonical base64 says; undefined where it says none. */
export function hashIn(text: string): Uint8Array | undefined {
  const hash = Buffer.from(text, 'base64');
  return hash.length === HASH_BYTES && hash.toString('base64') === text ? hash : undefined;
}
