import { isConsistent, type TreeHead } from '@ledgate/domain/seal/proofs';
import { type Digest, hashedBy } from './hashed-by.ts';

/** What a checkpoint says: whose tree, how many events, and its root. Its signature is not looked at. */
export type Checkpoint = TreeHead & { readonly origin: string };

const HASH_BYTES = 32;

/** The hash that base64 says; undefined where it says none. */
export function hashIn(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/u.test(text)) return undefined;
  const hash = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return hash.length === HASH_BYTES ? hash : undefined;
}

/** undefined for what is no checkpoint. What stands around it (blanks, another line end) comes with copying. */
export function checkpointIn(typed: string): Checkpoint | undefined {
  const [origin = '', digits = '', encoded = ''] = typed.trim().split(/\r?\n/u);
  const root = hashIn(encoded.trim());
  const size = Number(digits);
  if (origin === '' || root === undefined || !/^(0|[1-9]\d*)$/u.test(digits.trim())) return undefined;
  return Number.isSafeInteger(size) ? { origin: origin.trim(), size, root } : undefined;
}

/** Whether the present tree begins with a saved one, by the hashes of a proof (RFC 6962), each in base64. */
export async function isBeginning(
  saved: TreeHead,
  present: TreeHead,
  hashes: readonly string[],
  digest: Digest,
): Promise<boolean> {
  const path = hashes.map(hashIn);
  if (path.some((hash) => hash === undefined)) return false;
  return hashedBy(digest, (sha256) =>
    isConsistent(
      saved,
      present,
      path.filter((hash) => hash !== undefined),
      sha256,
    ),
  );
}
