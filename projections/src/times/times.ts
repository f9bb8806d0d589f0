import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { beginsAt } from './begins-at.ts';
import { FirstPositions } from './first-positions.ts';
import { RecordedQuarters } from './recorded-quarters.ts';
import { LOWER_FIRST_POSITIONS, WIDEN_RECORDED_QUARTERS } from './sql.ts';

/** What tells where a range of time lies in the ledger (`queries/ranges.ts`), whichever partition comes first. */
export const times: Projection = { name: 'times', begin: () => new TimesPart() };

class TimesPart implements BatchPart {
  readonly #firsts = new FirstPositions();
  readonly #quarters = new RecordedQuarters();

  add(recorded: Recorded): void {
    this.#quarters.add(recorded.recordedAtMs, recorded.position);
    const beginsMs = beginsAt(recorded);
    if (beginsMs !== undefined) this.#firsts.add(beginsMs, recorded.position);
  }

  async write(writer: BatchWriter): Promise<void> {
    const [firsts, quarters] = [this.#firsts.sorted(), this.#quarters.sorted()];
    if (firsts.length > 0)
      await writer.run(LOWER_FIRST_POSITIONS, [
        numbers(firsts.map(({ stepS }) => stepS)),
        numbers(firsts.map(({ startS }) => startS)),
        numbers(firsts.map(({ position }) => position)),
      ]);
    if (quarters.length > 0)
      await writer.run(WIDEN_RECORDED_QUARTERS, [
        numbers(quarters.map(({ recordedS }) => recordedS)),
        numbers(quarters.map(({ first }) => first)),
        numbers(quarters.map(({ last }) => last)),
      ]);
  }
}
