import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { newEvents, readLedger, revision } from '../postgres/testing/events.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { StoreRefused } from './failures.ts';
import { ProtocolDouble } from './testing/protocol-double.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './testing/test-certificate.ts';

const credentials = { username: 'ledgate', password: 'p:a@ss' };
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
    const store = await EventStoreDbStore.open({ url, credentials, administrator });
    await store.append('account-1', NO_STREAM, newEvents(2));
    await store.close();
  };

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
    const client = EventStoreDBClient.connectionString(url);
    await expect(attempt(client)).rejects.toMatchObject({ type: 'access-denied' });
    await client.dispose();
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
