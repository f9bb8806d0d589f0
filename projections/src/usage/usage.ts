import type { Recorded } from '@ledgate/domain/events/codec';
import { consumptionOf, countedOf, modelOf } from '../ledger/charge-of.ts';
import type { BatchWriter } from '../runner/batch-writer.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { dayOf, quarterOf } from '../times/quarter.ts';
import { Buckets } from './buckets.ts';
import { ADD_TO_MODEL_DAYS, ADD_TO_MODEL_QUARTERS, ADD_TO_USER_MODEL_QUARTERS } from './sql.ts';

/**
 * Statistics by quarters of an hour in which the store wrote the charges. Every charge counts, logged or not, and no cleaning takes from them: the
 * sum of any grain is the sum of the charges. A correction changes the quota of its own quarter and no count. To which range of time they
 * belong is told when somebody asks (`queries/ranges.ts`).
 */
export const usage: Projection = { name: 'usage', begin: () => new UsagePart() };

class UsagePart implements BatchPart {
  readonly #userModels = new Buckets();

  add(recorded: Recorded): void {
    const consumption = consumptionOf(recorded);
    if (consumption === undefined) return;
    const { requests, promptTokens, completionTokens } = countedOf(consumption);
    this.#userModels.add(
      { accountId: consumption.accountId, timeS: quarterOf(recorded.recordedAtMs), model: modelOf(consumption) },
      { count: requests, quota: consumption.amount, tokens: promptTokens + completionTokens },
    );
  }

  /** The coarser grains are sums of the finest. */
  async write(writer: BatchWriter): Promise<void> {
    if (this.#userModels.size === 0) return;
    const [models, modelDays] = [new Buckets(), new Buckets()];
    for (const { timeS, model, count, quota, tokens } of this.#userModels.sorted()) {
      models.add({ accountId: 0, timeS, model }, { count, quota, tokens });
      modelDays.add({ accountId: 0, timeS: dayOf(timeS * 1_000), model }, { count, quota, tokens });
    }
    await writer.run(ADD_TO_USER_MODEL_QUARTERS, this.#userModels.columns('accountId', 'timeS', 'model'));
    await writer.run(ADD_TO_MODEL_QUARTERS, models.columns('timeS', 'model'));
    await writer.run(ADD_TO_MODEL_DAYS, modelDays.columns('timeS', 'model'));
  }
}
