import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { START } from '@ledgate/domain/ports/event-store';
import { eventStoreContract } from '@ledgate/domain/testing/event-store-contract';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { HangingHost } from '../../../../test/doubles/eventstoredb/hanging-host.ts';
import { describeWithEventStoreDb } from '../../../../test/doubles/eventstoredb/real-server.ts';
import { ProtocolDouble, type ProtocolDoubleOptions } from '../../../../test/doubles/eventstoredb/protocol-double.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../test/doubles/eventstoredb/test-certificate.ts';

// An insecure connection carries no credentials; with them given, appends travel each in a call of its own all the same.
const credentials = { username: 'ledgate', password: 'secret' };

async function open(options: ProtocolDoubleOptions = {}, storeOptions: { credentials?: typeof credentials } = {}) {
  const double = await ProtocolDouble.start(options);
  const store = await EventStoreDbStore.open({ url: double.url, ...storeOptions });
  return {
    store,
    double,
    close: async () => {
      await store.close();
      await double.stop();
    },
  };
}

async function openOnFile() {
  const folder = mkdtempSync(join(tmpdir(), 'ledgate-eventstoredb-'));
  const opened = await open({ file: join(folder, 'log') });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** As in production: TLS, a user in no group whom an administrator has let in, and a cluster of which one host hangs. */
async function openAsUser() {
  const folder = mkdtempSync(join(tmpdir(), 'ledgate-eventstoredb-'));
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, TEST_CERTIFICATE);
  const administrator = { username: 'admin', password: 'changeit' };
  const hanging = await HangingHost.start('localhost');
  const double = await ProtocolDouble.start({
    host: 'localhost',
    tls: { key: TEST_KEY, certificate: TEST_CERTIFICATE },
    users: {
      ledgate: { password: credentials.password, isAdmin: false },
      admin: { password: administrator.password, isAdmin: true },
    },
  });
  const url = `${double.urlWith([hanging.authority])}&tlsCAFile=${encodeURIComponent(authority)}`;
  const store = await EventStoreDbStore.open({ url, credentials, administrator });
  return {
    store,
    close: async () => {
      await store.close();
      await double.stop();
      await hanging.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

// The summary of `npm test` names what stands behind RAN ON.
eventStoreContract('EventStoreDB, a shared call (RAN ON: the protocol double in memory)', () => open());
eventStoreContract('EventStoreDB, a call an append (RAN ON: the protocol double in memory)', () =>
  open({}, { credentials }),
);
eventStoreContract('EventStoreDB (RAN ON: the protocol double on a synced file)', openOnFile);
eventStoreContract('EventStoreDB, TLS, a user and a host that hangs (RAN ON: the protocol double)', openAsUser);

/** NAME:PASSWORD, on a server that checks who asks. */
function administratorOfServer() {
  const [, username = '', password = ''] = /^([^:]+):(.+)$/u.exec(process.env['EVENTSTORE_TEST_ADMIN'] ?? '') ?? [];
  return username === '' ? undefined : { username, password };
}

describeWithEventStoreDb('event store contract: EventStoreDB, a real server', (url) =>
  eventStoreContract('EventStoreDB, a real server', async () => {
    const store = await EventStoreDbStore.open({ url: url(), administrator: administratorOfServer() });
    return { store, close: () => store.close() };
  }),
);

describe('an empty EventStoreDB', () => {
  it('has its head at the start, whatever the server has written itself', async () => {
    const { store, close } = await open();
    expect(await store.head()).toBe(START);
    await close();
  });
});
