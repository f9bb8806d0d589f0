import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { eventIdOf, type CodeId, type SourceId, type TokenId } from '@ledgate/domain/shared/ids';
import { accountStream } from '@ledgate/domain/account/events';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { balanceOf, tillChargesOf, tokenUseOf } from '../queries/balances.ts';
import { pendingCredits } from '../queries/claims.ts';
import { livePosition } from '../queries/health.ts';
import { openLeases, openLeasesOfClosedTills } from '../queries/leases.ts';
import { logPage } from '../queries/logs.ts';
import { trialBalance } from '../queries/trial-balance.ts';
import { pause } from '../shared/pause.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import { contentsOf } from '../testing/contents.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { ALICE, BOB, cleanLogs, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { systemClock } from '../testing/system-clock.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { type Runner, startRunner } from './runner.ts';

const WAIT_MS = 20_000;
const POLL_MS = 10;
// Each test makes a database of its own, on a machine that may be busy.
jest.setTimeout(60_000);

/** A batch is delivered as soon as it is its reader's turn. */
const inTurns = (feed: EventFeed, turn: () => boolean): EventFeed => ({
  partitions: feed.partitions,
  async *batches(after, options) {
    for await (const batch of feed.batches(after, options)) {
      while (!turn() && !options.signal.aborted) await pause(POLL_MS, options.signal);
      yield batch;
    }
  },
});

/** What `find` finds, as soon as it finds something. */
async function eventually<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline;) {
    const found = await find();
    if (found !== undefined) return found;
    await pause(POLL_MS, new AbortController().signal);
  }
  throw new Error(`not within ${WAIT_MS} ms`);
}

describe('the runner', () => {
  let database: ReadModelDatabase;
  let store: MemoryEventStore;
  let runner: Runner | undefined;

  beforeEach(async () => {
    database = await readModelDatabase();
    store = new MemoryEventStore();
  });
  afterEach(async () => {
    await runner?.stop();
    runner = undefined;
    await database.drop();
  });

  const start = (feed: EventFeed): Runner =>
    (runner = startRunner({ pool: database.pool, feed, clock: systemClock, log: silentLog }));
  const caughtUp = async (): Promise<boolean> => (await runner?.waitFor(await store.head(), WAIT_MS)) ?? false;

  const contents = () => contentsOf(database.pool);

  it('keeps balances, token use, claims, leases and the journal of every kind of event', async () => {
    await writeSampleLedger(store);
    start(storeFeed(store));
    expect(await caughtUp()).toBe(true);
    const { pool } = database;

    // Credits 1000 + 5000 + 200; tills 8 charges 101,102,104,105,107,108,110,111 and 10 twice; late 90 + 60.
    expect(await balanceOf(pool, ALICE)).toMatchObject({
      credits: 6_200,
      tillCharges: 868,
      late: 150,
      balance: 5_182,
      usedQuota: 1_018,
      affQuota: 100,
      affHistoryQuota: 300,
      affCount: 1,
      requestCount: 11,
      refunds: 0,
    });
    expect(await balanceOf(pool, BOB)).toMatchObject({
      credits: 21_053,
      tillCharges: 510,
      late: 0,
      balance: 20_543,
      refunds: 103,
      requestCount: 6,
    });
    expect(await tillChargesOf(pool, ALICE)).toEqual({ tillCharges: 868, position: await store.head() });
    const tokens = await tokenUseOf(pool, [11, 12] as TokenId[]);
    expect(tokens.get(11 as TokenId)).toMatchObject({
      limit: 9_000,
      limitVersion: 1,
      used: 848,
      remain: 8_152,
      requestCount: 8,
    });
    expect(tokens.get(12 as TokenId)).toMatchObject({ limit: null, used: 507, remain: -507 });
    expect(await pendingCredits(pool, 10)).toMatchObject([
      {
        source: 'redemption-2',
        accountId: BOB,
        amount: 4_000,
        claimed: { kind: 'redemption', redeemed: { codeId: 2, accountId: BOB, amount: 4_000 } },
      },
    ]);
    expect((await openLeases(pool)).map(({ leaseId }) => leaseId)).toEqual(['till-b-2', 'till-c-3']);
    expect((await openLeasesOfClosedTills(pool)).map(({ leaseId }) => leaseId)).toEqual(['till-b-2']);
    expect((await trialBalance(pool)).total).toBe(0n);
    const months = await pool.query(
      'select tableoid::regclass::text as month, count(*)::int as rows from rm_v1.log_rows group by 1 order by 1',
    );
    expect(months.rows).toEqual([
      { month: 'rm_v1.log_rows_202611', rows: 22 },
      { month: 'rm_v1.log_rows_202612', rows: 2 },
    ]);
  });

  it('has every effect exactly once however often batches come, whatever their size', async () => {
    await writeSampleLedger(store);
    start(storeFeed(store, { batchEvents: 1_000 }));
    expect(await caughtUp()).toBe(true);
    const once = await contents();
    await runner?.stop();
    await database.drop();

    database = await readModelDatabase();
    start(storeFeed(store, { batchEvents: 3, repeat: 3, overlap: 5 }));
    expect(await caughtUp()).toBe(true);
    expect(await contents()).toEqual(once);
  });

  it('has every effect once when two runners apply the same feed, each a part of it', async () => {
    await writeSampleLedger(store);
    start(storeFeed(store, { batchEvents: 1_000 }));
    expect(await caughtUp()).toBe(true);
    const once = await contents();
    await runner?.stop();
    await database.drop();

    database = await readModelDatabase();
    const positions: [Position[], Position[]] = [[], []];
    const [first, second] = positions.map((own, index) => {
      // Who has applied something lets the other apply something too, before it goes on.
      const turn = (): boolean => own.length === 0 || (positions[1 - index]?.length ?? 0) > 0;
      return startRunner({
        pool: database.pool,
        feed: inTurns(storeFeed(store, { batchEvents: 2 + index }), turn),
        clock: systemClock,
        log: silentLog,
        applied: (_, events) => void own.push(...events.map(({ position }) => position)),
      });
    });
    runner = first;
    expect(await caughtUp()).toBe(true);
    expect(await second?.waitFor(await store.head(), WAIT_MS)).toBe(true);
    await second?.stop();
    expect([runner?.alarm(), second?.alarm()]).toEqual([undefined, undefined]);
    const all = (await store.readAll(START, 1_000)).map(({ position }) => position);
    expect(positions.flat().toSorted((one, other) => one - other)).toEqual(all);
    for (const own of positions) expect(own).not.toEqual([]);
    expect(await contents()).toEqual(once);
  });

  it('goes on where a runner was cut off in the middle of a batch, of which nothing is left', async () => {
    await writeSampleLedger(store);
    const before = await store.head();
    start(storeFeed(store, { batchEvents: 1_000 }));
    expect(await caughtUp()).toBe(true);
    await runner?.stop();
    const whole = await contents();
    await writeBusyLedger(store, { accounts: 2 });
    const operator = await database.pool.connect();
    await operator.query('begin; lock table rm_v1.tills in exclusive mode');
    start(storeFeed(store, { batchEvents: 1_000 }));
    try {
      // Balances and most else are written; the tills, which come late in a batch, wait for the lock.
      const cutOff = await eventually(async () => {
        const { rows } = await operator.query<{ pid: number }>(
          `select waiting.pid from pg_locks waiting join pg_locks written using (pid)
           where waiting.relation = 'rm_v1.tills'::regclass and not waiting.granted
             and written.relation = 'rm_v1.balances'::regclass and written.mode = 'RowExclusiveLock' and written.granted`,
        );
        return rows[0]?.pid;
      });
      await operator.query('select pg_terminate_backend($1::int, 10000)', [cutOff]);
      // The session ended as in a crash of the process: what was not committed is gone, the checkpoint stands before it.
      expect([await livePosition(database.pool), runner?.position()]).toEqual([before, before]);
      expect(await contents()).toEqual(whole);
    } finally {
      // With its session the lock is gone.
      operator.release(true);
    }
    expect(await caughtUp()).toBe(true);
    const interrupted = await contents();
    expect(interrupted.length).toBeGreaterThan(whole.length);
    await runner?.stop();
    await database.drop();

    database = await readModelDatabase();
    start(storeFeed(store, { batchEvents: 1_000 }));
    expect(await caughtUp()).toBe(true);
    expect(interrupted).toEqual(await contents());
  });

  it('tries a batch again that failed, also when nothing comes behind it', async () => {
    const writer = await writeSampleLedger(store);
    start(storeFeed(store));
    expect(await caughtUp()).toBe(true);
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await cleanLogs(writer, SAMPLE_START_MS);
    expect(await caughtUp()).toBe(true);
  });

  it('stops with an alarm that names the event when a projection throws, and skips nothing', async () => {
    const writer = await writeSampleLedger(store);
    const good = await store.head();
    await writer.append('till-x', SAMPLE_START_MS, {
      type: 'LeaseGranted',
      data: { leaseId: 'x' as never, tillId: 'x' as never, tokenId: null, amount: quota(1) },
    });
    await writer.append(accountStream(ALICE), SAMPLE_START_MS, {
      type: 'RedemptionCredited',
      data: { amount: quota(1), source: 'redemption-9' as SourceId, codeId: 9 as CodeId, use: 1 },
    });
    start(storeFeed(store, { batchEvents: 1 }));
    expect(await runner?.waitFor(good, WAIT_MS)).toBe(true);
    // Nobody waits for what stands still: this ends with the alarm, long before its time.
    expect(await runner?.waitFor((good + 1) as Position, 10 * WAIT_MS)).toBe(false);
    expect(runner?.alarm()?.event).toMatchObject({ position: good + 1, stream: 'till-x', type: 'LeaseGranted' });
    // Nor does it apply what it had fetched behind the event.
    await runner?.stop();
    expect([runner?.position(), await livePosition(database.pool)]).toEqual([good, good]);
  });

  it('stops with an alarm at an event that only a later release knows', async () => {
    await writeSampleLedger(store);
    const good = await store.head();
    const [last] = await store.readStreamBackwards(accountStream(ALICE), 1);
    if (last === undefined) throw new Error('no account');
    const event = { id: eventIdOf('later', 0), type: 'CreditPaused', data: '{}', metadata: last.metadata };
    await store.append(accountStream(ALICE), last.revision, [event]);
    start(storeFeed(store, { batchEvents: 1 }));
    expect(await runner?.waitFor((good + 1) as Position, 10 * WAIT_MS)).toBe(false);
    expect(runner?.alarm()?.message).toContain('an event written by a later release: CreditPaused');
    await runner?.stop();
    expect([runner?.position(), await livePosition(database.pool)]).toEqual([good, good]);
  });

  it('answers who waits as soon as the position can be read, and who waits in vain after his time', async () => {
    start(storeFeed(store));
    const early = runner?.waitFor(3 as Position, WAIT_MS);
    expect(await runner?.waitFor(1 as Position, 10)).toBe(false);
    await writeSampleLedger(store);
    expect(await early).toBe(true);
    expect(await caughtUp()).toBe(true);
  });

  it('cleans display rows by a watermark, before or after they come', async () => {
    const before = SAMPLE_START_MS + 24 * 3_600_000;
    await cleanLogs(await writeSampleLedger(store), before);
    start(storeFeed(store));
    expect(await caughtUp()).toBe(true);
    const { rows } = await logPage(database.pool, { filter: {}, limit: 100 });
    expect(rows.map(({ requestId }) => requestId)).toEqual(['playground', 'next-month']);
    await runner?.stop();
    await database.drop();

    database = await readModelDatabase();
    store = new MemoryEventStore();
    const { LedgerWriter } = await import('../testing/ledger-writer.ts');
    await cleanLogs(new LedgerWriter(store), before);
    await writeSampleLedger(store);
    start(storeFeed(store));
    expect(await caughtUp()).toBe(true);
    expect((await logPage(database.pool, { filter: {}, limit: 100 })).total).toBe(2);
    expect((await balanceOf(database.pool, ALICE)).balance).toBe(5_182);
  });
});
