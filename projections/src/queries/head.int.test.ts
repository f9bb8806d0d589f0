import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { Database } from '../shared/database.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { EventCounts } from '../times/event-counts.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { indexAt } from './head.ts';
import { positionRangeOf } from './ranges.ts';

jest.setTimeout(120_000);
const DAY_S = 86_400;
const DAYS = 1_100;
const BUSY_DAYS = 6;
const START_S = Date.UTC(2024, 0, 1) / 1_000;
/** Of seconds and quarters up to the next larger step, with days to the end of time. */
const ROWS_MAX = 900 + 96 + DAYS;

/** Rows that the plan's scans have read, all of them together. */
async function rowsRead(db: Database, work: (db: Database) => Promise<unknown>): Promise<number> {
  type Plan = {
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly 'Node Type': string;
    readonly Plans?: Plan[];
  };
  let read = 0;
  const count = (plan: Plan): void => {
    if (plan['Node Type'].includes('Scan') && !plan['Node Type'].includes('Function'))
      read += plan['Actual Rows'] * plan['Actual Loops'];
    plan.Plans?.forEach(count);
  };
  const explained = {
    query: async (asked: { readonly text: string; readonly values?: unknown[] }) => {
      const { rows } = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) ${asked.text}`,
        asked.values ?? [],
      );
      rows[0]?.['QUERY PLAN'].forEach(({ Plan: plan }) => count(plan));
      return db.query(asked as never);
    },
  };
  await work(explained as unknown as Database);
  return read;
}

describe('of ten million events', () => {
  let database: ReadModelDatabase;

  beforeAll(async () => {
    database = await readModelDatabase();
    const { pool } = database;
    // Three years of which some days are busy in each second, and 10,000,000 positions.
    await pool.query(`
      insert into ${READ_MODELS}.first_positions (step_s, start_s, position)
      select 1, ${START_S} + s, 1 + s * 9 from generate_series(0, ${BUSY_DAYS * DAY_S - 1}) s
      union all select 900, ${START_S} + q * 900, 1 + q * 94 from generate_series(0, ${DAYS * 96 - 1}) q
      union all select ${DAY_S}, ${START_S} + d * ${DAY_S}, 1 + d * 9090 from generate_series(0, ${DAYS - 1}) d`);
    await pool.query(`
      insert into ${READ_MODELS}.event_counts (bits, block, count, places, recorded_ms)
      select bits, block, 2 ^ bits, case bits when 5 then 4294967295 else 0 end, 0
      from (values (5), (13), (21), (29)) b (bits) cross join lateral generate_series(0, 10000000 / (2 ^ bits)::bigint) block`);
    await pool.query(`vacuum analyze`);
  });
  afterAll(() => database.drop());

  it.each([
    ['a midnight', START_S + DAY_S],
    ['a second', START_S + 3 * DAY_S + 4_711],
    ['the first second of all', START_S + 1],
    ['a time that nothing has', START_S - 7],
    ['a quarter of the last day', START_S + DAYS * DAY_S - 900],
  ])('where %s begins is told by a bounded number of rows', async (_what, fromS) => {
    const read = await rowsRead(database.pool, (db) => positionRangeOf(db, { fromS, toS: undefined }));
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });

  it('an index is told by a bounded number of rows', async () => {
    const position = 9_876_543 as Position;
    expect(await rowsRead(database.pool, (db) => indexAt(db, position))).toBeLessThanOrEqual(4 * 256 + 1);
    expect(await indexAt(database.pool, position)).toBe(position);
  });

  it('has indexes without the gaps of positions', async () => {
    const { pool } = database;
    const counts = new EventCounts();
    const positions = [3, 40, 8_191, 8_192, 3_000_000, 2 ** 40 + 5];
    for (const position of positions)
      counts.add({ stream: 'account-2', position: position as Position, recordedAtMs: 0 }, undefined);
    await pool.query(`delete from ${READ_MODELS}.event_counts`);
    for (const { bits, block, count, places } of counts.sorted())
      await pool.query(
        `insert into ${READ_MODELS}.event_counts values (${bits}, ${block}, ${count}, ${places}, null, 0)`,
      );
    for (const [index, position] of positions.entries()) {
      expect(await indexAt(pool, position as Position)).toBe(index);
      expect(await indexAt(pool, (position - 1) as Position)).toBe(index - 1);
    }
  });
});
