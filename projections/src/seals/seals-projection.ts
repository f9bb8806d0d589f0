import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import type { KeyChange, Seal } from './seal-stream.ts';
import { INSERT_SEAL, INSERT_SIGNING_KEY } from './sql.ts';

/** One row a seal and one a key, at most some a minute. */
export const seals: Projection = { name: 'seals', begin: () => new SealsPart() };

type At = { readonly position: number; readonly atMs: number };
type SealValues = At & Pick<Seal, 'size' | 'root' | 'note' | 'keyId'>;
type KeyValues = At & Pick<KeyChange, 'vkey' | 'fromSize'>;

/** What read models have of a seal; undefined of any other event. */
export function sealRowOf({ event, position, recordedAtMs: atMs }: Recorded): SealValues | undefined {
  if (event.type !== 'LedgerSealed' || event.data.origin === null) return undefined;
  const { size, root, note, keyId } = event.data;
  return { position, size, root, note, keyId, atMs };
}

/** The same of a key that the ledger changed to. */
export function keyRowOf({ event, position, recordedAtMs: atMs }: Recorded): KeyValues | undefined {
  if (event.type !== 'SigningKeyChanged') return undefined;
  const { vkey, fromSize } = event.data;
  return { position, vkey, fromSize, atMs };
}

class SealsPart implements BatchPart {
  readonly #seals: SealValues[] = [];
  readonly #keys: KeyValues[] = [];

  add(recorded: Recorded): void {
    const [seal, key] = [sealRowOf(recorded), keyRowOf(recorded)];
    if (seal !== undefined) this.#seals.push(seal);
    if (key !== undefined) this.#keys.push(key);
  }

  async write(writer: BatchWriter): Promise<void> {
    for (const { position, size, root, note, keyId, atMs } of this.#seals)
      await writer.run(INSERT_SEAL, [position, size, root, note, keyId, atMs]);
    for (const { position, vkey, fromSize, atMs } of this.#keys)
      await writer.run(INSERT_SIGNING_KEY, [position, vkey, fromSize, atMs]);
  }
}
