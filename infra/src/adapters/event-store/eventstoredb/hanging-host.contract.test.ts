import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventToAppend, NO_STREAM } from '@ledgate/domain/ports/event-store';
import { newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { HangingHost } from '../../../../test/doubles/eventstoredb/hanging-host.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';

const ROUNDS = 20;
const WRITERS = 4;
/** Less than the client waits for a host that hangs: an attempt is cut while the client still looks for a node. */
const ATTEMPT_TIMEOUT_MS = 150;
/** A slow machine must not fail a test of behaviour. */
const PATIENCE_MS = 60_000;
const LIMIT_MS = 300_000;

describe.each([
  ['one shared call', undefined],
  ['a call an append', { username: 'ledgate', password: 'secret' }],
])('EventStoreDB of several hosts, of which one takes connections and never answers, with %s', (_, credentials) => {
  let double: ProtocolDouble;
  let hanging: HangingHost;
  let store: EventStoreDbStore | undefined;
  beforeEach(async () => {
    double = await ProtocolDouble.start();
    hanging = await HangingHost.start();
  });
  afterEach(async () => {
    await store?.close();
    await double.stop();
    await hanging.stop();
  });
  const open = async (attemptTimeoutMs?: number): Promise<EventStoreDbStore> =>
    (store = await EventStoreDbStore.open({
      url: double.urlWith([hanging.authority]),
      credentials,
      attemptTimeoutMs,
      appendTimeoutMs: PATIENCE_MS,
    }));

  it(
    `loses nothing and ends nobody when its connection is cut, ${ROUNDS} times`,
    async () => {
      const opened = await open(ATTEMPT_TIMEOUT_MS);
      const written = Array.from({ length: WRITERS }, (): EventToAppend[] => []);
      for (let round = 0; round < ROUNDS; round += 1) {
        double.cut();
        await Promise.all(
          written.map(async (events, writer) => {
            const batch = newEvents(2);
            const expected = events.length === 0 ? NO_STREAM : revision(events.length - 1);
            events.push(...batch);
            expect(await opened.append(`writer-${writer}`, expected, batch)).toMatchObject({
              outcome: 'appended',
              revision: events.length - 1,
            });
          }),
        );
      }
      const ledger = await readLedger(opened);
      for (const [writer, events] of written.entries()) {
        const own = ledger.filter(({ stream }) => stream === `writer-${writer}`);
        expect(own.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      }
    },
    LIMIT_MS,
  );

  it('is opened all the same, whichever host is asked first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const opened = await open();
      expect(await opened.readAll(await opened.head(), 1)).toEqual([]);
      await opened.close();
    }
  });
});
