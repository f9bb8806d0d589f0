import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { INSERT_PERIOD_EVENT } from './sql.ts';

/** A period was closed or opened again. Times are Unix seconds unless a name says otherwise; the range is null where the event does not repeat it. */
type PeriodEvent = {
  readonly position: number;
  readonly type: 'PeriodClosed' | 'PeriodReopened';
  /** null: of an earlier release, which gave none. */
  readonly periodId: number | null;
  readonly startS: number | null;
  readonly endS: number | null;
  readonly atMs: number;
  /** Of a reopening. */
  readonly reason: string;
};

/** undefined of any other event. */
export function periodEventOf({ event, position, atMs }: Recorded): PeriodEvent | undefined {
  if (event.type !== 'PeriodClosed' && event.type !== 'PeriodReopened') return undefined;
  const { data } = event;
  return {
    position,
    type: event.type,
    periodId: data.periodId,
    startS: 'start' in data ? data.start : null,
    endS: 'end' in data ? data.end : null,
    atMs,
    reason: 'reason' in data ? data.reason : '',
  };
}

export const rowOfPeriodEvent = ({ type, periodId, startS, endS, atMs, reason }: PeriodEvent) => ({
  type,
  period_id: periodId,
  start_s: startS,
  end_s: endS,
  at_ms: atMs,
  reason,
});

/** One row a closing or reopening, some a month. */
export const periods: Projection = { name: 'periods', begin: () => new PeriodsPart() };

class PeriodsPart implements BatchPart {
  readonly #told: PeriodEvent[] = [];

  add(recorded: Recorded): void {
    const told = periodEventOf(recorded);
    if (told !== undefined) this.#told.push(told);
  }

  async write(writer: BatchWriter): Promise<void> {
    for (const { position, type, periodId, startS, endS, atMs, reason } of this.#told)
      await writer.run(INSERT_PERIOD_EVENT, [position, type, periodId, startS, endS, atMs, reason]);
  }
}
