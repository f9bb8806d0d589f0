import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { PRICE_BOOK_STREAM } from '@ledgate/domain/pricebook/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { RequestId, SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import type { Database } from '../shared/database.ts';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { TillWriter } from '../testing/till-writer.ts';
import { quotaPerUnitAt } from './quota-per-unit.ts';
import { statementOf, statementPageOf } from './statements.ts';

jest.setTimeout(120_000);
const USER = 2 as UserId;
const OTHER = 3 as UserId;
const CHANNEL = 3;
const DAY_S = 86_400;
const START_S = Date.UTC(2026, 2, 1) / 1_000;
const NOW_MS = (START_S + 40 * DAY_S) * 1_000;
const AT = { scope: { kind: 'user', id: USER }, zone: 'UTC', nowMs: NOW_MS, limit: 100 } as const;

let world: RunnerWorld;
let nowMs = 0;

beforeAll(async () => {
  const store = new MemoryEventStore(() => nowMs);
  const writer = new LedgerWriter(store);
  let granted = 0;
  const publish = (version: number, quotaPerUnit: string, startsAtMs: number) =>
    writer.append(PRICE_BOOK_STREAM, nowMs, {
      type: 'PriceBookPublished',
      data: {
        version,
        modelRatio: {},
        modelPrice: {},
        completionRatio: {},
        groupRatio: { default: '1' },
        quotaPerUnit,
        actorId: null,
        changed: ['QuotaPerUnit'],
        startsAtMs,
      },
    } as never);
  const grant = (amount: number, atMs = nowMs) => {
    granted += 1;
    const data = { amount: quota(amount), grant: 'new_user', source: `g${granted}` as SourceId } as const;
    return writer.append(accountStream(USER), atMs, { type: 'QuotaGranted', data });
  };
  nowMs = START_S * 1_000;
  await publish(1, '500000', 0);
  await writer.append(accountStream(USER), nowMs, { type: 'AccountOpened', data: { userId: USER } });
  await grant(10);
  nowMs = (START_S + DAY_S) * 1_000;
  await publish(2, '1000', (START_S + 2 * DAY_S) * 1_000);
  nowMs = (START_S + 3 * DAY_S) * 1_000;
  await grant(20);
  // A clock that is two days late: an hour before the second version starts.
  await grant(30, (START_S + 2 * DAY_S) * 1_000 - 3_600_000);
  nowMs = (START_S + 4 * DAY_S) * 1_000;
  await publish(3, '250', 0);
  await grant(40);
  await lateOnes(writer);
  world = await runnerWorld(1, store);
  await world.caughtUp(world.start(new PartitionedFeed(store, { partitions: 1 })));
});
afterAll(() => world.close());

/** Of OTHER: a charge and a top-up in a period that is closed, one behind it, and what changes all of them afterwards. */
async function lateOnes(writer: LedgerWriter): Promise<void> {
  const at = (days: number): void => void (nowMs = (START_S + days * DAY_S) * 1_000);
  const append = (event: unknown, atMs = nowMs) => writer.append(accountStream(OTHER), atMs, event as LedgerEvent);
  const till = new TillWriter(writer, 'till-late');
  at(6);
  await till.open(nowMs);
  await append({ type: 'AccountOpened', data: { userId: OTHER } });
  await till.lease(OTHER, 1_000_000, nowMs);
  const paid = { tradeNo: 'T1', provider: 'epay', moneyMinor: 100, currency: 'USD' };
  await append({ type: 'QuotaToppedUp', data: { ...paid, amount: 500, source: 'topup-T1' } });
  const charge = (requestId: string) => till.chargeOf(OTHER, { requestId: requestId as RequestId, amount: quota(100) });
  await till.record(charge('in'), nowMs);
  const range = { start: START_S + 5 * DAY_S, end: START_S + 8 * DAY_S, zone: 'UTC', actorId: 1 };
  at(9);
  await writer.append(BOOKS_STREAM, nowMs, { type: 'PeriodEnded', data: { periodId: 1, ...range } } as LedgerEvent);
  await writer.append(BOOKS_STREAM, nowMs, { type: 'PeriodClosed', data: { periodId: null, ...range } } as LedgerEvent);
  const again = { periodId: null, ...range, reason: 'of none' };
  await writer.append(BOOKS_STREAM, nowMs, { type: 'PeriodReopened', data: again } as LedgerEvent);
  at(10);
  await till.record(charge('behind'), nowMs);
  const corrected = (requestId: string, delta: number, source: string) => ({
    type: 'ConsumptionCorrected',
    data: { source, charge: charge(requestId), delta },
  });
  // By its own clock it is of the closed period, which makes nothing of the charge that it changes.
  await append(corrected('behind', -1, 'c1'), (START_S + 6 * DAY_S) * 1_000);
  await append(corrected('behind', -2, 'c2'));
  await append(corrected('in', -3, 'c3'));
  const changed = { requestId: 'in', tokenId: 1, usage: {}, price: {}, n: 0 };
  await append({
    type: 'SuspenseSettled',
    data: { ...changed, billId: null, before: 97, after: 93, source: 'settle-in' },
  });
  await append({
    type: 'ConsumptionRerated',
    data: { ...changed, rerateId: 'x', delta: -5, before: 93, after: 88, suspended: false, source: 'rerate-x' },
  });
  const reversed = { tradeNo: 'T1', reversalId: 'v', kind: 'refund', moneyMinor: 100, currency: 'USD' };
  await append({ type: 'QuotaReversed', data: { ...reversed, delta: -500, source: 'reversal-T1-v' } });
  await append({ type: 'ConsumptionRefunded', data: { amount: 7, source: 'f', tokenId: 1, requestId: 'in' } });
}

describe('what 1 USD is', () => {
  it.each([
    [1, '500000'],
    [2, '500000'],
    [2 + 1 / DAY_S, '1000'],
    [3, '1000'],
    [5, '250'],
  ])('at the end of a range of %s days is by the last instant before it', async (days, expected) => {
    const toS = Math.round(START_S + days * DAY_S);
    const { quotaPerUnit } = await statementOf(world.pool, { ...AT, fromS: 0, toS });
    expect(quotaPerUnit).toBe(expected);
  });

  it('at an entry is by its own time, whichever entries are read with it', async () => {
    const { entries } = await statementOf(world.pool, { ...AT, fromS: 0, toS: undefined });
    const expected = ['500000', '1000', '500000', '250'];
    for (let first = 0; first < entries.length; first += 1)
      for (let last = first; last < entries.length; last += 1) {
        const read = entries.slice(first, last + 1);
        const of = await quotaPerUnitAt(world.pool, read);
        expect(read.map(of)).toEqual(expected.slice(first, last + 1));
      }
  });

  it('is by the first price book where none stands yet', async () => {
    const place = { position: -1 as Position, atMs: 0 };
    expect((await quotaPerUnitAt(world.pool, [place]))(place)).toBe('500000');
  });
});

describe('what came late', () => {
  it.each([{ kind: 'user', id: OTHER } as const, { kind: 'channel', id: CHANNEL } as const, { kind: 'all' } as const])(
    'is what is of a closed period, or changes what is, of %j',
    async (scope) => {
      const { late } = await statementOf(world.pool, { ...AT, scope, fromS: 0, toS: undefined });
      const amounts = late.map(({ amount }) => amount);
      expect(amounts).toEqual(scope.kind === 'channel' ? [1, 3, 4, 5, 7] : [1, 3, 4, 5, -500, 7]);
      expect(new Set(late.map(({ periodEndS }) => periodEndS))).toEqual(new Set([START_S + 8 * DAY_S]));
    },
  );
});

describe('periods that were opened again', () => {
  it.each([
    [0, undefined, ['of none']],
    [START_S + 7 * DAY_S, START_S + 7 * DAY_S + 1, ['of none']],
    [0, START_S + 5 * DAY_S, []],
    [START_S + 8 * DAY_S, undefined, []],
  ])('are told of a range that touches them, from %s to %s', async (fromS, toS, reasons) => {
    const { reopened } = await statementOf(world.pool, { ...AT, fromS, toS });
    expect(reopened.map(({ periodId, reason }) => [periodId, reason])).toEqual(reasons.map((reason) => [null, reason]));
  });
});

describe('a further page', () => {
  const all = { scope: { kind: 'all' }, fromS: 0, toS: undefined } as const;

  it('goes on from the balance that is passed with it, and reads nothing before', async () => {
    const { entries, days } = await statementOf(world.pool, { ...AT, ...all });
    const [first, second] = entries;
    const after = { ...all, days, limit: 1, after: first?.position };
    const asked: string[] = [];
    const seen = watched(world.pool, asked);
    const told = await statementPageOf(seen, { ...after, balance: first?.balanceAfter });
    expect(told.entries).toEqual([second]);
    const withBalance = asked.splice(0).length;
    expect((await statementPageOf(seen, after)).entries).toEqual([second]);
    expect(asked.length).toBeGreaterThan(withBalance);
    const other = await statementPageOf(world.pool, { ...after, balance: quota(1_000) });
    expect(other.entries.map(({ balanceAfter }) => balanceAfter)).toEqual([1_020]);
  });
});

/** A database that tells what it was asked. */
const watched = (db: Database, asked: string[]): Database =>
  ({
    connect: async () => {
      const client = await db.connect();
      return {
        query: (sql: string | { readonly text: string }) => {
          asked.push(typeof sql === 'string' ? sql : sql.text);
          return client.query(sql as string);
        },
        release: (error?: Error) => client.release(error),
      };
    },
  }) as unknown as Database;
