import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import { channelStream } from '@ledgate/domain/channel/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { type RedemptionEvent, redemptionStream } from '@ledgate/domain/redemption/events';
import type { CodeId, LeaseId, RequestId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { everyEvent } from '@ledgate/domain/testing/every-event';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import pg from 'pg';
import { openProxy } from '../directory/testing/silent-proxy.ts';
import { statementOf } from '../queries/statements.ts';
import { trialBalance } from '../queries/trial-balance.ts';
import { type Runner, startRunner } from '../runner/runner.ts';
import { READ_MODELS } from '../schema/shape.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { ALICE, BOB, cleanLogs, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { systemClock } from '../testing/system-clock.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { withoutEvent } from '../testing/without-event.ts';
import { findingText } from './finding.ts';
import { verify } from './verify.ts';

const WAIT_MS = 20_000;
// The machine may be busy.
jest.setTimeout(60_000);

describe('verify', () => {
  let database: ReadModelDatabase;
  let store: MemoryEventStore;
  let writer: LedgerWriter;
  let runner: Runner;

  const start = (): void => {
    runner = startRunner({ pool: database.pool, feed: storeFeed(store), clock: systemClock, log: silentLog });
  };

  beforeAll(async () => {
    database = await readModelDatabase();
    store = new MemoryEventStore();
    await writeSampleLedger(store);
    start();
    await caughtUp();
    await runner.stop();
    await database.keep();
  });
  beforeEach(async () => {
    store = new MemoryEventStore();
    writer = await writeSampleLedger(store);
    start();
    await caughtUp();
  });
  afterEach(async () => {
    await runner.stop();
    await database.restore();
  });
  afterAll(() => database.drop());

  const caughtUp = async (): Promise<void> => {
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands at ${runner.position()}: ${runner.alarm()?.message}`);
  };
  const findings = async (from: Pick<MemoryEventStore, 'readAll' | 'readStream'> = store): Promise<readonly string[]> =>
    (await verify({ store: from, pool: database.pool })).map(findingText);
  const corrupt = (sql: string): Promise<unknown> => database.pool.query(sql);
  const append = async (stream: string, ...events: readonly LedgerEvent[]): Promise<void> => {
    await writer.append(stream, SAMPLE_START_MS, ...events);
    await caughtUp();
  };

  it('finds nothing in true books', async () => {
    expect(await findings()).toEqual([]);
  });

  it('gives up at its signal, also while Postgres does not answer', async () => {
    const silent = await openProxy(new URL(database.pool.options.connectionString ?? ''));
    const pool = new pg.Pool({ connectionString: silent.url });
    const over = new AbortController();
    const looking = verify({
      store,
      pool,
      signal: over.signal,
      onProgress: () => {
        silent.silence();
        setImmediate(() => over.abort());
      },
    });
    await expect(looking).rejects.toThrow();
    await silent.close();
    await pool.end();
  });

  it('finds nothing after a cleaning, whether or not the rows are swept', async () => {
    await cleanLogs(writer, SAMPLE_START_MS + 3 * 3_600_000);
    await caughtUp();
    expect(await findings()).toEqual([]);
  });

  it('and the trial balance stay exact where the sum over all accounts is beyond 2^53', async () => {
    for (const accountId of [71, 72] as UserId[]) {
      await append(
        accountStream(accountId),
        { type: 'AccountOpened', data: { userId: accountId } },
        ...Array.from({ length: 7 }, (): LedgerEvent => ({
          type: 'QuotaAdjusted',
          data: { delta: quota(2 ** 50 - 1), actorId: 1 as UserId, reason: 'of earlier days', absolute: null },
        })),
      );
    }
    expect(await findings()).toEqual([]);
    const { accounts, total } = await trialBalance(database.pool);
    expect(total).toBe(0n);
    expect(accounts).toContainEqual(
      expect.objectContaining({ account: 'adjustment', balance: 50n - 14n * (2n ** 50n - 1n) }),
    );
  });

  it('finds nothing where a text holds NUL or half a character, and sums what is shown as one', async () => {
    const reason = 'NUL \0, halves \uD800 and \uDC00, whole 😀';
    await append(accountStream(BOB), {
      type: 'QuotaAdjusted',
      data: { delta: quota(1), actorId: 1 as UserId, reason, absolute: null },
    });
    const charges = ['half-\uD800', 'half-\uD801', 'half-\0'].map((modelBilled, index): LedgerEvent => ({
      type: 'ConsumptionRecorded',
      data: {
        ...exampleCharge({
          requestId: `half-${index}` as RequestId,
          accountId: BOB,
          leaseId: 'till-c-3' as LeaseId,
          modelBilled,
        }),
        interrupted: false,
      },
    }));
    await append('till-till-c', ...charges);
    expect(await findings()).toEqual([]);
    const { rows } = await database.pool.query(
      `select reason from ${READ_MODELS}.ledger_entries where reason like 'NUL%'`,
    );
    expect(rows).toEqual([{ reason: 'NUL \uFFFD, halves \uFFFD and \uFFFD, whole 😀' }]);
  });

  const worth = { codeId: 9 as CodeId, amount: quota(70) };
  it.each<[string, RedemptionEvent, number]>([
    ['was withdrawn', { type: 'CodeWithdrawn', data: { ...worth, actorId: 1 as UserId, sold: false } }, 4],
    ['has expired', { type: 'CodeExpired', data: { ...worth, sold: true } }, 5],
  ])('finds nothing after a code %s, and names one that is not as it should be', async (_what, ended, status) => {
    await append(
      redemptionStream(worth.codeId),
      { type: 'CodeIssued', data: { ...worth, actorId: 1 as UserId, usesMax: 1 } },
      ended,
    );
    expect(await findings()).toEqual([]);
    await corrupt(`update ${READ_MODELS}.code_states set status = 1 where code_id = 9`);
    expect(await findings()).toEqual([`code id 9, status: expected ${status}, seen 1`]);
  });

  it('finds nothing after what later features write, which the books and the statement count', async () => {
    const later = everyEvent().map(({ event }) => event);
    const of = (...types: readonly LedgerEvent['type'][]): readonly LedgerEvent[] =>
      types.flatMap((type) => later.filter((event) => event.type === type).slice(-1));
    await append(
      accountStream(ALICE),
      ...of('BudgetSet', 'QuotaReversed', 'CreditExpired', 'CommissionAccrued', 'CommissionReversed'),
      ...of('SuspenseSettled', 'ConsumptionRerated', 'QuotaGranted', 'RedemptionCredited', 'InviteEarningsTransferred'),
    );
    await append('topup-USR2NOabc1', ...of('TopUpPaid', 'TopUpReversed'));
    await append(BOOKS_STREAM, ...of('PeriodEnded'));
    await append(channelStream(4), ...of('ChannelTested'));
    expect(await findings()).toEqual([]);
    const { sums, opening, closing } = await statementOf(database.pool, {
      scope: { kind: 'user', id: ALICE },
      zone: 'UTC',
      nowMs: 4_000_000_000_000,
      fromS: 0,
      toS: 4_000_000_000,
      limit: 1,
    });
    // Of the sample, less what was reversed and expired, and what came in; the charges by what was settled and re-rated.
    expect(sums.credits).toBe(6_200 - 2_500_000 - 4_000 + 70_000 + 70_000 + 600);
    expect(opening + sums.credits + sums.charges + sums.refunds + sums.adjustments).toBe(closing);
    await corrupt(`update ${READ_MODELS}.balances set late = late - 423 + 20 where user_id = ${ALICE}`);
    expect(await findings()).toEqual([
      expect.stringMatching(/^balance of account 2, late: expected/),
      expect.anything(),
    ]);
  });

  it('knows a code of several uses as unused until its last', async () => {
    const codeId = 9 as CodeId;
    const use = (accountId: UserId, n: number): LedgerEvent => ({
      type: 'CodeRedeemed',
      data: { codeId, amount: quota(70), accountId, use: n },
    });
    const issued = { codeId, amount: quota(70), actorId: 1 as UserId, usesMax: 2 };
    const states = async (): Promise<unknown> =>
      (await database.pool.query(`select status, uses from ${READ_MODELS}.code_states where code_id = 9`)).rows;
    await append(redemptionStream(codeId), { type: 'CodeIssued', data: issued }, use(ALICE, 1));
    expect(await states()).toEqual([{ status: 1, uses: '1' }]);
    await append(redemptionStream(codeId), use(BOB, 2));
    expect(await states()).toEqual([{ status: 3, uses: '2' }]);
    expect(await findings()).toEqual([]);
  });

  it('knows what a use of a code was worth, however many were left when it ended', async () => {
    const data = { codeId: 9 as CodeId, amount: quota(210), sold: false };
    const issued = { codeId: data.codeId, amount: quota(70), actorId: 1 as UserId, usesMax: 3 };
    await append(redemptionStream(data.codeId), { type: 'CodeIssued', data: issued }, { type: 'CodeExpired', data });
    const { rows } = await database.pool.query(`select amount from ${READ_MODELS}.code_states where code_id = 9`);
    expect(rows).toEqual([{ amount: '70' }]);
    expect(await findings()).toEqual([]);
  });

  it('names a balance', async () => {
    await corrupt(`update ${READ_MODELS}.balances set credits = credits + 7 where user_id = ${ALICE}`);
    expect(await findings()).toEqual(['balance of account 2, credits: expected 6200, seen 6207']);
  });

  it('names a display row, changed or gone or invented', async () => {
    await corrupt(`update ${READ_MODELS}.log_rows set quota = 1 where request_id = 'r3'`);
    await corrupt(`delete from ${READ_MODELS}.log_rows where request_id = 'r4'`);
    await corrupt(`insert into ${READ_MODELS}.log_rows select * from ${READ_MODELS}.log_rows where request_id = 'r5'`);
    const found = await findings();
    expect(found).toContainEqual(
      expect.stringMatching(/^log row position \d+ \(request r3\) of account 3, quota: expected 103, seen 1$/),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/^log row position \d+ \(request r4\) of account 2: expected a row, seen none$/),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/^log row position \d+ \(request r5\) of account 2: expected none/),
    );
    expect(found).toContainEqual(expect.stringMatching(/^log row sum of all display rows: /));
  });

  it('says whose it is, where it stands and by how much', async () => {
    await corrupt(`update ${READ_MODELS}.balances set credits = credits + 7 where user_id = ${ALICE}`);
    await corrupt(`update ${READ_MODELS}.log_rows set quota = 1 where request_id = 'r3'`);
    await corrupt(`delete from ${READ_MODELS}.log_rows where request_id = 'r4'`);
    await corrupt(`update ${READ_MODELS}.journal_accounts set total = total - 5 where account = 'revenue'`);
    await corrupt(`update ${READ_MODELS}.journal_accounts set total = total + 5 where account = 'user:2:wallet'`);
    const members = (await verify({ store, pool: database.pool })).map(({ kind, field, amount, place, inLedger }) => ({
      kind,
      field,
      amount,
      place,
      inLedger,
    }));
    const position = expect.any(Number);
    expect(members).toEqual(
      expect.arrayContaining([
        { kind: 'balance', field: 'credits', amount: '7', place: { userId: ALICE }, inLedger: false },
        {
          kind: 'log row',
          field: 'quota',
          amount: '-102',
          place: { userId: 3, requestId: 'r3', position },
          inLedger: false,
        },
        { kind: 'log row', field: '', amount: null, place: { userId: 2, requestId: 'r4', position }, inLedger: false },
        { kind: 'journal account', field: 'total', amount: '-5', place: { account: 'revenue' }, inLedger: false },
        {
          kind: 'journal account',
          field: 'total',
          amount: '5',
          place: { account: 'user:2:wallet', userId: 2 },
          inLedger: false,
        },
      ]),
    );
  });

  it('names tags of display rows that are not found, or are found of none', async () => {
    await corrupt(`delete from ${READ_MODELS}.log_tags where tag = 'team=red'`);
    await corrupt(`update ${READ_MODELS}.log_tags set tag = 'project=borealis'`);
    expect(await findings()).toEqual([
      expect.stringMatching(/^log row tags of all display rows: expected 4, those that the rows tell, seen 2$/),
      'log row tags that are not found: expected 0, seen 4',
    ]);
  });

  it('names a bucket', async () => {
    await corrupt(
      `update ${READ_MODELS}.usage_user_model_quarter set quota = quota + 1
       where user_id = 3 and model_name = 'gpt-4o' and recorded_s = (
         select min(recorded_s) from ${READ_MODELS}.usage_user_model_quarter where user_id = 3 and model_name = 'gpt-4o'
       )`,
    );
    expect(await findings()).toEqual([
      expect.stringMatching(/^bucket usage_user_model_quarter 3\/\d+\/gpt-4o, quota: expected \d+, seen \d+$/),
    ]);
  });

  it('names a journal entry', async () => {
    await corrupt(`update ${READ_MODELS}.journal_entries set amount = amount - 5 where account = 'cash:epay'`);
    expect(await findings()).toEqual([
      expect.stringMatching(/^journal entry position \d+, cash:epay, amount: expected -20000, seen -20005$/),
      'trial balance sum of all journal entries: expected 0, seen -5',
    ]);
  });

  it('names what an account moved in a quarter of an hour', async () => {
    await corrupt(
      `update ${READ_MODELS}.journal_quarters set credits = credits + 1
       where line = 'revenue' and recorded_s = (
         select min(recorded_s) from ${READ_MODELS}.journal_quarters where line = 'revenue'
       )`,
    );
    expect(await findings()).toEqual([
      expect.stringMatching(/^journal account in line\/quarter revenue\/\d+, credits: expected \d+, seen \d+$/),
    ]);
  });

  it('names what tells where a range begins', async () => {
    await corrupt(
      `update ${READ_MODELS}.recorded_quarters set last_position = last_position + 1 where first_position = 1`,
    );
    await corrupt(
      `update ${READ_MODELS}.first_positions set position = position + 1 where step_s = 1 and position = 3`,
    );
    await corrupt(`delete from ${READ_MODELS}.first_positions where step_s = 86400 and position = 3`);
    expect(await findings()).toEqual([
      expect.stringMatching(/^time recorded in the quarter from \d+, last_position: expected \d+, seen \d+$/),
      expect.stringMatching(/^time first position of 1 s from \d+ on: expected 3, seen 4$/),
      expect.stringMatching(/^time first position of 86400 s from \d+ on: expected 3, seen no row$/),
    ]);
  });

  it('names what tells which index a position has, and whose a charge was', async () => {
    await corrupt(`update ${READ_MODELS}.event_counts set places = places - 2 where bits = 5 and block = 0`);
    await corrupt(`update ${READ_MODELS}.event_counts set count = count + 1 where bits = 13 and block = 0`);
    await corrupt(`insert into ${READ_MODELS}.period_events values (1, 'PeriodClosed', 1, 0, 1, 2, '')`);
    await corrupt(
      `update ${READ_MODELS}.ledger_entries set channel_id = channel_id + 1 where position = (
         select min(position) from ${READ_MODELS}.ledger_entries where channel_id is not null)`,
    );
    expect(await findings()).toEqual([
      expect.stringMatching(/^ledger entry position \d+ of account \d+, channel_id: expected \d+, seen \d+$/),
      expect.stringMatching(/^time events counted in bits\/block 5\/0, places: expected \d+, seen \d+$/),
      expect.stringMatching(/^time events counted in bits\/block 13\/0, count: expected \d+, seen \d+$/),
      expect.stringMatching(/^time period event at position 1: expected no row, seen /),
    ]);
  });

  it('names an open lease, changed or gone', async () => {
    await corrupt(`update ${READ_MODELS}.open_leases set amount = 1 where lease_id = 'till-c-3'`);
    await corrupt(`delete from ${READ_MODELS}.open_leases where lease_id = 'till-b-2'`);
    expect(await findings()).toEqual([
      'lease open till-c-3, amount: expected 700, seen 1',
      expect.stringMatching(/^lease open till-b-2: expected .*, seen no row$/),
    ]);
  });

  it.each([
    ['in the middle of a till', 'till-till-a', 5],
    ['in the middle of an account', 'account-3', 1],
    ['at the end of the ledger', 'till-till-c', 3],
    ['which is all of its stream', 'topup-T1', 0],
  ])('names an event that was deleted %s', async (_where, stream, revision) => {
    const [event] = await store.readStream(stream, revision as never, 1);
    const position = event?.position ?? 0;
    const found = await findings(withoutEvent(store, position));
    expect(found.some((text) => text.includes(`${stream}@${revision}`) || text.includes(`position ${position}`))).toBe(
      true,
    );
  });

  it('names a place in the order of a gapless store that has no event, also where nothing else remembers it', async () => {
    const [failed] = await store.readStream('till-till-b', 2 as never, 1);
    const found = await verify({
      store: withoutEvent(store, failed?.position ?? 0),
      pool: database.pool,
      gaplessPositions: true,
    });
    expect(found.map(findingText)).toContainEqual(`event position ${failed?.position}: expected an event, seen none`);
  });

  it('names tokens, channels, tills, claims, codes and ledger entries', async () => {
    await corrupt(`update ${READ_MODELS}.token_use set late = 1 where token_id = 12`);
    await corrupt(`delete from ${READ_MODELS}.channel_use where channel_id = 4`);
    await corrupt(`update ${READ_MODELS}.tills set status = 3 where till_id = 'till-c'`);
    await corrupt(`update ${READ_MODELS}.claims set credited = true where source = 'redemption-2'`);
    await corrupt(`update ${READ_MODELS}.code_states set status = 1 where code_id = 1`);
    await corrupt(`update ${READ_MODELS}.ledger_entries set balance_after = 0 where reference = 'r1'`);
    const kinds = new Set((await verify({ store, pool: database.pool })).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['channel', 'claim', 'code', 'ledger entry', 'till', 'token']);
  });

  it('names a lease that was settled for something else than its till has charged', async () => {
    const leaseId = 'till-b-2' as LeaseId;
    await append(accountStream(ALICE), {
      type: 'LeaseSettled',
      data: { leaseId, consumed: quota(25), byToken: { 5: quota(25) } },
    });
    expect(await findings()).toEqual(['lease till-b-2 settled: expected 20, as its till says, seen 25']);
  });

  it('names a lease that reports more than its till has charged', async () => {
    const leaseId = 'till-c-3' as LeaseId;
    await append(accountStream(BOB), {
      type: 'LeaseResized',
      data: { leaseId, amount: quota(900), consumed: quota(81), byToken: { 12: quota(81) } },
    });
    expect(await findings()).toEqual(['lease till-c-3 resized: expected at most 80, as its till says, seen 81']);
  });

  it('names a request that is charged twice, and a closed till that goes on', async () => {
    const again = exampleCharge({ requestId: 'r3' as RequestId, accountId: BOB, leaseId: 'till-c-3' as LeaseId });
    await append('till-till-c', { type: 'ConsumptionRecorded', data: { ...again, interrupted: false } });
    await append('till-till-a', {
      type: 'AttemptsFailed',
      data: { requestId: 'x' as RequestId, accountId: 2 as UserId, attempts: [] },
    });
    expect(await findings()).toEqual([
      'till till-a: expected no record after it was closed, seen the end of x',
      // What it had drawn was changed in between, and nobody looks that up for a charge, since a request is charged once.
      'balance lots of account/request 3/r3, draws: expected 1:100, seen ',
      'ledger entry request r3: expected one charge, seen 2 charges',
    ]);
  });

  it('names an event whose data is not of its type', async () => {
    const [last] = await store.readStreamBackwards('till-till-c', 1);
    const broken = { ...last, data: JSON.stringify({ requestId: 7 }) };
    const tampered = {
      readStream: (...page: Parameters<typeof store.readStream>) => store.readStream(...page),
      readAll: async (after: Position, limit: number) =>
        (await store.readAll(after, limit)).map((event) =>
          event.position === last?.position ? { ...event, ...broken } : event,
        ),
    };
    expect(await findings(tampered)).toContainEqual(
      expect.stringMatching(/^event till-till-c@\d+ \(ConsumptionStarted\): expected data of its type/),
    );
  });
});
