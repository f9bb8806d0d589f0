import type { Sha256 } from '@ledgate/domain/seal/tree';

/** SHA-256 that answers later, as the browser's does. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** Of one run: a proof has fewer than 64 levels, two hashes each. */
const HASHES_MAX = 256;

class Lacking extends Error {
  readonly bytes: Uint8Array<ArrayBuffer>;
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super('a hash is not made yet');
    this.bytes = bytes;
  }
}

/**
 * What a pure function answers that hashes at once, by a digest that answers later: where a hash lacks it is made, and the function begun again. Throws
 * RangeError above HASHES_MAX, and what the function throws.
 */
export async function hashedBy<Result>(digest: Digest, run: (sha256: Sha256) => Result): Promise<Result> {
  const made = new Map<string, Uint8Array>();
  const sha256: Sha256 = (...parts) => {
    const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
    const hash = made.get(bytes.join());
    if (hash === undefined) throw new Lacking(bytes);
    return hash;
  };
  while (made.size <= HASHES_MAX) {
    try {
      return run(sha256);
    } catch (error) {
      if (!(error instanceof Lacking)) throw error;
      made.set(error.bytes.join(), await digest(error.bytes));
    }
  }
  throw new RangeError(`more than ${HASHES_MAX} hashes`);
}

/** The browser's own; undefined where the page is not served securely, and browsers have none for scripts. */
export const browserDigest = (): Digest | undefined => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return subtle && (async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)));
};
