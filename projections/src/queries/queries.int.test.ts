import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Position } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import type { ChannelId, CodeId, RequestId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { contractOther } from '../logs/contract-other.ts';
import { type ChargeFacts, isChargeFacts } from '../ledger/entry-facts.ts';
import { type Runner, startRunner } from '../runner/runner.ts';
import type { ListOrder } from '../shared/paging.ts';
import { watchProgress } from '../runner/watch-progress.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { ALICE, BOB, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { systemClock } from '../testing/system-clock.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { channelUseOf } from './balances.ts';
import { explainCharge } from './charges.ts';
import { codePage, codeView } from './codes.ts';
import { usageBuckets, usageTotals } from './data.ts';
import { readModelHealth } from './health.ts';
import { unclosedTills } from './leases.ts';
import { codeOrder } from './lists.ts';
import type { LogFilter } from './log-filter.ts';
import { shownRange } from './log-range.ts';
import { countedTotals } from './log-totals.ts';
import { logPage, logRowsBefore, logStat } from './logs.ts';
import { priceBookOf, priceBookVersions } from './price-books.ts';
import { statementOf } from './statements.ts';
import { postingsOf, timelineOf } from './timeline.ts';
import { trialBalance } from './trial-balance.ts';

const WAIT_MS = 30_000;
jest.setTimeout(60_000);
const HOUR_MS = 3_600_000;
const FAR_S = (SAMPLE_START_MS + 90 * 24 * HOUR_MS) / 1_000;

/** Days, and the end of ranges without one. */
const UTC = { zone: 'UTC', nowMs: 4_000_000_000_000 };

describe('queries over the sample ledger', () => {
  let database: ReadModelDatabase;
  let store: MemoryEventStore;
  let runner: Runner;
  const pool = () => database.pool;

  beforeAll(async () => {
    database = await readModelDatabase();
    store = new MemoryEventStore();
    await pool().query(`
      insert into directory.users (id, username, password_hash, created_time) values (1, 'root', '', 0), (2, 'alice', '', 0), (3, 'bob', '', 0);
      insert into directory.tokens (id, user_id, name, created_time, accessed_time) values
        (11, 2, 'laptop', 0, 0), (12, 3, 'server', 0, 0);
      insert into directory.channels (id, type, name, created_time) values (3, 1, 'first', 0), (4, 1, 'second', 0);
      insert into directory.codes (id, name, user_id, created_time) values
        (1, 'Spring', 1, 5), (2, 'Summer', 1, 6), (3, 'S%ecial', 1, 7)`);
    await writeSampleLedger(store);
    runner = startRunner({ pool: pool(), feed: storeFeed(store), clock: systemClock, log: silentLog });
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands: ${runner.alarm()?.message}`);
  });
  afterAll(async () => {
    await runner.stop();
    await database.drop();
  });

  const requests = async (filter: Parameters<typeof logPage>[1]['filter']): Promise<readonly string[]> =>
    (await logPage(pool(), { filter: { type: LOG_TYPE.consumption, ...filter }, limit: 100 })).rows.map(
      ({ requestId }) => requestId,
    );

  it('shows display rows with every name and fact, newest first', async () => {
    const { rows, total, totalIsExact } = await logPage(pool(), { filter: {}, limit: 100 });
    expect([rows.length, total, totalIsExact]).toEqual([24, 24, true]);
    expect(rows.map(({ position }) => position)).toEqual(
      rows.map(({ position }) => position).toSorted((one, other) => other - one),
    );
    expect(rows.find(({ requestId }) => requestId === 'r2')).toMatchObject({
      type: 2,
      username: 'alice',
      accountId: ALICE,
      tokenId: 11,
      tokenName: 'laptop',
      channelId: 3,
      channelName: 'first',
      modelBilled: 'gpt-4o',
      group: 'default',
      amount: 102,
      promptTokens: 100,
      completionTokens: 0,
      durationMs: 1_500,
      isStream: true,
      entry: { type: 'ConsumptionRecorded', stream: 'till-till-a', revision: 2, amount: -102 },
    });
    expect(rows.find(({ type }) => type === LOG_TYPE.administration)).toMatchObject({
      username: 'bob',
      amount: 0,
      entry: { amount: -50, reason: 'a correction, "quoted" \\ kept', facts: { actorId: 1, setTo: null } },
    });
    expect(rows.filter(({ type }) => type === LOG_TYPE.topUp).map(({ entry }) => entry.amount)).toEqual([
      20_000, 5_000,
    ]);
    expect(rows.filter(({ type }) => type === LOG_TYPE.system).map(({ entry }) => entry.type)).toEqual([
      'ConsumptionRefunded',
      'InviteRewardAccrued',
      'QuotaGranted',
      'QuotaGranted',
    ]);
  });

  it('names calls without a token by their group, and nothing else that has none', async () => {
    const { rows } = await logPage(pool(), { filter: { tokenId: 0 as TokenId }, limit: 100 });
    expect(rows.map(({ requestId, tokenName }) => [requestId, tokenName]).filter(([id]) => id !== '')).toEqual([
      ['playground', 'playground-default'],
    ]);
    expect(rows.filter(({ requestId, tokenName }) => requestId === '' && tokenName !== '')).toEqual([]);
    expect(rows.length).toBeGreaterThan(1);
    expect(await explainCharge(pool(), store, { requestId: 'playground' })).toMatchObject({
      tokenName: 'playground-default',
    });
  });

  it('has the keys that the log page reads', async () => {
    const [row] = (await logPage(pool(), { filter: { requestId: 'r2' }, limit: 1 })).rows;
    const facts = row?.entry.facts as ChargeFacts;
    expect(isChargeFacts(row?.entry.type ?? '', facts)).toBe(true);
    expect(contractOther(facts, { tags: '', isStream: true }, true)).toEqual({
      model_ratio: 1,
      group_ratio: 1,
      completion_ratio: 4,
      model_price: -1,
      frt: 40,
      usage_source: 'provider',
      admin_info: { use_channel: ['3'] },
    });
    expect(contractOther(facts, { tags: '', isStream: false }, false)).toEqual({
      model_ratio: 1,
      group_ratio: 1,
      completion_ratio: 4,
      model_price: -1,
      frt: -1_000,
      usage_source: 'provider',
    });
  });

  it('narrows display rows by every filter', async () => {
    expect(await requests({ username: 'bob', toS: Math.floor(SAMPLE_START_MS / 1_000) + 86_400 })).toEqual([
      'r12',
      'r9',
      'r6',
      'r3',
    ]);
    expect(await requests({ username: 'nobody' })).toEqual([]);
    expect(await requests({ tokenName: 'server', accountId: ALICE })).toEqual([]);
    expect(await requests({ tokenName: 'server', modelBilled: 'gpt-4o' })).toEqual(['r12', 'r6']);
    expect(await requests({ modelBilled: 'gpt-4o-%', accountId: BOB })).toEqual([
      'playground',
      'next-month',
      'r9',
      'r3',
    ]);
    expect(await requests({ modelBilled: 'claude%' })).toEqual([]);
    expect(await requests({ channelId: 4 as ChannelId })).toEqual(['r11', 'r9', 'r5', 'r3', 'r1']);
    expect(await requests({ group: 'vip' })).toEqual([]);
    expect(await requests({ requestId: 'cut' })).toEqual(['cut', 'cut']);
    expect(await requests({ fromS: 1_000, toS: 2_000 })).toEqual([]);
    expect(await requests({ tokenId: 0 as TokenId })).toEqual(['playground']);
    expect(await requests({ tokenName: 'playground-default' })).toEqual(['playground']);
    expect(await requests({ tokenName: 'playground-default', accountId: ALICE })).toEqual([]);
    expect(await requests({ tokenName: 'playground-vip' })).toEqual([]);
    expect(await requests({ tokenName: 'playground-' })).toEqual([]);
    expect((await logPage(pool(), { filter: { type: LOG_TYPE.topUp }, limit: 1 })).total).toBe(2);
  });

  it('finds calls without a token beside those of a token that is called so', async () => {
    await pool().query("update directory.tokens set name = 'playground-default' where id = 12");
    try {
      expect(await requests({ tokenName: 'playground-default', modelBilled: 'gpt-4o%' })).toEqual([
        'playground',
        'next-month',
        'r12',
        'r9',
        'r6',
        'r3',
      ]);
    } finally {
      await pool().query("update directory.tokens set name = 'server' where id = 12");
    }
  });

  it('takes the seconds of a range as inclusive at both ends', async () => {
    const [row] = (await logPage(pool(), { filter: { requestId: 'r2' }, limit: 1 })).rows;
    const second = Math.floor((row?.atMs ?? 0) / 1_000);
    expect(await requests({ fromS: second, toS: second })).toEqual(['r2']);
    expect(await requests({ fromS: second + 1, toS: second + 1 })).toEqual([]);
  });

  it('pages by number and by keyset to the same rows', async () => {
    const all = await logPage(pool(), { filter: {}, limit: 100 });
    const third = await logPage(pool(), { filter: {}, limit: 5, offset: 10 });
    expect(third.rows).toEqual(all.rows.slice(10, 15));
    const after = await logPage(pool(), { filter: {}, limit: 100, before: third.next ?? (0 as Position) });
    expect(after.rows).toEqual(all.rows.slice(15));
    expect(after.next).toBeNull();
  });

  it('sums consumption in a range, whatever type is asked for, and counts the last minute beside it', async () => {
    const lateMs = SAMPLE_START_MS + 40 * 24 * HOUR_MS;
    expect(await logStat(pool(), { accountId: ALICE, type: 1, toS: lateMs / 1_000 }, FAR_S * 1_000)).toEqual({
      position: expect.any(Number),
      amount: 911,
      rpm: 0,
      tpm: 0,
      charged: 1_018,
      cleaned: 0,
      unlogged: 107,
      complete: false,
    });
    const [row] = (await logPage(pool(), { filter: { requestId: 'playground' }, limit: 1 })).rows;
    expect(await logStat(pool(), { username: 'bob', fromS: 0, toS: 1 }, (row?.atMs ?? 0) + 1_000)).toEqual({
      position: expect.any(Number),
      amount: 0,
      rpm: 1,
      tpm: 100,
      charged: 0,
      cleaned: 0,
      unlogged: 0,
      complete: true,
    });
    expect(await logRowsBefore(pool(), lateMs / 1_000)).toBe(24);
  });

  it('tells whether the sum is all that was charged, and is a part of it where a filter names more than a user and a range', async () => {
    const stat = async (filter: LogFilter) => {
      const { amount: sum, charged, unlogged, complete } = await logStat(pool(), filter, 0);
      return [sum, charged, unlogged, complete];
    };
    expect(await stat({ username: 'bob' })).toEqual([510, 510, 0, true]);
    expect(await stat({ username: 'bob', type: LOG_TYPE.topUp })).toEqual([510, 510, 0, true]);
    expect(await stat({ username: 'bob', modelBilled: 'gpt-4o' })).toEqual([218, 510, 0, false]);
    expect(await stat({ username: 'bob', tokenName: 'nobody has it' })).toEqual([0, 510, 0, false]);
    expect(await stat({ username: 'nobody' })).toEqual([0, 0, 0, true]);
    expect(await stat({})).toEqual([1_421, 1_528, 107, false]);
  });

  it('has the same sums by counted quarters and by rows, wherever a range cuts', async () => {
    for (const [accountId, fromH, toH] of [
      [undefined, 0, 2_000],
      [ALICE, 0, 2_000],
      [ALICE, 1, 3],
      [BOB, 1, 16],
      [undefined, -12, 14],
      [BOB, 2, 800],
      [BOB, 5, 1],
    ] as const) {
      const filter = {
        accountId,
        fromS: SAMPLE_START_MS / 1_000 + fromH * 3_600,
        toS: SAMPLE_START_MS / 1_000 + toH * 3_600,
      };
      const { rows } = await logPage(pool(), { filter, limit: 100 });
      expect(await countedTotals(pool(), filter, await shownRange(pool(), filter))).toEqual({
        rows: rows.length,
        amount: rows.reduce((sum, row) => sum + row.amount, 0),
      });
    }
    expect(await countedTotals(pool(), {}, await shownRange(pool(), {}))).toEqual({ rows: 24, amount: 1_528 - 107 });
  });

  it('adds up every charge by hour and by day, logged or not', async () => {
    const range = { fromS: SAMPLE_START_MS / 1_000, toS: FAR_S };
    const total = (buckets: readonly { readonly amount: number; readonly count: number }[]) =>
      buckets.reduce((sum, { amount, count }) => ({ amount: sum.amount + amount, count: sum.count + count }), {
        amount: 0,
        count: 0,
      });
    // Tills 868 + 510, late 90 + 60; the correction is no request of its own.
    const buckets = async (accountId?: UserId) =>
      (await usageBuckets(pool(), { accountId, fromS: range.fromS, toS: range.toS + 1, stepS: 3_600 })) ?? [];
    expect(total(await buckets())).toEqual({ amount: 1_528, count: 17 });
    expect(total(await buckets(ALICE))).toEqual({ amount: 1_018, count: 11 });
    expect(total(await buckets(BOB))).toEqual({ amount: 510, count: 6 });
    for (const { startS } of await buckets()) expect(startS % 3_600).toBe(0);
    const laterS = SAMPLE_START_MS / 1_000 + 20 * 86_400;
    expect(await usageTotals(pool(), BOB, { fromS: laterS, toS: undefined })).toEqual({
      amount: 80,
      requests: 2,
      tokens: 200,
    });
    expect((await channelUseOf(pool(), [3, 4, 9] as ChannelId[])).get(4 as ChannelId)).toMatchObject({
      requestCount: 6,
    });
  });

  it('explains a charge from the ledger itself, by request or by row', async () => {
    const found = await explainCharge(pool(), store, { requestId: 'r3' });
    expect(found).toMatchObject({
      username: 'bob',
      tokenName: 'server',
      type: 'ConsumptionRecorded',
      stream: 'till-till-a',
      revision: 3,
      interrupted: false,
      charge: { requestId: 'r3', amount: 103, usage: { prompt: 100 } },
      balanceBefore: 21_000,
      balanceAfter: 20_897,
      postings: [
        { account: 'user:3:wallet', amount: -103 },
        { account: 'revenue', amount: 103 },
      ],
      priceBook: { version: 1, changed: ['ModelRatio'] },
      corrections: [],
    });
    expect(found?.channelNames.get(4)).toBe('second');
    expect(found?.logPosition).toBe(found?.position);
    expect(
      await explainCharge(pool(), store, { position: found?.position ?? (0 as Position), accountId: BOB }),
    ).toEqual(found);
    expect(await explainCharge(pool(), store, { requestId: 'r3', accountId: ALICE })).toBeUndefined();
    expect(await explainCharge(pool(), store, { requestId: 'unknown' })).toBeUndefined();
    expect(await explainCharge(pool(), store, { requestId: 'redemption-1' })).toBeUndefined();
  });

  it('explains a charge without a display row, and one that was corrected', async () => {
    expect(await explainCharge(pool(), store, { requestId: 'r7' })).toMatchObject({
      logPosition: null,
      charge: { logged: false },
    });
    expect(await explainCharge(pool(), store, { requestId: 'cut' })).toMatchObject({
      interrupted: true,
      charge: { amount: 10 },
      corrections: [{ delta: 90, charge: { amount: 100 } }],
    });
    expect(await explainCharge(pool(), store, { requestId: 'late' })).toMatchObject({
      type: 'LateConsumptionRecorded',
      interrupted: false,
      charge: { amount: 60 },
    });
  });

  it('makes statements that add up entry by entry, and that adjoin', async () => {
    const whole = await statementOf(pool(), {
      scope: { kind: 'user', id: BOB },
      ...UTC,
      fromS: 0,
      toS: FAR_S,
      limit: 1_000,
    });
    expect(whole).toMatchObject({
      opening: 0,
      closing: 20_543,
      sums: { credits: 21_000, charges: -510, refunds: 103, adjustments: -50 },
      next: null,
    });
    let balance: number = whole.opening;
    for (const entry of whole.entries) {
      balance += entry.amount;
      expect(entry.balanceAfter).toBe(balance);
    }
    expect(balance).toBe(whole.closing);

    const between = SAMPLE_START_MS / 1_000 + 2 * 3_600 + 1;
    const first = await statementOf(pool(), {
      scope: { kind: 'user', id: BOB },
      ...UTC,
      fromS: 0,
      toS: between,
      limit: 1_000,
    });
    const second = await statementOf(pool(), {
      scope: { kind: 'user', id: BOB },
      ...UTC,
      fromS: between,
      toS: FAR_S,
      limit: 1_000,
    });
    expect(second.opening).toBe(first.closing);
    expect([...first.entries, ...second.entries]).toEqual(whole.entries);
    const empty = await statementOf(pool(), {
      scope: { kind: 'user', id: BOB },
      ...UTC,
      fromS: FAR_S,
      toS: FAR_S + 1,
      limit: 10,
    });
    expect(empty).toMatchObject({ opening: 20_543, closing: 20_543, entries: [] });
  });

  it('pages a statement by keyset, its sums being those of the whole', async () => {
    const whole = await statementOf(pool(), {
      scope: { kind: 'user', id: ALICE },
      ...UTC,
      fromS: 0,
      toS: FAR_S,
      limit: 1_000,
    });
    const first = await statementOf(pool(), {
      scope: { kind: 'user', id: ALICE },
      ...UTC,
      fromS: 0,
      toS: FAR_S,
      limit: 4,
    });
    const rest = await statementOf(pool(), {
      scope: { kind: 'user', id: ALICE },
      ...UTC,
      fromS: 0,
      toS: FAR_S,
      limit: 1_000,
      after: first.next ?? undefined,
    });
    expect([...first.entries, ...rest.entries]).toEqual(whole.entries);
    expect(first.sums).toEqual(whole.sums);
  });

  it('tells an account as a timeline, leases and limits included', async () => {
    const { entries, next } = await timelineOf(pool(), { accountId: BOB, limit: 100 });
    expect(next).toBeNull();
    expect(entries.at(-1)?.type).toBe('AccountOpened');
    expect(entries.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['LeaseGranted', 'LeaseSettled', 'TokenLimitSet', 'QuotaToppedUp', 'QuotaAdjusted']),
    );
    const topUp = entries.find(({ type }) => type === 'QuotaToppedUp');
    expect(topUp).toMatchObject({
      amount: 20_000,
      reference: 'topup-T1',
      facts: { tradeNo: 'T1', provider: 'epay', moneyMinor: 7_300, currency: 'CNY' },
    });
    expect(await postingsOf(store, topUp ?? { stream: '', revision: 0 })).toContainEqual({
      account: 'user:3:wallet',
      amount: 20_000,
    });
    const page = await timelineOf(pool(), { accountId: BOB, limit: 3, before: entries[2]?.position });
    expect(page.entries).toEqual(entries.slice(3, 6));
  });

  it('tells it without leases, page by page the same as at once', async () => {
    const { entries: all } = await timelineOf(pool(), { accountId: BOB, limit: 100 });
    const kept = all.filter(({ type }) => !type.startsWith('Lease'));
    expect(kept.length).toBeLessThan(all.length);
    const shown = [];
    let before: Position | undefined;
    for (;;) {
      const { entries, next } = await timelineOf(pool(), { accountId: BOB, limit: 3, before, withoutLeases: true });
      shown.push(...entries);
      if (next === null) break;
      before = next;
    }
    expect(shown).toEqual(kept);
  });

  it('sums the chart of accounts to zero', async () => {
    const { accounts, total, position } = await trialBalance(pool());
    expect([total, position]).toEqual([0n, await store.head()]);
    expect(accounts).toContainEqual(
      expect.objectContaining({ account: 'user:*:wallet', opening: 0n, balance: BigInt(5_182 + 20_543) }),
    );
    expect(accounts).toContainEqual(expect.objectContaining({ account: 'revenue', balance: BigInt(1_518 - 103) }));
    expect(accounts).toContainEqual(expect.objectContaining({ account: 'suspense', balance: 10n }));
    expect(accounts).toContainEqual({
      account: 'codes:claimed',
      opening: 0n,
      debits: -5_000n,
      credits: 9_000n,
      balance: 4_000n,
    });
    expect(accounts.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
  });

  it('sums the chart of accounts over a range, which adjoins the one before', async () => {
    const line = async (fromS: number, toS?: number) =>
      (await trialBalance(pool(), { fromS, toS })).accounts.find(({ account }) => account === 'user:*:wallet');
    const whole = await line(0);
    let opening = 0n;
    for (let hour = 0; hour < 12; hour += 1) {
      const fromS = SAMPLE_START_MS / 1_000 + hour * 3_600;
      const toS = hour === 11 ? undefined : fromS + 3_600;
      const part = await line(fromS, toS);
      expect(part?.opening ?? opening).toBe(opening);
      opening = part?.balance ?? opening;
      const { accounts, total } = await trialBalance(pool(), { fromS, toS });
      expect(total).toBe(0n);
      for (const column of ['opening', 'balance'] as const)
        expect(accounts.reduce((sum, each) => sum + each[column], 0n)).toBe(0n);
      expect(accounts.reduce((sum, { debits, credits }) => sum + debits + credits, 0n)).toBe(0n);
    }
    expect(opening).toBe(whole?.balance);
    expect((await trialBalance(pool(), { fromS: 0, toS: SAMPLE_START_MS / 1_000 - 86_400 })).accounts).toEqual([]);
  });

  const codes = (keyword: string, status = 0, order?: ListOrder) =>
    codePage(pool(), { keyword, status }, order, { offset: 0, limit: 10 });

  it('lists codes with their texts and what became of them', async () => {
    const { items, total } = await codes('');
    expect(total).toBe(3);
    expect(items.map(({ id, status, amount, usedUserId }) => ({ id, status, amount, usedUserId }))).toEqual([
      { id: 3, status: 2, amount: 0, usedUserId: 0 },
      { id: 2, status: 3, amount: 4_000, usedUserId: 3 },
      { id: 1, status: 3, amount: 5_000, usedUserId: 2 },
    ]);
    expect((await codes('s')).total).toBe(3);
    expect((await codes('S%')).items.map(({ id }) => id)).toEqual([3]);
    expect((await codes('2')).items.map(({ name }) => name)).toEqual(['Summer']);
    const byAmount = codeOrder({ sort: 'quota', order: 'asc' });
    expect((await codes('', 0, byAmount)).items.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect((await codes('', CODE_STATUS.disabled)).items.map(({ id }) => id)).toEqual([3]);
    expect((await codes('', CODE_STATUS.used, byAmount)).items.map(({ id }) => id)).toEqual([2, 1]);
    expect((await codes('', CODE_STATUS.used)).total).toBe(2);
    expect((await codes('', CODE_STATUS.unused)).total).toBe(0);
    expect(await codeView(pool(), 9 as CodeId)).toBeUndefined();
  });

  it('lists price books, tills and the state of the read models', async () => {
    expect(await priceBookVersions(pool(), { offset: 0, limit: 10 })).toMatchObject({
      items: [{ version: 1, actorId: null, startsMs: 0, reason: '' }],
      total: 1,
    });
    expect((await priceBookOf(pool(), 1))?.book.modelRatio).toEqual({ 'gpt-4o': '1.25' });
    expect(await unclosedTills(pool())).toMatchObject([{ tillId: 'till-c', relayId: 'relay-1', status: 'open' }]);
    const head = await store.head();
    expect(await readModelHealth(pool(), store, Date.now())).toEqual({
      generation: 1,
      position: head,
      head,
      behind: 0,
      partitions: [{ partition: 0, position: head, behind: 0, lagSeconds: 0 }],
    });
  });

  it('tells a process without a runner how far the read models are', async () => {
    const progress = watchProgress(pool());
    const head = await store.head();
    expect(await progress.waitFor(head, WAIT_MS)).toBe(true);
    expect(await progress.waitFor((head + 1) as Position, 30)).toBe(false);
    expect(progress.position()).toBe(head);
    await progress.stop();
  });

  it('keeps unknown accounts at zero', async () => {
    const { balanceOf } = await import('./balances.ts');
    expect(await balanceOf(pool(), 99 as UserId)).toMatchObject({ accountId: 99, balance: 0, requestCount: 0 });
    expect(await explainCharge(pool(), store, { requestId: 'x' as RequestId })).toBeUndefined();
  });
});
