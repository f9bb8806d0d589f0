import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { beginsAt } from './begins-at.ts';
import { EventCounts } from './event-counts.ts';
import { FirstPositions } from './first-positions.ts';
import { RecordedQuarters } from './recorded-quarters.ts';
import { ADD_TO_EVENT_COUNTS, LOWER_FIRST_POSITIONS, WIDEN_RECORDED_QUARTERS } from './sql.ts';

/**
 * What tells where a range of time lies in the ledger (`queries/ranges.ts`), where an instant does (`queries/instants.ts`) and which index a position has
 * (`queries/head.ts`), whichever partition comes first.
 */
export const times: Projection = { name: 'times', begin: () => new TimesPart() };

class TimesPart implements BatchPart {
  readonly #firsts = new FirstPositions();
  readonly #quarters = new RecordedQuarters();
  readonly #counts = new EventCounts();

  add(recorded: Recorded): void {
    this.#quarters.add(recorded.recordedAtMs, recorded.position);
    const beginsMs = beginsAt(recorded);
    this.#counts.add(recorded, beginsMs);
    if (beginsMs !== undefined) this.#firsts.add(beginsMs, recorded.position);
  }

  async write(writer: BatchWriter): Promise<void> {
    const [firsts, quarters, counts] = [this.#firsts.sorted(), this.#quarters.sorted(), this.#counts.sorted()];
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
    if (counts.length > 0)
      await writer.run(ADD_TO_EVENT_COUNTS, [
        numbers(counts.map(({ bits }) => bits)),
        numbers(counts.map(({ block }) => block)),
        numbers(counts.map(({ count }) => count)),
        numbers(counts.map(({ places }) => places)),
        numbers(counts.map(({ beginsMs }) => beginsMs)),
        numbers(counts.map(({ recordedMs }) => recordedMs)),
      ]);
  }
}
