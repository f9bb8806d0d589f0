import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { newEvents, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { StoreRefused } from './failures.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';

const EVENTS = newEvents(3);

describe.each([
  ['one shared call', undefined],
  ['a call an append', { username: 'ledgate', password: 'secret' }],
])('an EventStoreDB on which somebody hides events by metadata, with %s', (_, credentials) => {
  let double: ProtocolDouble;
  let store: EventStoreDbStore;
  let alarms: unknown[];
  beforeEach(async () => {
    alarms = [];
    const log = { ...silentLog, error: (facts: object, message: string) => void alarms.push({ ...facts, message }) };
    double = await ProtocolDouble.start();
    store = await EventStoreDbStore.open({ url: double.url, credentials, log });
    await store.append('pricebook', NO_STREAM, EVENTS);
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  const refusalOf = async (asked: Promise<unknown>): Promise<string> => {
    const refused = await asked.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreRefused);
    return String(refused);
  };

  it.each<[string, () => Promise<void>]>([
    ['deleted', () => double.softDelete('pricebook')],
    ['truncated whole', () => double.writeMetadata('pricebook', { $tb: EVENTS.length })],
    ['expired', () => double.writeMetadata('pricebook', { $maxAge: 0.001 })],
  ])('refuses a stream that is %s with its name and an alarm, instead of showing none', async (__, hide) => {
    await hide();
    expect(await refusalOf(store.readStream('pricebook', revision(0), 10))).toContain('events of pricebook are hidden');
    expect(await refusalOf(store.readStreamBackwards('pricebook', 1))).toContain('events of pricebook are hidden');
    expect(alarms).toEqual([
      expect.objectContaining({ alarm: true, stream: 'pricebook', message: expect.stringContaining('hidden') }),
    ]);
    await double.writeMetadata('pricebook', {});
    expect(await store.readStream('pricebook', revision(0), 10)).toHaveLength(EVENTS.length);
  });

  it('refuses to append as if nothing had been, and names the stream', async () => {
    await double.softDelete('pricebook');
    expect(await refusalOf(store.append('pricebook', NO_STREAM, EVENTS))).toContain('pricebook');
  });

  it('shows nothing of a stream that never was, and of one that was truncated in part says what is missing', async () => {
    expect(await store.readStream('account-1', revision(0), 10)).toEqual([]);
    expect(await store.readStreamBackwards('account-1', 10)).toEqual([]);
    await double.writeMetadata('account-2', {});
    expect(await store.readStream('account-2', revision(0), 10)).toEqual([]);
    await double.writeMetadata('pricebook', { $tb: 1 });
    expect(await refusalOf(store.readStream('pricebook', revision(0), 10))).toContain('revision 0 of pricebook');
  });
});
