import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Position, type RecordedEvent, START } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import fc from 'fast-check';
import { trialBalance } from '../queries/trial-balance.ts';
import { statementOf } from '../queries/statements.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { writeSampleLedger } from '../testing/sample-ledger.ts';
import { BORDER_S, ledgerOf, write } from '../testing/skewed-ledger.ts';
import type { ExportSource } from './layout.ts';
import type { ExportOrder } from './order.ts';
import { exportedBytes, type ExportedRow, exportedRows, orderOf } from './testing/exported.ts';
import { NaiveBooks, type NaiveLine } from './testing/naive-books.ts';

jest.setTimeout(300_000);
const EVENTS_MAX = 10_000;
const LAYOUTS = ['charges', 'credits', 'journal', 'statements', 'trial_balance', 'focus', 'events'] as const;

const eventsOf = (store: MemoryEventStore): Promise<readonly RecordedEvent[]> => store.readAll(START, EVENTS_MAX);

/** Read models of so many partitions, filled in turn, a few events at once. */
async function filled(store: MemoryEventStore, partitions: number): Promise<RunnerWorld> {
  const world = await runnerWorld(partitions, store);
  await world.caughtUp(world.start(new PartitionedFeed(store, { partitions, batchEvents: 4 })));
  return world;
}

type Range = ExportOrder['range'];
type Filter = Pick<ExportOrder, 'userId' | 'tokenId' | 'channelId' | 'model' | 'type'>;

const isTaken = (line: NaiveLine, { userId, tokenId, channelId, model, type }: Filter): boolean =>
  (userId === undefined || line.user === userId) &&
  (tokenId === undefined || line.token === tokenId) &&
  (channelId === undefined || line.channel === channelId) &&
  (model === undefined || line.model === model) &&
  (type === undefined || line.type === type);

const total = (lines: readonly NaiveLine[]): number => lines.reduce((sum, { units }) => sum + units, 0);

/** By the naive program: lines of the range, sums of accounts, and of wallets. */
class Expected {
  readonly lines: readonly NaiveLine[];
  readonly #before: readonly NaiveLine[];

  constructor(books: NaiveBooks, { fromS, toS }: Range, position: number, filter: Filter) {
    const from = books.beginning(fromS);
    const before = Math.min(toS === undefined ? Infinity : books.beginning(toS), position + 1);
    const taken = books.lines.filter((line) => isTaken(line, filter));
    this.lines = taken.filter((line) => line.position >= from && line.position < before);
    this.#before = taken.filter((line) => line.position < Math.min(from, before));
  }

  trialBalance(): readonly unknown[] {
    const accounts = [...new Set([...this.#before, ...this.lines].map(({ account }) => account))];
    return accounts
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      .map((account) => {
        const own = this.lines.filter((line) => line.account === account);
        const opening = total(this.#before.filter((line) => line.account === account));
        const [debit, credit] = [
          total(own.filter(({ units }) => units < 0)),
          total(own.filter(({ units }) => units > 0)),
        ];
        return { account, opening, debit, credit, closing: opening + debit + credit };
      });
  }

  statements(): readonly unknown[] {
    const wallets = [...new Set([...this.#before, ...this.lines].map(({ account }) => account))].flatMap((account) => {
      const id = /^user:(\d+):wallet$/u.exec(account)?.[1];
      return id === undefined ? [] : [Number(id)];
    });
    return wallets
      .sort((one, other) => one - other)
      .flatMap((user) => {
        const ofUser = ({ account }: NaiveLine): boolean => account === `user:${user}:wallet`;
        const own = this.lines.filter(ofUser);
        const opening = total(this.#before.filter(ofUser));
        if (own.length === 0 && opening === 0) return [];
        const of = (...types: readonly string[]): number => total(own.filter(({ type }) => types.includes(type)));
        return [
          {
            user_id: user,
            opening_units: opening,
            top_up_units: of('QuotaToppedUp'),
            redemption_units: of('RedemptionCredited'),
            grant_units: of('QuotaGranted'),
            adjustment_units: of('QuotaAdjusted'),
            earned: of('InviteEarningsTransferred'),
            expiry_units: of('CreditExpired'),
            reversal_units: of('QuotaReversed'),
            charge_units: of('ConsumptionRecorded', 'LateConsumptionRecorded'),
            refund_units: of('ConsumptionRefunded'),
            correction_units: of('ConsumptionCorrected', 'SuspenseSettled', 'ConsumptionRerated'),
            closing_units: opening + total(own),
          },
        ];
      });
  }
}

const statementOfRow = (row: ExportedRow): unknown => {
  const names = 'opening top_up redemption grant adjustment expiry reversal charge refund correction closing'.split(
    ' ',
  );
  return {
    user_id: row['user_id'],
    ...Object.fromEntries(names.map((name) => [`${name}_units`, row[`${name}_units`]])),
    earned: Number(row['invite_units']) + Number(row['commission_units']),
  };
};

const trialBalanceOfRow = (row: ExportedRow): unknown => ({
  account: row['account'],
  opening: row['opening_units'],
  debit: row['debit_units'],
  credit: row['credit_units'],
  closing: row['closing_units'],
});

type Asked = { readonly range: Range; readonly position: Position; readonly filter: Filter };

async function expectTrue(source: ExportSource, books: NaiveBooks, { range, position, filter }: Asked): Promise<void> {
  const rowsOf = (layout: ExportOrder['layout']) =>
    exportedRows(source, orderOf({ layout, position, range, ...filter }));
  const expected = new Expected(books, range, position, filter);
  const asked = JSON.stringify({ range, position, filter });
  const journal = await rowsOf('journal');
  expect([
    asked,
    journal.map(
      ({ position: at, event_id: id, line, type, time, account, units, user_id: user, request_id: request }) =>
        [at, id, line, type, time, account, units, user, request].join(' '),
    ),
  ]).toEqual([
    asked,
    expected.lines.map(({ position: at, id, line, type, atMs, account, units, user, request }) =>
      [at, id, line, type, new Date(atMs).toISOString(), account, units, user ?? '', request ?? ''].join(' '),
    ),
  ]);
  expect([asked, (await rowsOf('trial_balance')).map(trialBalanceOfRow)]).toEqual([asked, expected.trialBalance()]);
  expect([asked, (await rowsOf('statements')).map(statementOfRow)]).toEqual([asked, expected.statements()]);
}

const times = fc
  .tuple(
    fc.constantFrom(0, BORDER_S - 3_600, BORDER_S, BORDER_S + 900),
    fc.constantFrom(undefined, BORDER_S, BORDER_S + 5_400, BORDER_S + 40 * 86_400),
  )
  .map(([fromS, toS]): Range => ({ fromS, toS: toS === undefined ? undefined : Math.max(fromS, toS) }));

const filters = fc.constantFrom<Filter>(
  {},
  {},
  { userId: 3 },
  { tokenId: 15 },
  { channelId: 4 },
  { model: 'gpt-4o' },
  { model: 'nul \uFFFD and half \uFFFD' },
  { type: 'ConsumptionRefunded' },
  { userId: 2, channelId: 3 },
);

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('what exports tell of the ledger', () => {
  it('is what a program makes of its events that shares no code, whatever clocks said and however partitions came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(1, 7, 700),
        fc.array(fc.tuple(times, filters, share), { minLength: 3, maxLength: 6 }),
        async (writes, apart, orders) => {
          const store = await ledgerOf(writes, apart);
          const [two, three] = [await filled(store, 2), await filled(store, 3)];
          try {
            const stored = await eventsOf(store);
            const books = new NaiveBooks(stored);
            for (const [range, filter, part] of orders) {
              const position = (stored[Math.floor(part * (stored.length - 1))] as RecordedEvent).position;
              await expectTrue({ db: two.pool, store }, books, { range, position, filter });
              for (const layout of LAYOUTS) {
                const order = orderOf({ layout, position, range, ...(layout === 'events' ? {} : filter) });
                const [one, other] = [
                  await exportedBytes({ db: two.pool, store }, order),
                  await exportedBytes({ db: three.pool, store }, order),
                ];
                expect(other.equals(one)).toBe(true);
              }
            }
          } finally {
            await Promise.all([two.close(), three.close()]);
          }
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });
});

describe('of a ledger with every kind of event', () => {
  let world: RunnerWorld;
  let source: ExportSource;
  let stored: readonly RecordedEvent[];
  let position: Position;

  beforeAll(async () => {
    world = await runnerWorld(1);
    await writeSampleLedger(world.store);
    await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 1 })));
    source = { db: world.pool, store: world.store };
    stored = await eventsOf(world.store);
    position = await world.store.head();
  });
  afterAll(() => world.close());

  const EVERYTHING = { fromS: 0, toS: undefined };

  it('journal, statements and trial balance are what the naive program tells, by each filter', async () => {
    const books = new NaiveBooks(stored);
    const given: readonly Filter[] = [
      {},
      { userId: 2 },
      { tokenId: 12 },
      { channelId: 3 },
      { model: 'gpt-4o-mini' },
      { type: 'TaskFailed' },
      { userId: 3, model: 'gpt-4o-mini' },
    ];
    for (const filter of given) await expectTrue(source, books, { range: EVERYTHING, position, filter });
  });

  it('the trial balance is the landed one, and statements are the landed ones', async () => {
    const rows = await exportedRows(source, orderOf({ layout: 'trial_balance', position }));
    const { accounts } = await trialBalance(world.pool);
    const line = (account: unknown): string => String(account).replace(/^user:\d+:/u, 'user:*:');
    for (const { account, balance, debits, credits } of accounts) {
      const own = rows.filter((row) => line(row['account']) === account);
      const sum = (name: string): bigint => own.reduce((all, row) => all + BigInt(row[name] as number), 0n);
      expect([account, sum('closing_units'), sum('debit_units'), sum('credit_units')]).toEqual([
        account,
        balance,
        debits,
        credits,
      ]);
    }
    for (const row of await exportedRows(source, orderOf({ layout: 'statements', position }))) {
      const scope = { kind: 'user', id: row['user_id'] as UserId } as const;
      const told = await statementOf(world.pool, { ...EVERYTHING, scope, zone: 'UTC', nowMs: Date.now(), limit: 1 });
      const byKind = Object.fromEntries(told.creditsByKind.map(({ kind, amount }) => [`${kind}_units`, amount]));
      expect(row).toMatchObject({
        ...byKind,
        opening_units: told.opening,
        closing_units: told.closing,
        adjustment_units: told.sums.adjustments,
        refund_units: told.sums.refunds,
        requests: told.byModel.reduce((sum, { requests }) => sum + requests, 0),
      });
    }
  });
});
