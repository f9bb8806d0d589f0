import { accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byText, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { DELETE_LEASES, INSERT_LEASES, RESIZE_LEASES } from './sql.ts';

/** One row a lease that is open, as its account's stream tells; the settler's work list together with the tills. */
export const leases: Projection = { name: 'leases', begin: () => new LeasesPart() };

type Granted = { readonly accountId: number; readonly tillId: string; readonly tokenId: number | null };
/** What the batch does to one lease; without `granted` it was there before, without `amount` it is settled. */
type Change = {
  readonly granted: Granted | undefined;
  readonly amount: number | undefined;
  readonly consumed: number;
  readonly revision: number;
};

class LeasesPart implements BatchPart {
  readonly #changes = new Map<string, Change>();

  add({ event, stream, revision }: Recorded): void {
    switch (event.type) {
      case 'LeaseGranted': {
        const { leaseId, tillId, tokenId, amount } = event.data;
        const accountId = accountOfStream(stream);
        if (accountId === undefined) throw new Error(`lease ${leaseId} granted in the stream ${stream}`);
        this.#changes.set(leaseId, { granted: { accountId, tillId, tokenId }, amount, consumed: 0, revision });
        return;
      }
      case 'LeaseResized': {
        const { leaseId, amount, consumed } = event.data;
        this.#changes.set(leaseId, { granted: this.#changes.get(leaseId)?.granted, amount, consumed, revision });
        return;
      }
      case 'LeaseSettled': {
        const { leaseId, consumed } = event.data;
        const granted = this.#changes.get(leaseId)?.granted;
        if (granted === undefined) this.#changes.set(leaseId, { granted, amount: undefined, consumed, revision });
        else this.#changes.delete(leaseId);
        return;
      }
    }
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#changes.size === 0) return;
    const changes = [...this.#changes]
      .map(([leaseId, change]) => ({ leaseId, ...change }))
      .sort((one, other) => byText(one.leaseId, other.leaseId));
    const granted = changes.flatMap(({ granted: grant, amount, ...change }) =>
      grant === undefined || amount === undefined ? [] : [{ ...change, ...grant, amount }],
    );
    const resized = changes.flatMap(({ granted: grant, amount, ...change }) =>
      grant !== undefined || amount === undefined ? [] : [{ ...change, amount }],
    );
    const settled = changes.filter(({ amount }) => amount === undefined);
    if (granted.length > 0) {
      await writer.run(INSERT_LEASES, [
        texts(granted.map(({ leaseId }) => leaseId)),
        numbers(granted.map(({ accountId }) => accountId)),
        texts(granted.map(({ tillId }) => tillId)),
        numbers(granted.map(({ tokenId }) => tokenId)),
        numbers(granted.map(({ amount }) => amount)),
        numbers(granted.map(({ consumed }) => consumed)),
        numbers(granted.map(({ revision }) => revision)),
      ]);
    }
    if (resized.length > 0) {
      await writer.run(RESIZE_LEASES, [
        texts(resized.map(({ leaseId }) => leaseId)),
        numbers(resized.map(({ amount }) => amount)),
        numbers(resized.map(({ consumed }) => consumed)),
        numbers(resized.map(({ revision }) => revision)),
      ]);
    }
    if (settled.length > 0) await writer.run(DELETE_LEASES, [texts(settled.map(({ leaseId }) => leaseId))]);
  }
}
