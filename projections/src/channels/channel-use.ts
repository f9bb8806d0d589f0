import type { Recorded } from '@ledgate/domain/events/codec';
import { consumptionOf, countedOf } from '../ledger/charge-of.ts';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byNumber, numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { ADD_TO_CHANNEL_USE } from './sql.ts';

/** One row a channel: what was charged for its answers. */
export const channelUse: Projection = { name: 'channel use', begin: () => new ChannelUsePart() };

class ChannelUsePart implements BatchPart {
  readonly #changes = new Map<number, { quota: number; requests: number }>();

  add(recorded: Recorded): void {
    const consumption = consumptionOf(recorded);
    if (consumption?.charge === undefined) return;
    const { channelId } = consumption.charge;
    const before = this.#changes.get(channelId) ?? { quota: 0, requests: 0 };
    before.quota += consumption.amount;
    before.requests += countedOf(consumption).requests;
    this.#changes.set(channelId, before);
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#changes.size === 0) return;
    const sorted = [...this.#changes].sort(([one], [other]) => byNumber(one, other));
    await writer.run(ADD_TO_CHANNEL_USE, [
      numbers(sorted.map(([channelId]) => channelId)),
      numbers(sorted.map(([, { quota }]) => quota)),
      numbers(sorted.map(([, { requests }]) => requests)),
    ]);
  }
}
