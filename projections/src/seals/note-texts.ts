import type { TreeHead } from '@ledgate/domain/seal/proofs';
import { base64Of, hashIn } from './hashes.ts';

// What is said by the notes that a ledger's key signs (docs/ledger.md#seals).

/** The head of a tree, and whose it is. */
export type Checkpoint = TreeHead & { readonly origin: string };

/** `ledgate/` and the installation's UUID: the name of its keys. */
export const originOf = (installationId: string): string => `ledgate/${installationId}`;

/** As C2SP's tlog-checkpoint has it. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${base64Of(root)}\n`;

/** undefined for what is no checkpoint; lines behind the third are passed over, as the format wants it. */
export function checkpointIn(text: string): Checkpoint | undefined {
  const [origin = '', digits = '', encoded = ''] = text.split('\n');
  const root = hashIn(encoded);
  const size = Number(digits);
  if (origin === '' || root === undefined || !text.endsWith('\n')) return undefined;
  return /^(0|[1-9]\d*)$/u.test(digits) && Number.isSafeInteger(size) ? { origin, size, root } : undefined;
}

/** Whose close a manifest is of, which revision, and the base64 of its SHA-256. */
export const closeText = (
  { origin, id, revision }: { readonly origin: string; readonly id: number; readonly revision: number },
  digest: string,
): string => `ledgate close v1\n${origin}\n${id}\n${revision}\n${digest}\n`;

/** That a key signs from a size on. */
export const keyChangeText = (origin: string, fromSize: number, vkey: string): string =>
  `ledgate key v1\n${origin}\n${fromSize}\n${vkey}\n`;
