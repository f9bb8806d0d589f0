import { type EventData, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decode } from '@ledgate/domain/events/codec';
import { isLedgerStream } from '@ledgate/domain/events/ledger-streams';
import { NO_STREAM, START } from '@ledgate/domain/ports/event-store';
import { newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { HEAD_PAGE_EVENTS, READ_PAGE_EVENTS } from './limits.ts';
import { foreignEvents } from '../../../../test/doubles/eventstoredb/foreign-events.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';

// So that another client may be there at once.
const credentials = { username: 'ledgate', password: 'secret' };
/** More than a page of the reader. */
const MANY = 600;
/** Fewer than the smallest page in which the last event is looked for. */
const FEW = 5;

const ordersOf = (length: number): EventData[] =>
  Array.from({ length }, () => jsonEvent({ type: 'OrderPlaced', data: {} }));

describe('an EventStoreDB that another application writes to as well', () => {
  let double: ProtocolDouble;
  let store: EventStoreDbStore;
  let other: EventStoreDBClient;
  let foreign: number;
  beforeEach(async () => {
    foreign = 0;
    double = await ProtocolDouble.start();
    store = await EventStoreDbStore.open({
      url: double.url,
      credentials,
      isOurs: isLedgerStream,
      onForeign: () => (foreign += 1),
    });
    other = EventStoreDBClient.connectionString(double.url);
  });
  afterEach(async () => {
    await other.dispose();
    await store.close();
    await double.stop();
  });

  it('shows the ledger alone, whatever stands between, and counts the rest once', async () => {
    const events = foreignEvents();
    await other.appendToStream('orders-1', events, { credentials });
    await store.append('account-1', NO_STREAM, newEvents(2));
    await other.appendToStream('account-of-bob', events.slice(0, 1), { credentials });
    await store.append('account-1', revision(1), newEvents(1));
    for (let round = 0; round < 2; round += 1)
      expect((await readLedger(store)).map(({ stream, revision: at }) => [stream, at])).toEqual([
        ['account-1', 0],
        ['account-1', 1],
        ['account-1', 2],
      ]);
    expect(foreign).toBe(events.length + 1);
  });

  it('ends where the ledger ends, behind any number of events that are not its own', async () => {
    expect(await store.head()).toBe(START);
    const outcome = await store.append('account-1', NO_STREAM, newEvents(1));
    const orders = ordersOf(MANY);
    await other.appendToStream('orders-1', orders, { credentials });
    const head = await store.head();
    expect(outcome).toMatchObject({ position: head });
    expect(await store.readAll(head, 1)).toEqual([]);
    expect(foreign).toBe(MANY);
    await store.append('account-1', revision(0), newEvents(1));
    expect((await store.readAll(head, 10)).map(({ revision: at }) => at)).toEqual([1]);
  });

  it('is read past in pages that grow, when few events are asked for, and never much further than to those', async () => {
    await store.append('account-1', NO_STREAM, newEvents(1));
    await other.appendToStream('orders-1', ordersOf(MANY), { credentials });
    await store.append('account-1', revision(0), newEvents(3));
    await other.appendToStream('orders-1', ordersOf(MANY), { credentials });
    const [first] = await store.readAll(START, 1);
    if (first === undefined) throw new Error('the first event is not there');
    const before = { ...double.readCounts };
    expect((await store.readAll(first.position, 2)).map(({ revision: at }) => at)).toEqual([1, 2]);
    const growing = Math.ceil(Math.log2(READ_PAGE_EVENTS));
    expect(double.readCounts.calls - before.calls).toBeLessThanOrEqual(growing + Math.ceil(MANY / READ_PAGE_EVENTS));
    expect(double.readCounts.events - before.events).toBeLessThanOrEqual(2 * MANY);
    expect(foreign).toBe(MANY);
    const events = double.readCounts.events;
    expect(await store.readAll(START, 1)).toEqual([first]);
    expect(double.readCounts.events - events).toBeLessThanOrEqual(2);
  });

  it('stops at what a later release has written in a kind of stream of its own, instead of leaving it out', async () => {
    await store.append('account-1', NO_STREAM, newEvents(1));
    const imported = newEvents(1).map((event) => ({ ...event, type: 'BillImported' }));
    await store.append('bill-9c56cc51', NO_STREAM, imported);
    const last = (await readLedger(store)).slice(1);
    expect(last).toMatchObject([{ stream: 'bill-9c56cc51', position: await store.head() }]);
    expect(() => last.map(decode)).toThrow(/^bill-9c56cc51 holds at revision 0 an event written by a later release/u);
    expect(foreign).toBe(0);
  });

  it('looks for its end in what is new alone, when nobody follows the ledger, and leaves the counting to who reads it', async () => {
    const readBy = async <Answer>(ask: () => Promise<Answer>): Promise<readonly [Answer, number]> => {
      const before = double.readCounts.events;
      return [await ask(), double.readCounts.events - before];
    };
    await other.appendToStream('orders-1', ordersOf(FEW), { credentials });
    const outcome = await store.append('account-1', NO_STREAM, newEvents(1));
    for (let round = 0; round < 2; round += 1) {
      await other.appendToStream('orders-1', ordersOf(MANY), { credentials });
      const [head, eventsOfFirst] = await readBy(() => store.head());
      expect(outcome).toMatchObject({ position: head });
      expect(eventsOfFirst).toBeGreaterThan(MANY);
      expect(eventsOfFirst).toBeLessThan(2 * MANY);
      await other.appendToStream('orders-1', ordersOf(FEW), { credentials });
      const [again, eventsOfSecond] = await readBy(() => store.head());
      expect(again).toBe(head);
      expect(eventsOfSecond).toBeLessThanOrEqual(HEAD_PAGE_EVENTS);
    }
    expect(foreign).toBe(0);
    expect(await readLedger(store)).toHaveLength(1);
    expect(foreign).toBe(FEW + 2 * (MANY + FEW));
    await store.append('account-1', revision(0), newEvents(1));
    expect((await store.readAll(await store.head(), 1)).length).toBe(0);
    expect(await readLedger(store)).toHaveLength(2);
  });
});
