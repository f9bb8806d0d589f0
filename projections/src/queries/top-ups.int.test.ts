import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { UserId } from '@ledgate/domain/shared/ids';
import fc from 'fast-check';
import { STUCK_FIRST_ROWS_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { plansOf } from '../testing/plans-of.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { topUpPage } from './top-ups.ts';

jest.setTimeout(120_000);
const MIXES = 60;
/** Half of them paid and not credited, half not paid for long. */
const WAITING = 30_000;
const ORDERS_MAX = 40;
const TIMES = { oldestMs: 300, youngestMs: 700 };
const PEOPLE = ['alice', 'bob', 'carol'];

const order = fc.record({
  user: fc.integer({ min: 1, max: PEOPLE.length }),
  made: fc.integer({ min: 200, max: 800 }),
  kind: fc.constantFrom('waiting', 'owed', 'credited', 'failed'),
  problems: fc.constantFrom<readonly number[]>([], [], [], [0], [9], [0, 0, 9]),
});
type Made = typeof order extends fc.Arbitrary<infer One> ? One : never;
/** Positions are in the order neither of numbers nor of times. */
type Order = Made & { readonly tradeNo: string; readonly position: number };

let database: ReadModelDatabase;
beforeAll(async () => {
  database = await readModelDatabase();
  await database.pool.query(
    `insert into directory.users (id, username, password_hash, created_time)
     select place, name, '', 0 from unnest($1::text[]) with ordinality as u (name, place)`,
    [PEOPLE],
  );
});
afterAll(() => database.drop());

const ordersOf = (made: readonly Made[]): readonly Order[] =>
  made.map((one, index) => ({ ...one, tradeNo: `T${index}`, position: (index * 37) % 101 }));

const STATUSES = { waiting: 'requested', owed: 'paid', credited: 'paid', failed: 'failed' } as const;

async function fill(orders: readonly Order[]): Promise<void> {
  const { pool } = database;
  for (const table of [`${READ_MODELS}.top_ups`, `${READ_MODELS}.claims`, 'directory.payment_problems'])
    await pool.query(`delete from ${table}`);
  const column = <Value>(value: (one: Order) => Value): Value[] => orders.map(value);
  await pool.query(
    `insert into ${READ_MODELS}.top_ups (trade_no, user_id, status, amount, money_minor, currency, provider, terms, requested_ms, requested_position,
       paid_ms, provider_ref)
     select n, u, s, 1, 1, 'CNY', 'alipay', '', ms, p, 0, ''
     from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) as x (n, u, s, ms, p)`,
    [
      column((one) => one.tradeNo),
      column((one) => one.user),
      column((one) => STATUSES[one.kind]),
      column((one) => one.made),
      column((one) => one.position),
    ],
  );
  const claimed = orders.filter(({ kind }) => STATUSES[kind] === 'paid');
  await pool.query(
    `insert into ${READ_MODELS}.claims (source, kind, claimed, credited, user_id, amount, claimed_position, claimed_ms, facts)
     select 'topup-' || n, 'topup', true, credited, 1, 1, 1, 1, '{}' from unnest($1::text[], $2::boolean[]) as x (n, credited)`,
    [claimed.map(({ tradeNo }) => tradeNo), claimed.map(({ kind }) => kind === 'credited')],
  );
  const problems = [
    ...orders.flatMap(({ tradeNo, problems: settled }) =>
      settled.map((time, index) => ({ tradeNo, ref: String(index), time })),
    ),
    { tradeNo: 'of no order', ref: '', time: 0 },
  ];
  await pool.query(
    `insert into directory.payment_problems (trade_no, provider_ref, reason, money, provider, first_time, last_time, settled_time)
     select n, r, 'paid_twice', '1', 'alipay', 1, 1, t from unnest($1::text[], $2::text[], $3::bigint[]) as x (n, r, t)`,
    [problems.map(({ tradeNo }) => tradeNo), problems.map(({ ref }) => ref), problems.map(({ time }) => time)],
  );
}

/** The lower, the earlier in the list. */
function rankOf({ kind, made, problems }: Order): number {
  if (kind === 'owed' || problems.includes(0)) return 0;
  return kind === 'waiting' && made >= TIMES.oldestMs && made <= TIMES.youngestMs ? 1 : 2;
}

it('orders that somebody has to look at stand first, and no page has an order of another, whatever the mix', async () => {
  const search = fc.record({
    userId: fc.constantFrom<UserId | undefined>(undefined, undefined, 1 as UserId),
    username: fc.constantFrom('', '', 'BOB', 'nobody'),
    status: fc.constantFrom(undefined, undefined, 'requested' as const, 'paid' as const),
    stuckFirst: fc.constantFrom(true, true, true, false),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { maxLength: ORDERS_MAX }),
      search,
      fc.integer({ min: 1, max: 9 }),
      async (made, asked, limit) => {
        const orders = ordersOf(made);
        await fill(orders);
        const expected = orders
          .filter(({ user }) => asked.userId === undefined || user === asked.userId)
          .filter(({ user }) => asked.username === '' || PEOPLE[user - 1] === asked.username.toLowerCase())
          .filter(({ kind }) => asked.status === undefined || STATUSES[kind] === asked.status)
          .sort((one, other) => {
            const rank = asked.stuckFirst ? rankOf(one) - rankOf(other) : 0;
            return rank === 0 ? other.position - one.position : rank;
          });
        for (let offset = 0; offset <= expected.length; offset += limit) {
          const { items, total } = await topUpPage(database.pool, asked, TIMES, { offset, limit });
          expect(total).toBe(expected.length);
          expect(items.map(({ tradeNo, isStuck }) => [tradeNo, isStuck])).toEqual(
            expected.slice(offset, offset + limit).map((one) => [one.tradeNo, rankOf(one) < 2]),
          );
        }
      },
    ),
    { numRuns: MIXES },
  );
});

it('reads those first that are stuck by their own indexes, and the others by that of the newest', async () => {
  const search = { username: '', status: undefined, stuckFirst: true };
  const [plan = ''] = await plansOf(database.pool, (db) =>
    topUpPage(db, search, TIMES, { offset: 0, limit: 10 }).then(() => undefined),
  );
  for (const index of ['claims_pending', 'payment_problems_open', 'top_ups_open', 'top_ups_newest'])
    expect(plan).toContain(index);
});

it('reads no more than the newest thousand of each kind that is stuck, however many wait, and leaves out none of the others', async () => {
  await fill([]);
  const { pool } = database;
  await pool.query(
    `insert into ${READ_MODELS}.top_ups (trade_no, user_id, status, amount, money_minor, currency, provider, terms, requested_ms, requested_position,
       paid_ms, provider_ref)
     select 'W' || n, 1 + n % 3, (array['paid', 'requested'])[1 + n % 2], 1, 1, 'CNY', 'alipay', '', n, n, 0, '' from generate_series(1, $1::int) n`,
    [WAITING],
  );
  await pool.query(
    `insert into ${READ_MODELS}.claims (source, kind, claimed, credited, user_id, amount, claimed_position, claimed_ms, facts)
     select 'topup-W' || n, 'topup', true, false, 1, 1, n, 1, '{}' from generate_series(2, $1::int, 2) n`,
    [WAITING],
  );
  await pool.query('analyze');
  const search = { username: '', status: undefined, stuckFirst: true };
  const times = { oldestMs: 1, youngestMs: WAITING };
  let read = 0;
  const explained = {
    query: async (asked: { text: string; values: unknown[] }) => {
      if (asked.text.startsWith('with')) {
        const { rows } = await pool.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>({
          ...asked,
          text: `explain (analyze, format json) ${asked.text}`,
        });
        read += rowsRead(rows[0]?.['QUERY PLAN'][0]?.Plan);
      }
      return pool.query(asked);
    },
  } as unknown as typeof pool;
  const page = (offset: number, limit: number) => topUpPage(explained, search, times, { offset, limit });
  const first = await page(0, 100);
  expect([first.total, first.items[0]?.tradeNo, first.items[99]?.tradeNo]).toEqual([
    WAITING,
    `W${WAITING}`,
    `W${WAITING - 198}`,
  ]);
  expect(read).toBeGreaterThan(STUCK_FIRST_ROWS_MAX);
  expect(read).toBeLessThan(8 * STUCK_FIRST_ROWS_MAX);
  const all: string[] = [];
  for (let offset = 0; offset < WAITING; offset += STUCK_FIRST_ROWS_MAX)
    all.push(...(await page(offset, STUCK_FIRST_ROWS_MAX)).items.map(({ tradeNo }) => tradeNo));
  expect(new Set(all).size).toBe(WAITING);
});

type PlanNode = {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** Of tables, in all loops, those that a filter took away among them. */
const rowsRead = (node: PlanNode | undefined): number =>
  node === undefined
    ? 0
    : (node['Relation Name'] === undefined
        ? 0
        : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
      (node.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0);
