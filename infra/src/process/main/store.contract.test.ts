import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_STREAM, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import type { EventId } from '@ledgate/domain/shared/ids';
import { readEnvironment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../test/doubles/eventstoredb/test-certificate.ts';
import { type OpenedStore, openStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgate-store-'));
const fileWith = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('an EventStoreDB that asks for TLS and a password', () => {
  let double: ProtocolDouble;
  let opened: OpenedStore | undefined;
  beforeAll(async () => {
    double = await ProtocolDouble.start({
      // By its name: newer Nodes refuse an address where TLS asks for a server's name.
      host: 'localhost',
      tls: { key: TEST_KEY, certificate: TEST_CERTIFICATE },
      users: { ledgate: { password: 'secret', isAdmin: false }, admin: { password: 'changeit', isAdmin: true } },
    });
  });
  afterEach(async () => {
    await opened?.store.close();
    opened = undefined;
  });
  afterAll(() => double.stop());

  const open = async (variables: NodeJS.ProcessEnv): Promise<OpenedStore> =>
    (opened = await openStore(readEnvironment({ EVENTSTORE_URL: double.url, ...variables }), '', {
      log: silentLog,
      isProduct: true,
    }));

  it("is reached with its authority, the product's own password and the administrator's, given by file", async () => {
    const { store, gaplessPositions } = await open({
      EVENTSTORE_TLS_CA_FILE: fileWith('ca.pem', TEST_CERTIFICATE),
      EVENTSTORE_USER: 'ledgate',
      EVENTSTORE_PASSWORD_FILE: fileWith('password', 'secret\n'),
      EVENTSTORE_ADMIN_USER: 'admin',
      EVENTSTORE_ADMIN_PASSWORD: 'changeit',
    });
    expect(gaplessPositions).toBe(false);
    const event = { id: '6f2b7a54-6f1c-4b58-a8f1-0d6f3c1f8f10' as EventId, type: 'Tried', data: '{}', metadata: {} };
    expect(await store.append('account-1', NO_STREAM, [event])).toMatchObject({ outcome: 'appended' });
    expect(await store.readAll(START, 10)).toHaveLength(1);
  });

  it('refuses the start of a product that the settings of the server keep from metadata, and no command that reads all', async () => {
    const authority = fileWith('ca.pem', TEST_CERTIFICATE);
    const client = EventStoreDBClient.connectionString(`${double.url}&tlsCAFile=${authority}`);
    const data = {
      $userStreamAcl: { $r: '$all', $w: '$all', $mr: '$admins' },
      $systemStreamAcl: { $r: ['$admins', 'ledgate'] },
    };
    await client.appendToStream('$settings', jsonEvent({ type: '$settings', data }), {
      credentials: { username: 'admin', password: 'changeit' },
    });
    await client.dispose();
    const product = {
      EVENTSTORE_TLS_CA_FILE: authority,
      EVENTSTORE_USER: 'ledgate',
      EVENTSTORE_PASSWORD: 'secret',
    };
    const refused = await open(product).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toContain('add him to $mr of $userStreamAcl in $settings');
    const variables = readEnvironment({ EVENTSTORE_URL: double.url, ...product });
    opened = await openStore(variables, '', { log: silentLog });
    expect(await opened.store.head()).toBeGreaterThan(START);
  });

  it.each<readonly [string, NodeJS.ProcessEnv]>([
    ['EVENTSTORE_URL does not answer', { EVENTSTORE_USER: 'ledgate', EVENTSTORE_PASSWORD: 'secret' }],
    [
      'EVENTSTORE_PASSWORD',
      {
        EVENTSTORE_TLS_CA_FILE: fileWith('ca.pem', TEST_CERTIFICATE),
        EVENTSTORE_USER: 'ledgate',
        EVENTSTORE_PASSWORD: 'wrong',
      },
    ],
    ['EVENTSTORE_TLS_CA_FILE', { EVENTSTORE_TLS_CA_FILE: join(folder, 'nowhere.pem') }],
    ['EVENTSTORE_URL', { EVENTSTORE_URL: 'esdb://localhost:nonsense' }],
  ])('is refused otherwise, with a message that names %s and no secret', async (named, variables) => {
    const refused = await open(variables).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toContain(named);
    expect(String(refused)).not.toContain('wrong');
  });
});
