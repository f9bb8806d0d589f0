import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { silentLog } from '@ledgate/domain/ports/log';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { Client, Pool } from 'pg';
import { FAILING_ALARM_MS } from '../limits.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import { writeSampleLedger } from '../testing/sample-ledger.ts';
import type { Database } from '../shared/database.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { systemClock } from '../testing/system-clock.ts';
import { type Runner, startRunner } from './runner.ts';

const WAIT_MS = 40_000;
const POLL_MS = 50;
const PARTITIONS = 3;
/** Timers may be early by so much. */
const TIMER_MS = 10;
jest.setTimeout(180_000);

describe('a projector, while', () => {
  let database: ReadModelDatabase;
  let store: MemoryEventStore;
  let runner: Runner;
  let alarmed: string[];
  /** By the monotonic clock. */
  let [failedMs, alarmedMs] = [0, 0];
  beforeEach(async () => {
    database = await readModelDatabase(PARTITIONS);
    store = new MemoryEventStore();
    alarmed = [];
    [failedMs, alarmedMs] = [0, 0];
    await writeSampleLedger(store);
  });
  afterEach(async () => {
    await runner.stop();
    await database.drop();
  });

  const start = async (feed: EventFeed, pool: Database = database.pool): Promise<void> => {
    const warn = (): void => void (failedMs ||= performance.now());
    const error = (facts: object, message: string): void => {
      if (!('alarm' in facts)) return;
      alarmed.push(message);
      alarmedMs ||= performance.now();
    };
    runner = startRunner({ pool, feed, clock: systemClock, log: { ...silentLog, warn, error } });
    expect(await runner.waitFor(await store.head(), WAIT_MS)).toBe(true);
  };
  const until = async (holds: () => boolean): Promise<void> => {
    for (const deadline = performance.now() + WAIT_MS; !holds();) {
      if (performance.now() > deadline) throw new Error(`not within ${WAIT_MS} ms: ${holds.toString()}`);
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
    }
  };
  const expectGoesOn = async (): Promise<void> => {
    const head = await store.head();
    await until(() => runner.position() >= head);
    await until(() => runner.alarm() === undefined);
    // Nothing but that it takes long: no partition has stopped.
    expect(alarmed).toEqual([
      'the read models have not been brought up to date for some time; it is tried again and again',
    ]);
    expect(alarmedMs - failedMs).toBeGreaterThanOrEqual(FAILING_ALARM_MS - TIMER_MS);
  };

  it('Postgres only reads, raises an alarm, and goes on when it writes again', async () => {
    await start(storeFeed(store, { partitions: PARTITIONS }));
    const url = new URL(String(database.pool.options.connectionString));
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    const operator = new Client({ connectionString: url.href });
    await operator.connect();
    const become = async (mode: 'on' | 'off'): Promise<void> => {
      await operator.query(`alter database "${name}" set default_transaction_read_only = ${mode}`);
      await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    };
    await become('on');
    await writeBusyLedger(store, { accounts: 2 });
    await until(() => runner.alarm() !== undefined);
    await become('off');
    await operator.end();
    await expectGoesOn();
  });

  it('the password of its role is changed and its sessions ended, raises an alarm, and goes on when it is changed back', async () => {
    const role = `projector_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(String(database.pool.options.connectionString));
    const operator = new Client({ connectionString: url.href });
    await operator.connect();
    await operator.query(`create role ${role} superuser login password 'first'`);
    [url.username, url.password] = [role, 'first'];
    const pool = new Pool({ connectionString: url.href });
    pool.on('error', () => undefined);
    try {
      await start(storeFeed(store, { partitions: PARTITIONS }), pool);
      await operator.query(`alter role ${role} password 'second'`);
      await operator.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = $1', [role]);
      await expect(new Client({ connectionString: url.href }).connect()).rejects.toMatchObject({ code: '28P01' });
      await writeBusyLedger(store, { accounts: 2 });
      await until(() => runner.alarm() !== undefined);
      await operator.query(`alter role ${role} password 'first'`);
      await expectGoesOn();
    } finally {
      await runner.stop();
      await pool.end();
      await operator.query(`reassign owned by ${role} to current_user; drop role ${role}`);
      await operator.end();
    }
  });
});
