import { randomUUID } from 'node:crypto';
import { NO_STREAM, type EventToAppend, type Revision } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { PostgresEventStore } from '../../src/adapters/event-store/postgres/postgres-event-store.ts';
import { BareInserts } from './bare-inserts.ts';
import { interleaved, median, quantile, ratios, type Spread } from './statistics.ts';

type EventStoreBenchOptions = {
  /** An empty database of its own. */
  readonly url: string;
  readonly producers?: number;
  readonly secondsPerRun?: number;
  /** Odd, so that the median is a run. */
  readonly runs?: number;
};

type EventStoreBench = {
  readonly producers: number;
  readonly dataBytes: number;
  readonly appendEventsPerSecond: number;
  readonly bareInsertEventsPerSecond: number;
  /** Of neighbouring runs. */
  readonly ratio: Spread;
  /** One append at a time on an idle store, milliseconds. */
  readonly idleAppendP50Ms: number;
  readonly idleAppendP99Ms: number;
};

const WARM_UP_SECONDS = 1;
const IDLE_APPENDS = 500;
const DATA_BYTES = 1_200;

/**
 * Durable appends by producers that each wait for one event's acknowledgement before the next, beside a bare INSERT of the same rows into a
 * table with the same indexes, one query and one commit for as many rows as there are producers. Runs alternate.
 */
export async function benchEventStore({
  url,
  producers = 64,
  secondsPerRun = 4,
  runs = 5,
}: EventStoreBenchOptions): Promise<EventStoreBench> {
  const store = await PostgresEventStore.open({ url });
  const bare = await BareInserts.open(url);
  try {
    await appendFor(store, producers, WARM_UP_SECONDS);
    await bare.insertFor(producers, newEvent, WARM_UP_SECONDS);
    const [appended = [], inserted = []] = await interleaved(
      [() => appendFor(store, producers, secondsPerRun), () => bare.insertFor(producers, newEvent, secondsPerRun)],
      runs,
    );
    const idleMs = await idleAppends(store);
    return {
      producers,
      dataBytes: DATA_BYTES,
      appendEventsPerSecond: Math.round(median(appended)),
      bareInsertEventsPerSecond: Math.round(median(inserted)),
      ratio: ratios(appended, inserted),
      idleAppendP50Ms: quantile(idleMs, 0.5),
      idleAppendP99Ms: quantile(idleMs, 0.99),
    };
  } finally {
    await bare.close();
    await store.close();
  }
}

/** Events per second. */
async function appendFor(store: PostgresEventStore, producers: number, seconds: number): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: producers }, async () => {
      const stream = `till-${randomUUID()}`;
      let revision = -1;
      while (performance.now() < endMs) {
        const { outcome } = await store.append(stream, revision < 0 ? NO_STREAM : (revision as Revision), [newEvent()]);
        if (outcome === 'conflict') throw new Error('a producer met a conflict on a stream of its own');
        revision += 1;
      }
      return revision + 1;
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - startedMs)) * 1_000;
}

async function idleAppends(store: PostgresEventStore): Promise<number[]> {
  const stream = `till-${randomUUID()}`;
  const durationsMs: number[] = [];
  for (let index = 0; index < IDLE_APPENDS; index += 1) {
    const event = newEvent();
    const startedMs = performance.now();
    await store.append(stream, index === 0 ? NO_STREAM : ((index - 1) as Revision), [event]);
    durationsMs.push(performance.now() - startedMs);
  }
  return durationsMs;
}

const DATA = JSON.stringify(paddedTo(DATA_BYTES));

/** About the shape of a charge: numbers, short texts and many quotes. */
function paddedTo(bytes: number): Record<string, unknown> {
  const fields: Record<string, unknown> = { pad: '' };
  for (let index = 0; JSON.stringify(fields).length < bytes - 80; index += 1)
    fields[`field${index}`] = { value: index * 7, text: `t${index}` };
  return { ...fields, pad: 'x'.repeat(bytes - JSON.stringify(fields).length) };
}

const newEvent = (): EventToAppend => ({
  id: randomUUID() as EventId,
  type: 'ConsumptionRecorded',
  data: DATA,
  metadata: {
    $correlationId: 'c0ffee00-0000-4000-8000-000000000000',
    occurredAt: '2026-01-01T00:00:00.000Z',
    schema: '1',
    actor: 'relay-bench',
    accountId: '17',
  },
});
