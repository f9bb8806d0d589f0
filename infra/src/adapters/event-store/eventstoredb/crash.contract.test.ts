import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventToAppend, NO_STREAM } from '@ledgate/domain/ports/event-store';
import { newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';

const ROUNDS = 3;
const WRITERS = 16;
const BATCHES_EACH = 12;
const BATCH_EVENTS = 5;
const ACKNOWLEDGED_BEFORE_KILL = 50;
/** A slow machine must not fail a test of behaviour. */
const PATIENCE_MS = 30_000;

describe.each([
  ['one shared call', undefined],
  ['a call an append', { username: 'ledgate', password: 'secret' }],
])('EventStoreDB killed under load and started again, with %s', (_, credentials) => {
  let folder: string;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => {
    unhandled.push(reason);
  };
  beforeAll(() => {
    process.on('unhandledRejection', onUnhandled);
    folder = mkdtempSync(join(tmpdir(), 'ledgate-eventstoredb-'));
  });
  afterAll(() => {
    process.off('unhandledRejection', onUnhandled);
    rmSync(folder, { recursive: true, force: true });
  });

  it(`loses and repeats nothing, and its callers notice no more than a pause (${ROUNDS} times)`, async () => {
    const double = await ProtocolDouble.start({ file: join(folder, `log-${String(credentials === undefined)}`) });
    const store = await EventStoreDbStore.open({ url: double.url, credentials, appendTimeoutMs: PATIENCE_MS });
    const written = new Map<string, EventToAppend[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      let acknowledged = 0;
      let restarted: Promise<void> | undefined;
      await Promise.all(
        Array.from({ length: WRITERS }, async (__, writer) => {
          const stream = `round-${round}-writer-${writer}`;
          const events: EventToAppend[] = [];
          written.set(stream, events);
          for (let index = 0; index < BATCHES_EACH; index += 1) {
            const batch = newEvents(BATCH_EVENTS);
            const expected = events.length === 0 ? NO_STREAM : revision(events.length - 1);
            events.push(...batch);
            expect(await store.append(stream, expected, batch)).toMatchObject({
              outcome: 'appended',
              revision: events.length - 1,
            });
            acknowledged += 1;
            if (acknowledged === ACKNOWLEDGED_BEFORE_KILL) restarted = double.kill().then(() => double.start());
          }
        }),
      );
      expect(restarted).toBeDefined();
      await restarted;
    }
    const ledger = await readLedger(store);
    expect(ledger).toHaveLength(ROUNDS * WRITERS * BATCHES_EACH * BATCH_EVENTS);
    for (const [stream, events] of written)
      expect(ledger.filter((event) => event.stream === stream).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    await store.close();
    await double.stop();
    expect(unhandled).toEqual([]);
  });
});
