import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { type Log, silentLog } from '@ledgate/domain/ports/log';
import type { Runner } from '../runner/runner.ts';
import { balanceOf } from '../queries/balances.ts';
import { usageTotals } from '../queries/data.ts';
import { logPage, logStat } from '../queries/logs.ts';
import {
  addGeneration,
  dropGeneration,
  goLive,
  leftOverGenerations,
  liveGeneration,
  migrateReadModels,
} from '../schema/generations.ts';
import { GENERATION_SHAPE, READ_MODELS, ShapeDiffers, viewsOf } from '../schema/shape.ts';
import { inTransaction } from '../shared/database.ts';
import { asOfRelease } from '../testing/as-of-release.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { ALICE, cleanLogs, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { withoutEvent } from '../testing/without-event.ts';
import { verify } from '../verify/verify.ts';
import { rebuild } from './rebuild.ts';
import { dropRetired, succeed } from './succession.ts';

/** The release before this one. */
const BEFORE = GENERATION_SHAPE - 1;
const WAIT_MS = 60_000;
// Each test makes a database of its own, on a machine that may be busy.
jest.setTimeout(90_000);

/** Far above what anything here takes on a busy machine. */
const UNTIL_MAX_MS = 50_000;
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + UNTIL_MAX_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${UNTIL_MAX_MS} ms: ${isSo.toString()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
};

/** The ledger as one that is filling reads it: it can be made to wait. */
class HeldLedger {
  reading = 0;
  readonly #world: RunnerWorld;
  #held = true;

  constructor(world: RunnerWorld) {
    this.#world = world;
  }

  release(): void {
    this.#held = false;
  }

  readonly head = (): Promise<Position> => this.#world.store.head();

  readonly readStream: RunnerWorld['store']['readStream'] = (...page) => this.#world.store.readStream(...page);

  readonly readAll: RunnerWorld['store']['readAll'] = async (...page) => {
    this.reading += 1;
    await until(() => !this.#held);
    return this.#world.store.readAll(...page);
  };
}

describe('an upgrade to a release with read models of another shape', () => {
  let world: RunnerWorld;
  let writer: LedgerWriter;
  let before: Runner;
  let months = 0;

  beforeEach(async () => {
    world = await runnerWorld(1);
    writer = await writeSampleLedger(world.store);
    await writeBusyLedger(world.store);
    await asOfRelease(world.pool, BEFORE);
    before = world.start(storeFeed(world.store), undefined, { shape: BEFORE });
    await world.caughtUp(before);
  });
  afterEach(() => world.close());

  /** One more event, that changes what every release shows. */
  const goesOn = (): Promise<unknown> => cleanLogs(writer, SAMPLE_START_MS + (months += 1));
  const live = async () => {
    const { number, shape } = (await liveGeneration(world.pool)) ?? {};
    return { number, shape };
  };
  const cleanedIn = async (schema: string): Promise<number> =>
    Number((await world.pool.query(`select before_ms from ${schema}.log_cleaning`)).rows[0]?.before_ms);
  const upgraded = (
    log: Log = silentLog,
    ledger: Pick<RunnerWorld['store'], 'readAll' | 'readStream' | 'head'> = world.store,
  ): Runner => world.start(storeFeed(world.store), undefined, { ledger, log });
  const schemas = async (): Promise<readonly string[]> =>
    (await world.pool.query("select nspname from pg_namespace where nspname ~ '^rm_v' order by 1")).rows.map(
      ({ nspname }) => nspname as string,
    );

  it('leaves the live read models to the release before until the next ones have everything, and then shows those', async () => {
    const ledger = new HeldLedger(world);
    const next = upgraded(silentLog, ledger);
    await until(() => ledger.reading > 0);
    await goesOn();
    await world.caughtUp(before);
    expect(await live()).toEqual({ number: 1, shape: BEFORE });
    expect(await cleanedIn(viewsOf(BEFORE))).toBe(SAMPLE_START_MS + months);
    // This release has nothing to read yet: neither what is half full nor tables that it does not know.
    await expect(balanceOf(world.pool, ALICE)).rejects.toThrow('does not exist');
    await expect(verify({ store: world.store, pool: world.pool })).rejects.toThrow(ShapeDiffers);
    expect([before.alarm(), next.alarm()]).toEqual([undefined, undefined]);

    ledger.release();
    await world.caughtUp(next);
    expect(await live()).toEqual({ number: 2, shape: GENERATION_SHAPE });
    await goesOn();
    await world.caughtUp(next);
    expect(await world.findings()).toEqual([]);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
  });

  it('counts the log anew from the data of the release before, which counted by the day of the event and had swept what was cleaned', async () => {
    const cleanedS = SAMPLE_START_MS / 1_000 + 3 * 3_600;
    await cleanLogs(writer, cleanedS * 1_000);
    await world.caughtUp(before);
    await before.stop();
    const views = viewsOf(BEFORE);
    await world.pool.query(`
      create table rm_v1.by_day (user_id bigint, day_s bigint, type smallint, rows bigint, quota bigint, primary key (user_id, day_s, type));
      insert into rm_v1.by_day select user_id, recorded_s / 86400 * 86400, type, sum(rows), sum(quota) from rm_v1.log_counts group by 1, 2, 3;
      drop table rm_v1.log_counts cascade;
      alter table rm_v1.by_day rename to log_counts;
      create view ${views}.log_counts as select * from rm_v1.log_counts;
      delete from rm_v1.log_rows where at_ms < ${cleanedS * 1_000}`);
    const counted = 'select user_id, type, sum(rows)::text as rows, sum(quota)::text as quota from';
    const counts = async (schema: string) =>
      (await world.pool.query(`${counted} ${schema}.log_counts group by 1, 2 order by 1, 2`)).rows;

    const next = upgraded();
    await world.caughtUp(next);
    expect(await live()).toEqual({ number: 2, shape: GENERATION_SHAPE });
    expect(await counts(READ_MODELS)).toEqual(await counts(views));
    const range = { fromS: cleanedS - 3_600, toS: undefined };
    const { rows, total } = await logPage(world.pool, { filter: range, limit: 1_000 });
    const stat = await logStat(world.pool, range, 0);
    expect(stat.amount).toBe(rows.reduce((sum, row) => sum + row.amount, 0));
    expect(stat.charged).toBe((await usageTotals(world.pool, undefined, range)).amount);
    expect(stat.amount + stat.cleaned + stat.unlogged).toBe(stat.charged);
    expect([total > 0, stat.cleaned > 0, stat.complete]).toEqual([true, true, false]);
    expect(await world.findings()).toEqual([]);
  });

  it('stops the release before: it writes nothing more, says why, and still reads what it knew', async () => {
    const next = upgraded();
    await world.caughtUp(next);
    const known = await cleanedIn(viewsOf(BEFORE));
    await goesOn();
    await world.caughtUp(next);
    await until(() => before.alarm() !== undefined);
    expect(before.alarm()).toMatchObject({
      partition: undefined,
      message: expect.stringContaining(
        `a later release has put its read models in place (shape ${GENERATION_SHAPE}, this one knows ${BEFORE})`,
      ),
    });
    expect(await before.waitFor(await world.store.head(), WAIT_MS)).toBe(false);
    expect(await cleanedIn(viewsOf(BEFORE))).toBe(known);
    expect(await cleanedIn('rm_v2')).toBe(SAMPLE_START_MS + months);
    expect(await world.findings()).toEqual([]);
  });

  it('waits for a transaction of the release before, and has what it has written', async () => {
    const head = await world.store.head();
    const projector = await world.pool.connect();
    await projector.query('begin; select * from rm_v1.checkpoints for update');
    const next = upgraded();
    await until(async () => {
      const { rows } = await world.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows.length > 0;
    });
    await goesOn();
    const after = await world.store.head();
    expect(after).toBeGreaterThan(head);
    await projector.query(`update rm_v1.checkpoints set position = ${after}; commit`);
    projector.release();
    await until(async () => (await live()).number === 2);
    expect((await world.checkpoints())[0]).toBeGreaterThanOrEqual(after);
    await world.caughtUp(next);
    expect(await world.findings()).toEqual([]);
  });

  it('is done by one of several processes that start at once', async () => {
    const filled: string[] = [];
    const heard: Log = {
      ...silentLog,
      info: (_facts, message) => {
        if (message === 'a new generation of read models is filled') filled.push(message);
      },
    };
    const runners = [1, 2, 3].map(() => upgraded(heard));
    for (const runner of runners) await world.caughtUp(runner);
    expect([await live(), filled.length]).toEqual([{ number: 2, shape: GENERATION_SHAPE }, 1]);
    expect(runners.flatMap((runner) => runner.alarms())).toEqual([]);
    expect(await world.findings()).toEqual([]);
  });

  it('begins anew after a crash while it was filling; what is half full is never live', async () => {
    const ledger = new HeldLedger(world);
    const next = upgraded(silentLog, ledger);
    await until(() => ledger.reading > 0);
    await world.pool.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    ledger.release();
    await world.caughtUp(next);
    expect(await live()).toEqual({ number: 3, shape: GENERATION_SHAPE });
    expect(await world.findings()).toEqual([]);
  });

  it('clears away what a process that was killed had filled, and begins anew', async () => {
    await inTransaction(world.pool, async (client) => {
      const { schema } = await addGeneration(client, 1);
      await client.query(
        `insert into ${schema}.code_states values (1, 1, 1, 0, 0, 1, 0); update ${schema}.checkpoints set position = 3`,
      );
    });
    expect(await schemas()).toEqual(['rm_v1', 'rm_v2']);
    await world.caughtUp(upgraded());
    expect(await live()).toEqual({ number: 3, shape: GENERATION_SHAPE });
    expect(await schemas()).toEqual(['rm_v1', 'rm_v3']);
    expect(await world.findings()).toEqual([]);
  });

  it('ends soon when its process is told to, and leaves nothing', async () => {
    const ledger = new HeldLedger(world);
    const next = upgraded(silentLog, ledger);
    await until(() => ledger.reading > 0);
    const stopped = next.stop();
    ledger.release();
    await stopped;
    expect([await live(), await schemas()]).toEqual([{ number: 1, shape: BEFORE }, ['rm_v1']]);
    await goesOn();
    await world.caughtUp(before);
  });

  it('does not happen where what was filled differs from the ledger: the release before goes on, and the alarm says why', async () => {
    // The pages that fill lack an event that the pages that verify have.
    let reads = 0;
    const lacking = withoutEvent(world.store, 5);
    const unsteady = {
      head: () => world.store.head(),
      readStream: (...page: Parameters<typeof world.store.readStream>) => world.store.readStream(...page),
      readAll: (...page: Parameters<typeof world.store.readAll>) =>
        (reads += 1) <= 1 ? lacking.readAll(...page) : world.store.readAll(...page),
    };
    const next = upgraded(silentLog, unsteady);
    await until(() => next.alarm() !== undefined);
    expect(next.alarm()?.message).toContain('differ from the ledger');
    expect([await live(), await schemas()]).toEqual([{ number: 1, shape: BEFORE }, ['rm_v1']]);
    await goesOn();
    await world.caughtUp(before);
  });

  it('leaves the tables of the release before for a while, and then drops them', async () => {
    await world.caughtUp(upgraded());
    await before.stop();
    expect(await schemas()).toEqual(['rm_v1', 'rm_v2']);
    await dropRetired({ pool: world.pool, log: silentLog, signal: new AbortController().signal }, 0);
    expect([await schemas(), await leftOverGenerations(world.pool)]).toEqual([['rm_v2'], []]);
    await expect(cleanedIn(viewsOf(BEFORE))).rejects.toThrow('does not exist');
    expect(await world.findings()).toEqual([]);
  });

  it('is not undone by a start of the release before; it is by its rebuild', async () => {
    const next = upgraded();
    await world.caughtUp(next);
    await next.stop();
    const { signal } = new AbortController();
    await migrateReadModels(world.pool, 1, BEFORE);
    expect(await succeed({ store: world.store, pool: world.pool, log: silentLog, shape: BEFORE, signal })).toBe('done');
    expect(await live()).toEqual({ number: 2, shape: GENERATION_SHAPE });
    await goesOn();
    await until(() => before.alarm() !== undefined);

    expect(await rebuild({ store: world.store, pool: world.pool, log: silentLog, shape: BEFORE })).toMatchObject({
      generation: 3,
    });
    await until(() => before.alarm() === undefined);
    await goesOn();
    await world.caughtUp(before);
    expect([await live(), await cleanedIn(viewsOf(BEFORE))]).toEqual([
      { number: 3, shape: BEFORE },
      SAMPLE_START_MS + months,
    ]);
  });

  it('never takes a generation for its own that somebody else has dropped', async () => {
    const mine = await inTransaction(world.pool, (client) => addGeneration(client, 1));
    await dropGeneration(world.pool, mine);
    const anew = await inTransaction(world.pool, (client) => addGeneration(client, 1));
    expect(anew.number).toBeGreaterThan(mine.number);
    await expect(inTransaction(world.pool, (client) => goLive(client, mine))).rejects.toThrow(
      'was dropped while it was being filled',
    );
    expect(await live()).toEqual({ number: 1, shape: BEFORE });
    await inTransaction(world.pool, (client) => goLive(client, anew));
    await dropGeneration(world.pool, anew);
    expect(await schemas()).toContain(anew.schema);
  });
});
