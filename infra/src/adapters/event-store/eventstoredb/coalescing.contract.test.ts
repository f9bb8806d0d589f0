import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type AppendOptions,
  type AppendOutcome,
  type EventToAppend,
  NO_STREAM,
  WITHOUT_POSITION,
} from '@ledgate/domain/ports/event-store';
import { newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';

const APPENDS = 300;
/** A slow machine must not fail a test of behaviour. */
const PATIENCE_MS = 30_000;

describe('appends of one stream that wait for each other', () => {
  let double: ProtocolDouble;
  let store: EventStoreDbStore;
  beforeEach(async () => {
    double = await ProtocolDouble.start();
    store = await EventStoreDbStore.open({
      url: double.url,
      appendTimeoutMs: PATIENCE_MS,
      attemptTimeoutMs: PATIENCE_MS,
    });
    double.counts.eventsOfAppends.length = 0;
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  /** Appends `batches` one behind the other without waiting. */
  const appendAll = (
    batches: readonly EventToAppend[][],
    optionsOf: (index: number) => AppendOptions | undefined = () => undefined,
  ): Promise<AppendOutcome[]> => {
    let next = 0;
    return Promise.all(
      batches.map((events, index) => {
        const expected = next === 0 ? NO_STREAM : revision(next - 1);
        next += events.length;
        return store.append('stream', expected, events, optionsOf(index));
      }),
    );
  };

  it('travel together, and each learns its own revision and position', async () => {
    const batches = Array.from({ length: APPENDS }, (_, index) => newEvents(1 + (index % 3)));
    const outcomes = await appendAll(batches);
    const ledger = await readLedger(store);
    expect(ledger.map(({ id }) => id)).toEqual(batches.flat().map(({ id }) => id));
    const ends = batches.map((_, index) => batches.slice(0, index + 1).flat().length - 1);
    expect(outcomes).toEqual(
      ends.map((end) => ({ outcome: 'appended', revision: end, position: ledger[end]?.position })),
    );
    expect(double.counts.eventsOfAppends.length).toBeLessThan(10);
    expect(Math.max(...double.counts.eventsOfAppends)).toBeLessThanOrEqual(APPEND_EVENTS_MAX);
  });

  it('are not read back when none of them wants its position', async () => {
    const before = { ...double.readCounts };
    const outcomes = await appendAll(
      Array.from({ length: APPENDS }, () => newEvents(1)),
      () => WITHOUT_POSITION,
    );
    expect(double.readCounts).toEqual(before);
    expect(outcomes).toEqual(
      Array.from({ length: APPENDS }, (_, index) => ({ outcome: 'appended', revision: index, position: undefined })),
    );
    expect(double.counts.eventsOfAppends.length).toBeLessThan(10);
  });

  it('are read back no further than to the last that wants its position', async () => {
    const before = double.readCounts.events;
    const wanting = [10, 12];
    const outcomes = await appendAll(
      Array.from({ length: 20 }, () => newEvents(1)),
      (index) => ({ position: wanting.includes(index) }),
    );
    expect(double.readCounts.events - before).toBe(3);
    const ledger = await readLedger(store);
    expect(outcomes).toEqual(
      ledger.map(({ revision: at, position }) => ({
        outcome: 'appended',
        revision: at,
        position: wanting.includes(at) ? position : undefined,
      })),
    );
  });

  it('never make an append larger than one may be', async () => {
    const large = (): EventToAppend[] =>
      newEvents(1).map((event) => ({ ...event, data: JSON.stringify('x'.repeat(Math.floor(APPEND_BYTES_MAX / 3))) }));
    const outcomes = await appendAll(Array.from({ length: 7 }, large));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(7).fill('appended'));
    expect(Math.max(...double.counts.eventsOfAppends)).toBe(2);
  });

  it('leave a conflict to the one whose it is', async () => {
    const other = newEvents(1);
    await store.append('stream', NO_STREAM, other);
    const [late, ...rest] = await Promise.all([
      store.append('stream', NO_STREAM, newEvents(1)),
      store.append('stream', revision(0), newEvents(2)),
      store.append('stream', revision(2), newEvents(1)),
    ]);
    expect(late).toEqual({ outcome: 'conflict', actual: 0 });
    expect(rest).toMatchObject([
      { outcome: 'appended', revision: 2 },
      { outcome: 'appended', revision: 3 },
    ]);
  });

  it('recognise what was written before among what is new', async () => {
    const [first, second] = [newEvents(2), newEvents(1)];
    const before = await store.append('stream', NO_STREAM, first);
    const outcomes = await Promise.all([
      store.append('stream', NO_STREAM, first),
      store.append('stream', revision(1), second),
    ]);
    expect(outcomes[0]).toEqual(before);
    expect(outcomes[1]).toMatchObject({ outcome: 'appended', revision: 2 });
    expect(await readLedger(store)).toHaveLength(3);
  });

  it.each<[string, (faults: ProtocolDouble['faults']) => void]>([
    ['was written but not answered', (faults) => faults.cutAfterWrite()],
    ['was not written', (faults) => faults.cutBeforeWrite()],
  ])('are tried again whole when what travelled together %s', async (_, fail) => {
    const batches = Array.from({ length: 20 }, () => newEvents(2));
    fail(double.faults);
    const outcomes = await appendAll(batches);
    expect(outcomes.map((outcome) => outcome.outcome === 'appended' && outcome.revision)).toEqual(
      batches.map((__, index) => 2 * index + 1),
    );
    expect((await readLedger(store)).map(({ id }) => id)).toEqual(batches.flat().map(({ id }) => id));
    expect(double.counts.eventsOfAppends.filter((count) => count === 40)).toHaveLength(2);
  });
});
