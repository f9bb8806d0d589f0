import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { FAILING_ALARM_MS } from '@ledgate/projections/limits';
import { type Runner, startRunner } from '@ledgate/projections/runner/runner';
import { writeBusyLedger } from '@ledgate/projections/testing/busy-ledger';
import { readModelDatabase, type ReadModelDatabase } from '@ledgate/projections/testing/read-model-database';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import { InProcessFeed } from '../../feed/in-process.ts';
import { eventually } from '../../../../test/testing/eventually.ts';
import { EventStoreDbStore } from './eventstoredb-store.ts';
import { ProtocolDouble } from '../../../../test/doubles/eventstoredb/protocol-double.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../test/doubles/eventstoredb/test-certificate.ts';

const WAIT_MS = 40_000;
/** Timers may be early by so much. */
const TIMER_MS = 10;
const credentials = { username: 'ledgate', password: 'first' };
const administrator = { username: 'admin', password: 'changeit' };
jest.setTimeout(180_000);

describe('a projector, while EventStoreDB denies it access', () => {
  let folder: string;
  let double: ProtocolDouble;
  let url: string;
  let database: ReadModelDatabase;
  let users: Record<string, { password: string; isAdmin: boolean }>;
  let runner: Runner | undefined;
  const stores: EventStoreDbStore[] = [];

  const open = async (options: Omit<Parameters<typeof EventStoreDbStore.open>[0], 'url'>) => {
    const store = await EventStoreDbStore.open({ url, ...options });
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-denied-'));
    writeFileSync(join(folder, 'ca.pem'), TEST_CERTIFICATE);
    users = {
      ledgate: { password: credentials.password, isAdmin: false },
      admin: { password: administrator.password, isAdmin: true },
    };
    const tls = { key: TEST_KEY, certificate: TEST_CERTIFICATE };
    double = await ProtocolDouble.start({ host: 'localhost', tls, users });
    url = `${double.url}&tlsCAFile=${join(folder, 'ca.pem')}`;
    database = await readModelDatabase();
  });
  afterEach(async () => {
    await runner?.stop();
    runner = undefined;
    for (const store of stores.splice(0)) await store.close();
    await double.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** As an operator may, with a client of his own: the access that everybody has by default. */
  const setDefaultAccess = async (roles: readonly string[]): Promise<void> => {
    const client = EventStoreDBClient.connectionString(url);
    const access = { $r: roles, $w: roles, $d: roles, $mr: roles, $mw: roles };
    const data = { $userStreamAcl: access, $systemStreamAcl: access };
    await client.appendToStream('$settings', jsonEvent({ type: '$settings', data }), { credentials: administrator });
    await client.dispose();
  };

  it('raises an alarm after a while, and goes on by itself when it is let in again, whatever the denial', async () => {
    const store = await open({ credentials, administrator });
    // Who writes the ledger is let in all the time.
    const writer = await open({ credentials: administrator });
    await writeSampleLedger(writer);
    const [failures, alarms]: [string[], string[]] = [[], []];
    let [failedMs, alarmedMs] = [0, 0];
    runner = startRunner({
      pool: database.pool,
      feed: new InProcessFeed(store),
      clock: systemClock,
      log: {
        ...silentLog,
        warn: (facts: object) => {
          failedMs ||= performance.now();
          if ('err' in facts) failures.push(String(facts.err));
        },
        error: (_facts: object, message: string) => {
          alarmedMs ||= performance.now();
          alarms.push(message);
        },
      },
    });
    const { alarm, position, waitFor } = runner;
    expect(await waitFor(await writer.head(), WAIT_MS)).toBe(true);

    // Permission denied (gRPC 7), then not even known any more (gRPC 16).
    await setDefaultAccess(['$admins']);
    await writeBusyLedger(writer, { accounts: 2 });
    const isSaid = (text: string) => () => failures.some((failure) => failure.includes(text));
    await eventually('it may not read', isSaid('EVENTSTORE_USER may not read'), WAIT_MS);
    users['ledgate'] = { password: 'second', isAdmin: false };
    await eventually('it is not let in', isSaid('does not let EVENTSTORE_USER in'), WAIT_MS);
    await eventually('an alarm', () => alarm() !== undefined, WAIT_MS);
    expect(alarmedMs - failedMs).toBeGreaterThanOrEqual(FAILING_ALARM_MS - TIMER_MS);

    users['ledgate'] = { password: credentials.password, isAdmin: false };
    await setDefaultAccess(['$admins', credentials.username]);
    const head = await writer.head();
    await eventually('it goes on', () => position() >= head, WAIT_MS);
    await eventually('the alarm is over', () => alarm() === undefined, WAIT_MS);
    // Nothing but that it takes long: no partition has stopped.
    expect(alarms).toEqual([
      'the read models have not been brought up to date for some time; it is tried again and again',
    ]);
  });
});
