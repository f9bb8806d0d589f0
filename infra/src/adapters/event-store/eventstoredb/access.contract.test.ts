import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { createCashier } from '@ledgate/relay/cashier/create-cashier';
import { CashierWorld } from '@ledgate/relay/cashier/testing/cashier-world';
import { newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { StoreRefused } from './failures.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../test/doubles/eventstoredb/test-certificate.ts';

const credentials = { username: 'ledgate', password: 'p:a@ss' };
const shop = { username: 'shop', password: 'own' };
const administrator = { username: 'admin', password: 'changeit' };

describe('an EventStoreDB that checks who asks, over TLS', () => {
  let folder: string;
  let double: ProtocolDouble;
  let url: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-eventstoredb-'));
    writeFileSync(join(folder, 'ca.pem'), TEST_CERTIFICATE);
    double = await ProtocolDouble.start({
      host: 'localhost',
      tls: { key: TEST_KEY, certificate: TEST_CERTIFICATE },
      users: {
        ledgate: { password: credentials.password, isAdmin: false },
        shop: { password: shop.password, isAdmin: false },
        admin: { password: administrator.password, isAdmin: true },
      },
    });
    url = `${double.url}&tlsCAFile=${join(folder, 'ca.pem')}`;
  });
  afterEach(async () => {
    await double.stop();
    rmSync(folder, { recursive: true });
  });

  const prepare = async (): Promise<void> => {
    const store = await EventStoreDbStore.open({ url, credentials, administrator, guardedStreams: ['pricebook'] });
    await store.append('account-1', NO_STREAM, newEvents(2));
    await store.close();
  };

  /** What somebody else does with a client of his own. */
  const withClient = async <Answer>(work: (client: EventStoreDBClient) => Promise<Answer>): Promise<Answer> => {
    const client = EventStoreDBClient.connectionString(url);
    try {
      return await work(client);
    } finally {
      await client.dispose();
    }
  };
  const eventsIn = async (stream: string): Promise<number> =>
    withClient(async (client) => {
      let count = 0;
      for await (const _ of client.readStream(stream, { credentials: administrator })) count += 1;
      return count;
    });

  it('lets the product append and read once an administrator has set the default access, and sets it once', async () => {
    await prepare();
    const again = await EventStoreDbStore.open({
      url: url.replace('esdb://', `esdb://ledgate:${encodeURIComponent(credentials.password)}@`),
    });
    expect(await again.append('account-1', revision(1), newEvents(1))).toMatchObject({
      outcome: 'appended',
      revision: 2,
    });
    expect(await readLedger(again)).toHaveLength(3);
    await again.close();
    expect(double.counts.batchPath).toBe(0);
  });

  it.each<[string, (client: EventStoreDBClient) => Promise<unknown>]>([
    ['delete a stream for ever', (client) => client.tombstoneStream('account-1', { credentials })],
    ['delete a stream', (client) => client.deleteStream('account-1', { credentials })],
    ['truncate a stream', (client) => client.setStreamMetadata('account-1', { truncateBefore: 1 }, { credentials })],
    [
      'change the default access',
      (client) => client.appendToStream('$settings', jsonEvent({ type: '$settings', data: {} }), { credentials }),
    ],
  ])('does not let the product %s', async (_, attempt) => {
    await prepare();
    await withClient((client) => expect(attempt(client)).rejects.toMatchObject({ type: 'access-denied' }));
  });

  it('is not written to by who comes without an administrator, be he one himself: who was let in stays in', async () => {
    await prepare();
    const running = await EventStoreDbStore.open({ url, credentials });
    const beside = await EventStoreDbStore.open({ url, credentials: administrator });
    expect(await readLedger(beside)).toHaveLength(2);
    await beside.close();
    expect(await running.append('account-1', revision(1), newEvents(1))).toMatchObject({ outcome: 'appended' });
    expect(await readLedger(running)).toHaveLength(3);
    await running.close();
    expect([await eventsIn('$settings'), await eventsIn('$$pricebook')]).toEqual([1, 1]);
  });

  it("keeps another application's users in, and lets ours in beside them", async () => {
    const theirs = { $userStreamAcl: { $r: ['$admins', 'shop'], $w: ['shop'], $d: '$admins', $mw: '$admins' } };
    const order = jsonEvent({ type: 'OrderPlaced', data: {} });
    await withClient(async (client) => {
      await client.appendToStream('$settings', jsonEvent({ type: '$settings', data: theirs }), {
        credentials: administrator,
      });
      await prepare();
      await client.appendToStream('orders-1', order, { credentials: shop });
      for await (const { event } of client.readStream('orders-1', { credentials: shop }))
        expect(event?.id).toBe(order.id);
    });
  });

  it('refuses at start, and says what to grant, whom settings of the operator keep from metadata, until he is let in', async () => {
    const theirs = {
      $userStreamAcl: { $r: '$all', $w: '$all', $mr: '$admins' },
      $systemStreamAcl: { $r: ['$admins', credentials.username] },
    };
    await withClient((client) =>
      client.appendToStream('$settings', jsonEvent({ type: '$settings', data: theirs }), {
        credentials: administrator,
      }),
    );
    const grant = /^EVENTSTORE_USER may not read the metadata of streams.*\$mr of \$userStreamAcl/u;
    const refused = await EventStoreDbStore.open({ url, credentials, readsStreams: true }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(StoreRefused);
    expect(refused).toMatchObject({ message: expect.stringMatching(grant) });
    // Whoever reads all alone goes on.
    const reader = await EventStoreDbStore.open({ url, credentials });
    expect(await readLedger(reader)).toEqual([]);
    await expect(reader.readStream('account-1', revision(0), 1)).rejects.toThrow(grant);
    await reader.close();
    const letIn = await EventStoreDbStore.open({ url, credentials, administrator, readsStreams: true });
    expect(await letIn.readStream('account-1', revision(0), 1)).toEqual([]);
    await letIn.close();
  });

  it('lets a relay that may read and not write end at its start by a sentence, without waiting', async () => {
    await prepare();
    const readOnly = { $userStreamAcl: { $r: '$all', $w: '$admins', $mr: '$all' }, $systemStreamAcl: { $r: '$all' } };
    await withClient((client) =>
      client.appendToStream('$settings', jsonEvent({ type: '$settings', data: readOnly }), {
        credentials: administrator,
      }),
    );
    const store = await EventStoreDbStore.open({ url, credentials, readsStreams: true });
    const { registry, recalls, time } = new CashierWorld();
    // Its time does not move on: whoever waits, waits for ever.
    const begun = createCashier({
      store,
      tills: registry,
      recalls,
      clock: time,
      timers: time,
      relayId: 'relay',
      directoryVersion: () => 1,
    });
    await expect(begun).rejects.toThrow(/^EVENTSTORE_USER may not write on EventStoreDB: start the product once/u);
    await store.close();
  });

  it('gives the streams that are named a list of their own, which keeps the other application out', async () => {
    const theirs = { $userStreamAcl: { $r: '$all', $w: '$all' } };
    await withClient(async (client) => {
      await client.appendToStream('$settings', jsonEvent({ type: '$settings', data: theirs }), {
        credentials: administrator,
      });
      await prepare();
      const price = jsonEvent({ type: 'PricesPublished', data: {} });
      for (const attempt of [
        client.appendToStream('pricebook', price, { credentials: shop }),
        client.deleteStream('pricebook', { credentials: shop }),
        client.setStreamMetadata('pricebook', { truncateBefore: 1 }, { credentials: shop }),
      ])
        await expect(attempt).rejects.toMatchObject({ type: 'access-denied' });
      await client.appendToStream('orders-1', price, { credentials: shop });
    });
    const store = await EventStoreDbStore.open({ url, credentials });
    expect(await store.append('pricebook', NO_STREAM, newEvents(1))).toMatchObject({
      outcome: 'appended',
      revision: 0,
    });
    await store.close();
  });

  it('says whose password is wrong when the administrator is not taken for one, and that nothing is known', async () => {
    await prepare();
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (...said: unknown[]) => void warnings.push(said) };
    for (const wrong of [{ ...administrator, password: 'wrong' }, shop]) {
      const store = await EventStoreDbStore.open({ url, credentials, administrator: wrong, log });
      await store.close();
    }
    const said = expect.stringMatching(/EVENTSTORE_ADMIN_USER.*access control was not set/u);
    expect(warnings).toEqual([
      [{ administrator: 'admin' }, said],
      [{ administrator: 'shop' }, said],
    ]);
  });

  it.each([
    ['a product that was not given access', { credentials }],
    ['a wrong password', { credentials: { ...credentials, password: 'wrong' } }],
    ['no credentials', {}],
  ])('refuses %s at start', async (_, options) => {
    await expect(EventStoreDbStore.open({ url, ...options })).rejects.toBeInstanceOf(StoreRefused);
  });
});

describe('an EventStoreDB whose streams were tampered with', () => {
  it('refuses to read or append where a stream was deleted for ever, and goes on with others', async () => {
    const double = await ProtocolDouble.start();
    const store = await EventStoreDbStore.open({ url: double.url });
    await store.append('account-1', NO_STREAM, newEvents(2));
    await double.tombstone('account-1');
    await expect(store.readStream('account-1', revision(0), 10)).rejects.toBeInstanceOf(StoreRefused);
    await expect(store.append('account-1', revision(1), newEvents(1))).rejects.toBeInstanceOf(StoreRefused);
    expect(await store.append('account-2', NO_STREAM, newEvents(1))).toMatchObject({
      outcome: 'appended',
      revision: 0,
    });
    await store.close();
    await double.stop();
  });
});
