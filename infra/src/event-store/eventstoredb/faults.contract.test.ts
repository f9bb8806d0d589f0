import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { newEvents, readLedger, revision } from '../postgres/testing/events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { ProtocolDouble } from './testing/protocol-double.ts';

const APPEND_TIMEOUT_MS = 1_500;
const ATTEMPT_TIMEOUT_MS = 300;
const READ_TIMEOUT_MS = 1_000;

describe.each([
  ['one shared call', undefined],
  ['a call an append', { username: 'ledgate', password: 'secret' }],
])('EventStoreDB that fails, with %s', (_, credentials) => {
  let double: ProtocolDouble;
  let store: EventStoreDbStore;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => { unhandled.push(reason); };

  beforeEach(async () => {
    process.on('unhandledRejection', onUnhandled);
    double = await ProtocolDouble.start();
    store = await EventStoreDbStore.open({
      url: double.url, credentials, appendTimeoutMs: APPEND_TIMEOUT_MS, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, readTimeoutMs: READ_TIMEOUT_MS,
    });
  });
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
  ])('answers StoreUnavailable in time when the server is silent %s; a repetition tells the outcome', async (__, isCut) => {
    const events = newEvents(2);
    double.faults.beSilent();
    if (isCut) double.cut();
    const outcomes = await Promise.allSettled([
      store.append('stream', NO_STREAM, events), store.append('other', NO_STREAM, newEvents(1)), store.readStream('stream', revision(0), 1), store.head(),
    ]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable)).toEqual([true, true, true, true]);
    double.faults.speak();
    expect(await store.append('stream', NO_STREAM, events)).toMatchObject({ outcome: 'appended', revision: 1 });
    expect((await store.readStream('stream', revision(0), 10)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('goes on when the client could not learn once what the server knows', async () => {
    double.faults.failFeatures();
    double.cut();
    const events = newEvents(2);
    let outcome: unknown;
    while (outcome === undefined) {
      outcome = await store.append('stream', NO_STREAM, events).catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable));
    }
    expect(outcome).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await readLedger(store)).toHaveLength(2);
  });

  it('writes nothing for those who did not get that far, and keeps the order of those who did', async () => {
    double.faults.beSilent();
    const batches = Array.from({ length: 40 }, () => newEvents(1));
    const appendAll = () => Promise.allSettled(batches.map((events, index) => store.append('stream', index === 0 ? NO_STREAM : revision(index - 1), events)));
    expect((await appendAll()).map(({ status }) => status)).toEqual(batches.map(() => 'rejected'));
    double.faults.speak();
    expect((await appendAll()).map((outcome) => outcome.status === 'fulfilled' && outcome.value.outcome)).toEqual(batches.map(() => 'appended'));
    expect((await readLedger(store)).map(({ id }) => id)).toEqual(batches.flat().map(({ id }) => id));
  });

  it('goes on after a restart', async () => {
    await store.append('stream', NO_STREAM, newEvents(1));
    await double.kill();
    const appending = store.append('stream', revision(0), newEvents(1));
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await double.start();
    expect(await appending).toMatchObject({ outcome: 'appended', revision: 1 });
  });
});
