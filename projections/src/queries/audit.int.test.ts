import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { startRunner } from '../runner/runner.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { plansOf } from '../testing/plans-of.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import type { Database } from '../shared/database.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { systemClock } from '../testing/system-clock.ts';
import { addUser } from '../directory/testing/directory-fixture.ts';
import { type AuditFilter, auditPage, auditRowsByStretches } from './audit.ts';

const WAIT_MS = 30_000;
jest.setTimeout(120_000);
const DAY_S = 86_400;
/** Records beside those of the sample ledger, a minute apart; every thousandth stands in the ledger a day late. */
const RECORDS = Number(process.env['AUDIT_RECORDS'] ?? 20_000);
const START_S = SAMPLE_START_MS / 1_000;

const MADE = `
  insert into ${READ_MODELS}.audit_records
  select (n + 1000000)::text, n + 1000000, ($2::bigint + n * 60) * 1000, n % 1000 = 0, case when n % 3 = 0 then 'relay' else 'user-' || (1 + n % 7) end,
    (array['option.set', 'channel.edit', 'user.edit', 'user.adjust'])[1 + n % 4], (array['option', 'channel', 'user', 'user'])[1 + n % 4],
    (n % 500)::text, '{"a":1}', '{"a":2}', '', 'r-' || n
  from generate_series(1, $1::bigint) n`;
const QUARTERS = `
  insert into ${READ_MODELS}.recorded_quarters
  select ($2::bigint + n * 60) / 900 * 900, min(n) + 1000000, max(n) + 1000000 from generate_series(1, $1::bigint) n group by 1
  on conflict (recorded_s) do update set last_position = greatest(${READ_MODELS}.recorded_quarters.last_position, excluded.last_position)`;

/** Hears the texts of what is asked. */
const watched = (pool: Database, asked: string[]): Database =>
  ({
    query: (request: { text: string }, ...values: []) => {
      asked.push(request.text);
      return pool.query(request, ...values);
    },
  }) as unknown as Database;

describe('the audit list', () => {
  let database: ReadModelDatabase;

  beforeAll(async () => {
    const store = new MemoryEventStore();
    database = await readModelDatabase();
    await writeSampleLedger(store);
    const runner = startRunner({ pool: database.pool, feed: storeFeed(store), clock: systemClock, log: silentLog });
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands: ${runner.alarm()?.message}`);
    await runner.stop();
    for (const text of [MADE, QUARTERS]) await database.pool.query(text, [RECORDS, START_S + 90 * DAY_S]);
    await database.pool.query('analyze');
  }, 600_000);
  afterAll(() => database.drop());

  const at = (share: number): number => START_S + 90 * DAY_S + Math.floor(RECORDS * share) * 60;
  const filters: readonly (readonly [string, AuditFilter])[] = [
    ['everything', {}],
    ['a process', { actor: 'relay' }],
    ['an action', { action: 'option.set' }],
    ['a type of target', { targetType: 'channel' }],
    ['a target', { targetType: 'user', targetId: '7' }],
    ['a process and an action', { actor: 'relay', action: 'user.adjust' }],
    ['a process and a type of target', { actor: 'relay', targetType: 'user' }],
    ['the oldest days', { fromS: at(0), toS: at(0.01) }],
    ['all but the newest', { toS: at(0.5) }],
    ['the newest', { fromS: at(0.99) }],
    ['an action of some old days', { action: 'user.edit', fromS: at(0.2), toS: at(0.21) }],
  ];

  it.each(filters)('is read by an index, a page and the next: %s', async (what, filter) => {
    const { rows, total } = await auditPage(database.pool, { filter, limit: 100 });
    expect(rows).toHaveLength(Math.min(100, total));
    for (const request of [
      { filter, limit: 100 },
      { filter, limit: 100, before: rows.at(-1)?.position },
    ]) {
      const plans = await plansOf(database.pool, (db) => auditPage(db, request));
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (audit_records|users|channels|tokens|codes)/);
    }
    const began = performance.now();
    await auditPage(database.pool, { filter, limit: 100 });
    if (process.env['AUDIT_RECORDS']) process.stderr.write(`${what}: ${(performance.now() - began).toFixed(1)} ms\n`);
  });

  it('is counted up to 10,000, and says one more where there are more', async () => {
    expect((await auditPage(database.pool, { filter: {}, limit: 1 })).total).toBe(10_001);
    const day = { fromS: at(0.5), toS: at(0.5) + 599 };
    expect((await auditPage(database.pool, { filter: day, limit: 1 })).total).toBe(10);
  });

  it('is read part by part of whom the filter meant at first, who may be called otherwise by then, and counted once', async () => {
    const { id } = await addUser(database.pool, { username: 'auditor' });
    await database.pool.query(`update ${READ_MODELS}.audit_records set actor = $1 where position % 40 = 1`, [
      `user-${id}`,
    ]);
    const filter = { actor: 'auditor' };
    const whole = (await auditPage(database.pool, { filter, limit: 100 })).rows.map(({ position }) => position);
    const listed = await auditRowsByStretches(database.pool, filter);
    expect(listed.total).toBe((await auditPage(database.pool, { filter, limit: 1 })).total);
    const first = await listed.inStretch({ before: undefined, limit: 30 });
    await database.pool.query("update directory.users set username = 'other' where id = $1", [id]);
    const next = await listed.inStretch({ before: first.at(-1)?.position, limit: 70 });
    expect([...first, ...next].map(({ position }) => position)).toEqual(whole);
    expect(next[0]?.actorName).toBe('other');
    const asked: string[] = [];
    const { inStretch } = await auditRowsByStretches(watched(database.pool, asked), {});
    asked.length = 0;
    await inStretch({ before: undefined, limit: 10 });
    expect(asked.filter((text) => text.includes('audit_records'))).toHaveLength(1);
    expect(asked.join()).not.toContain('count(');
  });

  it('has in a range what stands in the ledger long after it happened', async () => {
    const late = await database.pool.query<{ position: string; at_ms: string }>(
      `select position, at_ms from ${READ_MODELS}.audit_records where late order by position limit 1`,
    );
    const atS = Number(late.rows[0]?.at_ms) / 1_000;
    await database.pool.query(
      `update ${READ_MODELS}.audit_records set position = 999999999, source = 'late' where position = $1`,
      [late.rows[0]?.position],
    );
    const { rows, total } = await auditPage(database.pool, { filter: { fromS: atS, toS: atS }, limit: 10 });
    expect([total, rows.map(({ position }) => position)]).toEqual([1, [999_999_999]]);
  });
});
