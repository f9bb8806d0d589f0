import type { Recorded } from '@ledgate/domain/events/codec';
import { consumptionOf, countedOf } from '../ledger/charge-of.ts';
import { dayOf, hourOf } from '../logs/log-row-of.ts';
import type { BatchWriter } from '../runner/batch-writer.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { storedText } from '../shared/stored-text.ts';
import { Buckets } from './buckets.ts';
import { ADD_TO_MODEL_DAYS, ADD_TO_MODEL_HOURS, ADD_TO_USER_DAYS, ADD_TO_USER_MODEL_HOURS } from './statements.ts';

/**
 * Statistics of four grains. Every charge counts, logged or not, and no cleaning takes from them: the sum of any grain is the sum of the
 * charges. A correction changes the quota of its own hour and no count.
 */
export const usage: Projection = { name: 'usage', begin: () => new UsagePart() };

class UsagePart implements BatchPart {
  readonly #userModelHours = new Buckets();

  add({ event, atMs }: Recorded): void {
    const consumption = consumptionOf(event);
    if (consumption === undefined) return;
    const { accountId: userId, modelBilled } = consumption.charge;
    const model = storedText(modelBilled);
    const { requests, prompt, completion } = countedOf(consumption);
    this.#userModelHours.add(
      { userId, timeS: hourOf(atMs), model },
      { count: requests, quota: consumption.amount, tokens: prompt + completion },
    );
  }

  /** The coarser grains are sums of the finest. */
  async write(writer: BatchWriter): Promise<void> {
    if (this.#userModelHours.size === 0) return;
    const [modelHours, modelDays, userDays] = [new Buckets(), new Buckets(), new Buckets()];
    for (const { userId, timeS, model, ...values } of this.#userModelHours.sorted()) {
      const dayS = dayOf(timeS * 1_000);
      modelHours.add({ userId: 0, timeS, model }, values);
      modelDays.add({ userId: 0, timeS: dayS, model }, values);
      userDays.add({ userId, timeS: dayS, model: '' }, values);
    }
    await writer.run(ADD_TO_USER_MODEL_HOURS, this.#userModelHours.columns('userId', 'timeS', 'model'));
    await writer.run(ADD_TO_MODEL_HOURS, modelHours.columns('timeS', 'model'));
    await writer.run(ADD_TO_MODEL_DAYS, modelDays.columns('timeS', 'model'));
    await writer.run(ADD_TO_USER_DAYS, userDays.columns('userId', 'timeS'));
  }
}
