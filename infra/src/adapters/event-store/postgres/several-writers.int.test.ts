import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AppendOutcome, type EventStore, NO_STREAM } from '@ledgate/domain/ports/event-store';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { PostgresEventStore } from './postgres-event-store.ts';
import { countingTo, newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';

const STORES = 3;
const APPENDS_EACH = 150;
const SHARED_STREAMS = 5;

describe('several writers on one database', () => {
  let database: FreshDatabase;
  let stores: PostgresEventStore[];

  beforeEach(async () => {
    database = await freshDatabase();
    stores = await Promise.all(Array.from({ length: STORES }, () => PostgresEventStore.open({ url: database.url })));
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });

  it('write streams of their own and shared ones without a gap, a loss or an interleaved batch', async () => {
    const written = (
      await Promise.all(
        stores.map((store, index) =>
          Promise.all([
            writeOwn(store, `own-${index}`),
            ...Array.from({ length: SHARED_STREAMS }, (_, shared) => contend(store, `shared-${shared}`)),
          ]),
        ),
      )
    ).flat(2);
    const [reader] = stores;
    const events = reader === undefined ? [] : await readLedger(reader);
    expect(events.map(({ position }) => position)).toEqual(countingTo(events.length));
    expect(events.map(({ id }) => id).toSorted()).toEqual(written.flat().toSorted());
    const placeOf = new Map(events.map(({ id }, index) => [id as string, index]));
    for (const batch of written) {
      const first = placeOf.get(batch[0] ?? '') ?? -1;
      expect(batch.map((id) => placeOf.get(id))).toEqual(batch.map((_, index) => first + index));
    }
    for (const stream of new Set(events.map((event) => event.stream))) {
      const revisions = events.filter((event) => event.stream === stream).map((event) => event.revision + 1);
      expect(revisions).toEqual(countingTo(revisions.length));
    }
  });

  it('have one winner for each revision', async () => {
    for (let round = 0; round < 30; round += 1) {
      const outcomes = await Promise.all(
        stores.map((store) => store.append('contested', round === 0 ? NO_STREAM : revision(round - 1), newEvents(1))),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome.outcome === 'conflict' && outcome.actual === round)).toHaveLength(
        STORES - 1,
      );
    }
  });

  it('recognise a batch that another writer has written', async () => {
    const events = newEvents(3);
    const outcomes: AppendOutcome[] = [];
    for (const store of stores) outcomes.push(await store.append('stream', NO_STREAM, events));
    expect(outcomes).toEqual(stores.map(() => outcomes[0]));
  });
});

/** Ids by batch. */
async function writeOwn(store: EventStore, stream: string): Promise<string[][]> {
  const batches = Array.from({ length: APPENDS_EACH }, (_, index) => newEvents(1 + (index % 3)));
  let next = 0;
  await Promise.all(
    batches.map(async (batch) => {
      const expected = next === 0 ? NO_STREAM : revision(next - 1);
      next += batch.length;
      expect(await store.append(stream, expected, batch)).toMatchObject({ outcome: 'appended' });
    }),
  );
  return batches.map((batch) => batch.map(({ id }) => id));
}

/** Appends wherever the stream is by then, ten batches. */
async function contend(store: EventStore, stream: string): Promise<string[][]> {
  const written: string[][] = [];
  let expected: Parameters<EventStore['append']>[1] = NO_STREAM;
  while (written.length < 10) {
    const batch = newEvents(2);
    const outcome = await store.append(stream, expected, batch);
    expected = outcome.outcome === 'appended' ? outcome.revision : outcome.actual;
    if (outcome.outcome === 'appended') written.push(batch.map(({ id }) => id));
  }
  return written;
}
