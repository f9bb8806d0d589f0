import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM, START } from '@ledgate/domain/ports/event-store';
import { eventually } from '../../../../test/testing/eventually.ts';
import { newEvents, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';

/** More than a page of the reader. */
const MANY = 600;

describe('following EventStoreDB', () => {
  let double: ProtocolDouble;
  let store: EventStoreDbStore;
  beforeEach(async () => {
    double = await ProtocolDouble.start();
    // With credentials, so that two stores may be there at once.
    store = await openStore();
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  const openStore = () =>
    EventStoreDbStore.open({ url: double.url, credentials: { username: 'ledgate', password: 'secret' } });

  it("finds the last event and the next one behind any number of the server's own", async () => {
    await store.append('stream', NO_STREAM, newEvents(1));
    const head = await store.head();
    for (let index = 0; index < MANY; index += 1) await double.writeStatistics();
    const fresh = await openStore();
    for (const each of [store, fresh]) {
      expect(await each.head()).toBe(head);
      expect(await each.readAll(head, 10)).toEqual([]);
      expect(await each.readAll(START, 10)).toHaveLength(1);
    }
    const outcome = await store.append('stream', revision(0), newEvents(2));
    for (const each of [store, fresh]) {
      expect((await each.readAll(head, 10)).map((event) => event.revision)).toEqual([1, 2]);
      expect(outcome).toMatchObject({ position: await each.head() });
    }
    await fresh.close();
  });

  it('wakes for what others append, also after the subscription was cut', async () => {
    const other = await openStore();
    let wakes = 0;
    const stop = store.onAppended(() => {
      wakes += 1;
    });
    for (const [round, cut] of [
      [0, false],
      [1, true],
      [2, false],
    ] as const) {
      if (cut) double.cut();
      const before = wakes;
      await other.append(`stream-${round}`, NO_STREAM, newEvents(1));
      await eventually('it wakes', () => wakes > before);
    }
    stop();
    await other.close();
  });
});
