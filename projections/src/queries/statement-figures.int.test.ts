import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { PRICE_BOOK_STREAM } from '@ledgate/domain/pricebook/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import type { Database } from '../shared/database.ts';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { quotaPerUnitAt } from './quota-per-unit.ts';
import { statementOf, statementPageOf } from './statements.ts';

jest.setTimeout(120_000);
const USER = 2 as UserId;
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
  world = await runnerWorld(1, store);
  await world.caughtUp(world.start(new PartitionedFeed(store, { partitions: 1 })));
});
afterAll(() => world.close());

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
