import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AppendOutcome, NO_STREAM, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';

/** Where nothing can be answered. */
const APPEND_TIMEOUT_MS = 1_500;
/** Elsewhere: a slow machine must not fail a test of behaviour. */
const PATIENCE_MS = 30_000;
const ATTEMPT_TIMEOUT_MS = 300;

describe.each([
  ['one shared call', undefined],
  ['a call an append', { username: 'ledgate', password: 'secret' }],
])('EventStoreDB that fails, with %s', (_, credentials) => {
  let double: ProtocolDouble;
  let store: EventStoreDbStore;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => {
    unhandled.push(reason);
  };

  beforeEach(async () => {
    process.on('unhandledRejection', onUnhandled);
    double = await ProtocolDouble.start();
  });
  const open = async (timeoutMs: number): Promise<void> => {
    store = await EventStoreDbStore.open({
      url: double.url,
      credentials,
      appendTimeoutMs: timeoutMs,
      attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
      readTimeoutMs: timeoutMs,
    });
  };
  afterEach(async () => {
    await store.close();
    await double.stop();
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['the connection is cut before an append is written', () => double.faults.cutBeforeWrite(2)],
    ['the connection is cut after an append was written', () => double.faults.cutAfterWrite()],
    ['an answer is lost', () => double.faults.loseAnswer()],
    ['the server is starting', () => double.faults.refuseAsNotReady(3)],
  ])('answers as if nothing had been when %s', async (__, fail) => {
    await open(PATIENCE_MS);
    await store.append('stream', NO_STREAM, newEvents(2));
    fail();
    const outcome = await store.append('stream', revision(1), newEvents(3));
    const ledger = await readLedger(store);
    expect(outcome).toEqual({ outcome: 'appended', revision: 4, position: ledger.at(-1)?.position });
    expect(ledger).toHaveLength(5);
  });

  it.each([
    ['on the connection there is', false],
    ['on a new connection', true],
  ])(
    'answers StoreUnavailable in time when the server is silent %s; a repetition tells the outcome',
    async (__, isCut) => {
      await open(APPEND_TIMEOUT_MS);
      const events = newEvents(2);
      double.faults.beSilent();
      if (isCut) double.cut();
      const outcomes = await Promise.allSettled([
        store.append('stream', NO_STREAM, events),
        store.append('other', NO_STREAM, newEvents(1)),
        store.readStream('stream', revision(0), 1),
        store.head(),
      ]);
      expect(
        outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable),
      ).toEqual([true, true, true, true]);
      double.faults.speak();
      expect(await store.append('stream', NO_STREAM, events)).toMatchObject({ outcome: 'appended', revision: 1 });
      expect((await store.readStream('stream', revision(0), 10)).map(({ id }) => id)).toEqual(
        events.map(({ id }) => id),
      );
    },
  );

  it('answers StoreUnavailable when the server is slower than an attempt may be; a repetition finds everything written once', async () => {
    await open(APPEND_TIMEOUT_MS);
    const events = newEvents(2);
    double.faults.delayMs = 2 * ATTEMPT_TIMEOUT_MS;
    await expect(store.append('stream', NO_STREAM, events)).rejects.toBeInstanceOf(StoreUnavailable);
    double.faults.delayMs = 0;
    const append = (): Promise<AppendOutcome | undefined> =>
      store.append('stream', NO_STREAM, events).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
        return undefined;
      });
    let outcome = await append();
    while (outcome === undefined) outcome = await append();
    expect(outcome).toMatchObject({ outcome: 'appended', revision: 1 });
    expect((await readLedger(store)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('waits for a server that is slow, and keeps the order of what comes meanwhile', async () => {
    await open(PATIENCE_MS);
    double.faults.delayMs = ATTEMPT_TIMEOUT_MS / 10;
    const batches = Array.from({ length: 5 }, () => newEvents(2));
    const outcomes = await Promise.all(
      batches.map((events, index) => store.append('stream', index === 0 ? NO_STREAM : revision(2 * index - 1), events)),
    );
    expect(outcomes).toEqual(
      batches.map((__, index) => expect.objectContaining({ outcome: 'appended', revision: 2 * index + 1 })),
    );
    expect((await readLedger(store)).map(({ id }) => id)).toEqual(batches.flat().map(({ id }) => id));
  });

  it('goes on when the client could not learn once what the server knows', async () => {
    await open(PATIENCE_MS);
    double.faults.failFeatures();
    double.cut();
    expect(await store.append('stream', NO_STREAM, newEvents(2))).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await readLedger(store)).toHaveLength(2);
  });

  it('writes nothing for those who did not get that far, and keeps the order of those who did', async () => {
    await open(APPEND_TIMEOUT_MS);
    double.faults.beSilent();
    const batches = Array.from({ length: 40 }, () => newEvents(1));
    const appendAll = () =>
      Promise.allSettled(
        batches.map((events, index) => store.append('stream', index === 0 ? NO_STREAM : revision(index - 1), events)),
      );
    expect((await appendAll()).map(({ status }) => status)).toEqual(batches.map(() => 'rejected'));
    double.faults.speak();
    let outcomes = await appendAll();
    while (outcomes.some(({ status }) => status === 'rejected')) outcomes = await appendAll();
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.outcome)).toEqual(
      batches.map(() => 'appended'),
    );
    expect((await readLedger(store)).map(({ id }) => id)).toEqual(batches.flat().map(({ id }) => id));
  });

  it('goes on after a restart', async () => {
    await open(PATIENCE_MS);
    await store.append('stream', NO_STREAM, newEvents(1));
    await double.kill();
    const appending = store.append('stream', revision(0), newEvents(1));
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await double.start();
    expect(await appending).toMatchObject({ outcome: 'appended', revision: 1 });
  });
});
