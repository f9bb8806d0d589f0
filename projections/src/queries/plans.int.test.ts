import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import type { ChannelId, RequestId, TokenId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { Database } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { CHARGE_TYPES } from '../ledger/entry-facts.ts';
import { MOVED_ROWS_PAGE } from '../limits.ts';
import { startRunner } from '../runner/runner.ts';
import { liveGeneration } from '../schema/generations.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { plansOf } from '../testing/plans-of.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { ALICE, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { systemClock } from '../testing/system-clock.ts';
import { balanceOf } from './balances.ts';
import { explainCharge } from './charges.ts';
import { usageBuckets, usageTotals } from './data.ts';
import type { LogFilter } from './log-filter.ts';
import { logPage, logRowsByStretches, logStat } from './logs.ts';
import { receiptOf } from './receipts.ts';
import { sessionRequests } from './session-requests.ts';
import { movedChargesPage } from './sql.ts';
import { statementOf, type StatementScope } from './statements.ts';
import { timelineOf } from './timeline.ts';
import { trialBalance } from './trial-balance.ts';

const WAIT_MS = 30_000;
jest.setTimeout(60_000);
/** In an order that no index has. */
const SORTED = /Sort Key: .*position"? \+ 0/u;
const SESSION = '0b9c3f6e-58a1-4d27-9a34-6c1f0e7d2b85';
/** Tables that grow with use. */
const LARGE = /Seq Scan on (log_rows\w*|ledger_entries|journal_\w+|usage_\w+|balances|token_use)/;

describe('what the pages of the console ask for', () => {
  let database: ReadModelDatabase;
  const store = new MemoryEventStore();

  beforeAll(async () => {
    database = await readModelDatabase();
    await writeSampleLedger(store);
    const runner = startRunner({ pool: database.pool, feed: storeFeed(store), clock: systemClock, log: silentLog });
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands: ${runner.alarm()?.message}`);
    await runner.stop();
  });
  afterAll(() => database.drop());

  async function expectIndexes(work: (db: Database) => Promise<unknown>): Promise<void> {
    const plans = await plansOf(database.pool, work);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(LARGE);
  }

  const day = { fromS: SAMPLE_START_MS / 1_000, toS: SAMPLE_START_MS / 1_000 + 86_400 };
  const filters: readonly (readonly [string, LogFilter])[] = [
    ['everything', {}],
    ['one user', { accountId: ALICE }],
    ['one user by name', { username: 'alice' }],
    ['a seldom type', { type: 3 }],
    ['one user and type', { accountId: ALICE, type: 1 }],
    ['a model', { modelBilled: 'gpt-4o' }],
    ['models', { modelBilled: 'gpt%' }],
    ['a token', { tokenId: 11 as TokenId }],
    ['a channel', { channelId: 3 as ChannelId }],
    ['a group', { group: 'default' }],
    ['calls without a token', { tokenName: 'playground-default' }],
    ['a request', { requestId: 'r3' }],
    ['a tag', { tag: 'project=atlas' }],
    ['a tag of one user', { accountId: ALICE, tag: 'project=atlas' }],
    ['a range', day],
    ['everything at once', { accountId: ALICE, type: 2, modelBilled: 'gpt-4o', group: 'default', ...day }],
  ];

  it.each(filters)('reads a page of the log by an index: %s', async (_what, filter) => {
    await expectIndexes((db) => logPage(db, { filter, limit: 10 }));
    await expectIndexes((db) => logPage(db, { filter, limit: 10, before: 40 as Position }));
    await expectIndexes((db) => logStat(db, filter, SAMPLE_START_MS));
  });

  it.each([
    ['a pair that few rows match', { modelBilled: 'gpt-4o', channelId: 3 as ChannelId }, true],
    ['one thing alone', { modelBilled: 'gpt-4o' }, false],
    ['one thing of a range', { modelBilled: 'gpt-4o', ...day }, false],
  ])(
    'sorts what it finds, in place of an index that it would read to its end, for a pair alone: %s',
    async (_what, filter: LogFilter, sorts) => {
      const plans = await plansOf(database.pool, (db) => logPage(db, { filter, limit: 10 }));
      const inFile = await plansOf(database.pool, async (db) => {
        await (await logRowsByStretches(db, filter)).inStretch({ before: undefined, limit: 10 });
      });
      for (const each of [plans, inFile]) expect(each.some((plan) => SORTED.test(plan))).toBe(sorts);
    },
  );

  it('reads a page of consumption by an index, and counts it as the bulk that it is: in order, up to the most that is counted', async () => {
    const plans = await plansOf(database.pool, (db) => logPage(db, { filter: { type: 2 }, limit: 10 }));
    for (const plan of plans.filter((each) => LARGE.test(each))) expect(plan).toMatch(/^Aggregate .*\n\s+->\s+Limit/);
    expect(plans.filter((each) => each.includes('log_rows') && !LARGE.test(each)).length).toBeGreaterThan(0);
  });

  it('reads dashboards, statements, timelines and receipts by an index', async () => {
    const within = { fromS: day.fromS + 67, toS: day.toS - 42 };
    for (const accountId of [ALICE, undefined]) {
      await expectIndexes((db) => usageBuckets(db, { accountId, ...within, stepS: 3_600 }));
      await expectIndexes((db) => usageTotals(db, accountId, { ...within, toS: undefined }));
    }
    await expectIndexes((db) => balanceOf(db, ALICE));
    const scopes: readonly StatementScope[] = [
      { kind: 'user', id: ALICE },
      { kind: 'token', id: 11 },
      { kind: 'channel', id: 3 },
      { kind: 'group', id: 'default' },
      { kind: 'all' },
    ];
    for (const scope of scopes)
      await expectIndexes((db) => statementOf(db, { scope, ...within, limit: 10, zone: 'Asia/Kathmandu', nowMs: 0 }));
    await expectIndexes((db) => timelineOf(db, { accountId: ALICE, limit: 10, before: 40 as Position }));
    await expectIndexes((db) => timelineOf(db, { accountId: ALICE, limit: 10, withoutLeases: true }));
    await expectIndexes((db) => explainCharge(db, store, { requestId: 'r1' as RequestId }));
    await expectIndexes((db) => explainCharge(db, store, { position: 20 as Position }));
    await expectIndexes((db) => receiptOf(db, store, { requestId: 'r1' }));
    const plans = await plansOf(database.pool, (db) => receiptOf(db, store, { requestId: 'r1' }));
    expect(plans.filter((plan) => plan.includes('tasks_of_request'))).toHaveLength(1);
    await expectIndexes((db) => sessionRequests(db, store, { sessionId: SESSION, accountId: ALICE }));
    await expectIndexes((db) => sessionRequests(db, store, { sessionId: SESSION }));
    await expectIndexes((db) => trialBalance(db, within));
  });

  it.each([
    ['everybody', undefined],
    ['one user', ALICE],
  ])('reads what a dashboard of a month moves from hour to hour by its places, of %s', async (_whose, accountId) => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`insert into ${READ_MODELS}.ledger_entries
        select ${ALICE}, 1000000 + n, n, 'ConsumptionRecorded', 'till-x', n, -1, 0, 0, 0, null, 'many-' || n, '', '', '{}', 5, 3,
          'default', 'm', 1, 1, 0, -1, '1:1'
        from generate_series(1, 100000) n`);
      await client.query(`analyze ${(await liveGeneration(client))?.schema}.ledger_entries`);
      const hours = Array.from({ length: 744 }, (_, hour) => 1_000_000 + hour * 130);
      const asked = query.raw(movedChargesPage(accountId !== undefined), {
        from: hours,
        before: hours.map((from) => from + 1),
        types: [...CHARGE_TYPES],
        limit: MOVED_ROWS_PAGE,
        ...(accountId === undefined ? {} : { accountId }),
      });
      const { sql, bindings } = asked.toSQL().toNative();
      const { rows } = await client.query<Record<string, string>>(`explain ${sql}`, [...bindings]);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*"position" >= m\.from_position/u);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
