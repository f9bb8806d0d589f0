import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position } from '@ledgate/domain/ports/event-store';
import { PRICE_BOOK_STREAM } from '@ledgate/domain/pricebook/events';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { EXPORT_PAGE_ACCOUNTS } from '../../limits.ts';
import { byText } from '../../runner/columns.ts';
import { LedgerWriter } from '../../testing/ledger-writer.ts';
import { type RunnerWorld, runnerWorld } from '../../testing/runner-world.ts';
import { storeFeed } from '../../testing/store-feed.ts';
import type { ExportSource, ExportStretch, Layout } from '../layout.ts';
import type { ExportOrder } from '../order.ts';
import { exportedRows, orderOf } from '../testing/exported.ts';
import { filteredSums } from './filtered-sums.ts';
import { statements } from './statements.ts';
import { trialBalance } from './trial-balance.ts';

jest.setTimeout(120_000);
const ACCOUNTS = 2 * EXPORT_PAGE_ACCOUNTS + 100;
const START_S = Date.UTC(2026, 2, 1) / 1_000;
const DAY_S = 86_400;

let world: RunnerWorld;
let source: ExportSource;
let position: Position;
let nowMs = START_S * 1_000;

/** Accounts 2 to ACCOUNTS + 1, each with as many units as its id; every third one then gives them back. Two price books, a day apart. */
beforeAll(async () => {
  const store = new MemoryEventStore(() => nowMs, 7);
  const writer = new LedgerWriter(store);
  const publish = (version: number, quotaPerUnit: string) =>
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
        changed: [],
        startsAtMs: version === 1 ? 0 : (START_S + 2 * DAY_S) * 1_000,
      },
    } as unknown as LedgerEvent);
  await publish(1, '500000');
  await publish(2, '1000');
  for (let user = 2; user < ACCOUNTS + 2; user += 1) {
    const source = `g${user}` as SourceId;
    await writer.append(
      accountStream(user),
      nowMs,
      { type: 'AccountOpened', data: { userId: user as UserId } },
      { type: 'QuotaGranted', data: { amount: quota(user), grant: 'new_user', source } },
    );
  }
  nowMs += DAY_S * 1_000;
  for (let user = 3; user < ACCOUNTS + 2; user += 3)
    await writer.append(accountStream(user), nowMs, {
      type: 'QuotaAdjusted',
      data: { delta: quota(-user), actorId: 1 as UserId, reason: 'back', absolute: null },
    });
  world = await runnerWorld(1, store);
  await world.caughtUp(world.start(storeFeed(store, { batchEvents: 1_000 })));
  source = { db: world.pool, store };
  position = await store.head();
});
afterAll(() => world.close());

const signal = new AbortController().signal;

async function stretchesOf(layout: Layout, order: ExportOrder, after = 0): Promise<readonly ExportStretch[]> {
  const stretches: ExportStretch[] = [];
  for await (const stretch of layout.rowsOf(source, order, after, signal)) stretches.push(stretch);
  return stretches;
}

const USERS = Array.from({ length: ACCOUNTS }, (_, index) => index + 2);
const isBack = (user: number): boolean => user % 3 === 0;

describe('a trial balance of more accounts than are read at once', () => {
  it.each([{}, { type: 'QuotaGranted' }])('has all of them by code point, also by %j', async (filter) => {
    const rows = await exportedRows(source, orderOf({ layout: 'trial_balance', position, ...filter }));
    const isWhole = !('type' in filter);
    const wallets = USERS.map((user) => [`user:${user}:wallet`, isWhole && isBack(user) ? 0 : user] as const);
    const sum = (users: readonly number[]): number => users.reduce((total, user) => total + user, 0);
    const others = [
      ...(isWhole ? [['adjustment', sum(USERS.filter(isBack))] as const] : []),
      ['promotion', -sum(USERS)] as const,
    ];
    expect(rows.map(({ account, closing_units: closing }) => [account, closing])).toEqual(
      [...others, ...wallets].sort(([one], [other]) => byText(one, other)),
    );
  });
});

describe('statements of more accounts than are read at once', () => {
  const later = { fromS: START_S + DAY_S, toS: undefined };

  it('have those that moved or had a balance, by id', async () => {
    const rows = await exportedRows(source, orderOf({ layout: 'statements', position, range: later }));
    expect(
      rows.map(({ user_id: user, opening_units: opening, adjustment_units: back }) => [user, opening, back]),
    ).toEqual(USERS.map((user) => [user, user, isBack(user) ? -user : 0]));
    const adjusted = await exportedRows(
      source,
      orderOf({ layout: 'statements', position, range: later, type: 'QuotaAdjusted' }),
    );
    expect(
      adjusted.map(({ user_id: user, opening_units: opening, closing_units: closing }) => [user, opening, closing]),
    ).toEqual(USERS.filter(isBack).map((user) => [user, 0, -user]));
  });

  it('are in the money of the end of their range', async () => {
    const moneyOf = async (range: ExportOrder['range']) => {
      const [row] = await exportedRows(source, orderOf({ layout: 'statements', position, range, userId: 1_000 }));
      return [row?.['quota_per_unit'], row?.['closing'], row?.['start'], row?.['end']];
    };
    expect(await moneyOf({ fromS: 0, toS: undefined })).toEqual(['500000', '0.002000', null, null]);
    expect(await moneyOf({ fromS: 0, toS: START_S + 2 * DAY_S })).toEqual([
      '500000',
      '0.002000',
      null,
      '2026-03-03T00:00:00.000Z',
    ]);
    expect(await moneyOf({ fromS: START_S, toS: START_S + 2 * DAY_S + 1 })).toEqual([
      '1000',
      '1.000000',
      '2026-03-01T00:00:00.000Z',
      '2026-03-03T00:00:01.000Z',
    ]);
  });
});

describe('an export that was interrupted', () => {
  it.each<[string, Layout, object]>([
    ['trial_balance', trialBalance, {}],
    ['trial_balance', trialBalance, { type: 'QuotaGranted' }],
    ['statements', statements, {}],
    ['statements', statements, { type: 'QuotaAdjusted' }],
  ])('goes on behind any stretch of %s to the same ones', async (layout, made, filter) => {
    const order = orderOf({ layout: layout as 'statements', position, ...filter });
    const all = await stretchesOf(made, order);
    expect(all.length).toBeGreaterThan(layout === 'statements' && 'type' in filter ? 0 : 2);
    for (const [index, { after }] of all.entries())
      expect(await stretchesOf(made, order, after)).toEqual(all.slice(index + 1));
  });
});

describe('sums by a filter', () => {
  it('are read again for each so many accounts, and come to the same', async () => {
    const order = orderOf({ layout: 'trial_balance', position, type: 'QuotaGranted' });
    const sumsWith = async (max: number) => {
      const pages: (readonly (readonly [string, number])[])[] = [];
      const sums = filteredSums<string, number>(
        source,
        order,
        { from: 0, before: position + 1 },
        {
          compare: byText,
          none: () => 0,
          changes: ({ lines }) => lines.map(({ account, amount }) => [account, (sum) => sum + amount]),
        },
        signal,
        max,
      );
      for await (const page of sums) pages.push(page);
      return pages;
    };
    const [few, all] = [await sumsWith(300), await sumsWith(10_000)];
    expect(few.map((page) => page.length)).toEqual([300, 300, 300, 201]);
    expect(all).toEqual([few.flat()]);
  });
});
