import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { silentLog } from '@ledgate/domain/ports/log';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { Client } from 'pg';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import { writeSampleLedger } from '../testing/sample-ledger.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { systemClock } from '../testing/system-clock.ts';
import { type Runner, startRunner } from './runner.ts';

const WAIT_MS = 40_000;
const POLL_MS = 50;
jest.setTimeout(180_000);

describe('a projector, while', () => {
  let database: ReadModelDatabase;
  let store: MemoryEventStore;
  let runner: Runner;
  let alarmed: string[];
  beforeEach(async () => {
    database = await readModelDatabase();
    store = new MemoryEventStore();
    alarmed = [];
    await writeSampleLedger(store);
  });
  afterEach(async () => {
    await runner.stop();
    await database.drop();
  });

  const start = async (feed: EventFeed): Promise<void> => {
    const error = (facts: object, message: string): void => {
      if ('alarm' in facts) alarmed.push(message);
    };
    runner = startRunner({ pool: database.pool, feed, clock: systemClock, log: { ...silentLog, error } });
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
    expect(alarmed).toHaveLength(1);
  };

  it('Postgres only reads, raises an alarm, and goes on when it writes again', async () => {
    await start(storeFeed(store));
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

  it('the event store denies access, raises an alarm, and goes on when it is let in again', async () => {
    const feed = storeFeed(store);
    let denied = false;
    const denial = Object.assign(new Error('EventStoreDB refuses: access-denied'), { name: 'StoreRefused' });
    await start({
      partitions: feed.partitions,
      batches: async function* (after, options) {
        if (denied) throw denial;
        for await (const batch of feed.batches(after, options)) {
          if (denied) throw denial;
          yield batch;
        }
      },
    });
    denied = true;
    await writeBusyLedger(store, { accounts: 2 });
    await until(() => runner.alarm() !== undefined);
    denied = false;
    await expectGoesOn();
  });
});
