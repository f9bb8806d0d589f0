import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import type { KeyChange, Seal } from './seal-stream.ts';
import { INSERT_SEAL, INSERT_SIGNING_KEY } from './sql.ts';

/** One row a seal and one a key, at most some a minute. */
export const seals: Projection = { name: 'seals', begin: () => new SealsPart() };

type At = { readonly position: number; readonly atMs: number };

class SealsPart implements BatchPart {
  readonly #seals: (Seal & At)[] = [];
  readonly #keys: (KeyChange & At)[] = [];

  add({ event, position, recordedAtMs: atMs }: Recorded): void {
    if (event.type === 'SigningKeyChanged') this.#keys.push({ ...event.data, position, atMs });
    if (event.type === 'LedgerSealed' && event.data.origin !== null)
      this.#seals.push({ ...event.data, position, atMs });
  }

  async write(writer: BatchWriter): Promise<void> {
    for (const { position, size, root, note, keyId, atMs } of this.#seals)
      await writer.run(INSERT_SEAL, [position, size, root, note, keyId, atMs]);
    for (const { position, vkey, fromSize, atMs } of this.#keys)
      await writer.run(INSERT_SIGNING_KEY, [position, vkey, fromSize, atMs]);
  }
}
