import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { quota } from '@ledgate/domain/shared/quota';
import type { SourceId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { REBUILD_NEAR_EVENTS } from '../limits.ts';
import { balanceOf } from '../queries/balances.ts';
import { logPage } from '../queries/logs.ts';
import { GENERATION_VIEWS } from '../schema/generation-tables.sql.ts';
import { type Runner, startRunner } from '../runner/runner.ts';
import { READ_MODELS } from '../schema/shape.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { ALICE, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { systemClock } from '../testing/system-clock.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { withoutEvent } from '../testing/without-event.ts';
import { verify } from '../verify/verify.ts';
import { rebuild, RebuildRefused } from './rebuild.ts';

const WAIT_MS = 20_000;
// Each test makes a database of its own, on a machine that may be busy.
jest.setTimeout(60_000);

describe('a rebuild', () => {
  let database: ReadModelDatabase;
  let store: MemoryEventStore;
  let writer: LedgerWriter;
  let runner: Runner;

  beforeEach(async () => {
    database = await readModelDatabase();
    store = new MemoryEventStore();
    writer = await writeSampleLedger(store);
    runner = startRunner({ pool: database.pool, feed: storeFeed(store), clock: systemClock, log: silentLog });
    await caughtUp();
  });
  afterEach(async () => {
    await runner.stop();
    await database.drop();
  });

  const caughtUp = async (): Promise<void> => {
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands at ${runner.position()}: ${runner.alarm()?.message}`);
  };
  const live = async (): Promise<number> =>
    (await database.pool.query("select number from readmodel.generations where status = 'live'")).rows[0]
      ?.number as number;
  const schemas = async (): Promise<readonly string[]> =>
    (await database.pool.query("select nspname from pg_namespace where nspname like 'rm_v%' order by 1")).rows.map(
      ({ nspname }) => nspname as string,
    );
  const contents = async (): Promise<unknown> =>
    Object.fromEntries(
      await Promise.all(
        GENERATION_VIEWS.map(
          async (view) =>
            [
              view,
              (await database.pool.query(`select t::text as row from ${READ_MODELS}.${view} t order by 1`)).rows,
            ] as const,
        ),
      ),
    );
  const grant = (n: number): Promise<unknown> =>
    writer.append(accountStream(ALICE), SAMPLE_START_MS, {
      type: 'QuotaGranted',
      data: { amount: quota(1), grant: 'new_user', source: `more-${n}` as SourceId },
    });

  it('fills the next generation with what the live one holds, flips to it and drops the old', async () => {
    const before = await contents();
    expect(await rebuild({ store, pool: database.pool, log: silentLog })).toEqual({
      generation: 2,
      position: await store.head(),
    });
    expect([await live(), await schemas()]).toEqual([2, ['rm_v2']]);
    expect(await contents()).toEqual(before);
  });

  it('repairs what somebody has changed by hand', async () => {
    await database.pool.query(`update ${READ_MODELS}.balances set credits = 1`);
    await rebuild({ store, pool: database.pool, log: silentLog });
    expect(await verify({ store, pool: database.pool })).toEqual([]);
    expect((await balanceOf(database.pool, ALICE)).balance).toBe(5_182);
  });

  it('goes on with the live runner, before, during and after the flip', async () => {
    let writing = true;
    const written = (async () => {
      for (let n = 0; writing; n += 1) await grant(n).then(() => new Promise((resolve) => setTimeout(resolve, 2)));
    })();
    await rebuild({ store, pool: database.pool, log: silentLog });
    writing = false;
    await written;
    await grant(-1);
    await caughtUp();
    expect(runner.alarm()).toBeUndefined();
    expect(await verify({ store, pool: database.pool })).toEqual([]);
  });

  it('disturbs no reader', async () => {
    let reading = true;
    const balances = new Set<number>();
    const readers = [1, 2, 3].map(async () => {
      while (reading) {
        balances.add((await balanceOf(database.pool, ALICE)).balance);
        await logPage(database.pool, { filter: { accountId: ALICE }, limit: 10 });
      }
    });
    await rebuild({ store, pool: database.pool, log: silentLog });
    await rebuild({ store, pool: database.pool, log: silentLog });
    reading = false;
    await Promise.all(readers);
    expect([...balances]).toEqual([5_182]);
    expect(await live()).toBe(3);
  });

  it('never flips to read models that differ from the ledger, and leaves nothing', async () => {
    // The pages that build lack an event that the pages that verify have.
    let reads = 0;
    const lacking = withoutEvent(store, 5);
    const unsteady = {
      head: () => store.head(),
      readStream: (...page: Parameters<typeof store.readStream>) => store.readStream(...page),
      readAll: (...page: Parameters<typeof store.readAll>) =>
        (reads += 1) <= 1 ? lacking.readAll(...page) : store.readAll(...page),
    };
    await expect(rebuild({ store: unsteady, pool: database.pool, log: silentLog })).rejects.toThrow(RebuildRefused);
    expect([await live(), await schemas()]).toEqual([1, ['rm_v1']]);
    await grant(1);
    await caughtUp();
  });

  it('flips though the ledger grows as fast as it is read', async () => {
    const growing = {
      head: async () => ((await store.head()) + REBUILD_NEAR_EVENTS + 1) as Position,
      readStream: (...page: Parameters<typeof store.readStream>) => store.readStream(...page),
      readAll: (...page: Parameters<typeof store.readAll>) => store.readAll(...page),
    };
    expect(await rebuild({ store: growing, pool: database.pool, log: silentLog })).toEqual({
      generation: 2,
      position: await store.head(),
    });
  });

  it('refuses a second rebuild while one is under way', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => rebuild({ store, pool: database.pool, log: silentLog })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await schemas()).toEqual(['rm_v2']);
  });

  it('clears away what an interrupted rebuild left', async () => {
    await database.pool.query(
      "create schema rm_v7; create table rm_v7.balances (user_id bigint); insert into readmodel.generations (number, shape, status) values (7, 1, 'building')",
    );
    await rebuild({ store, pool: database.pool, log: silentLog });
    expect(await schemas()).toEqual(['rm_v2']);
  });
});
