import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import type pg from 'pg';
import { eventually } from '../../../test/testing/eventually.ts';
import { type FailoverWay, openFailoverWay } from '../../../test/testing/failover-way.ts';
import { databasePool } from './database-pool.ts';

const CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 10_000;
/** Of the pool's queries, beyond what any of these tests waits for. */
const ANSWER_MAX_MS = 60_000;
/** Of the one query that is given up. */
const SHORT_MS = 200;

describe('a pool of which a query is not answered in its time', () => {
  let database: FreshDatabase;
  let way: FailoverWay;
  let pool: pg.Pool;
  let broken: unknown[];
  beforeEach(async () => {
    broken = [];
    database = await freshDatabase();
    way = await openFailoverWay(new URL(database.url));
    pool = databasePool({
      url: way.url,
      connectionsMax: CONNECTIONS,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      answerMaxMs: ANSWER_MAX_MS,
      onBroken: (error) => broken.push(error),
    });
  });
  afterEach(async () => {
    await pool.end();
    await way.close();
    await database.drop();
  });

  /** The connections that answer `count` queries at once, as the server numbers them. */
  const backends = async (count: number): Promise<ReadonlySet<number>> => {
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        pool.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.05)'),
      ),
    );
    return new Set(answers.flatMap(({ rows }) => rows.map(({ pid }) => pid)));
  };
  const unanswered = (): Promise<unknown> => {
    const slow: pg.QueryConfig & { readonly query_timeout: number } = {
      text: 'select pg_sleep(30)',
      query_timeout: SHORT_MS,
    };
    return expect(pool.query(slow)).rejects.toThrow('Query read timeout');
  };

  const kept = (before: ReadonlySet<number>, after: ReadonlySet<number>): number =>
    [...after].filter((pid) => before.has(pid)).length;

  it('keeps its other connections where they answer: the query alone was slow', async () => {
    const before = await backends(CONNECTIONS);
    expect(before.size).toBe(CONNECTIONS);
    await unanswered();
    expect(kept(before, await backends(CONNECTIONS))).toBe(CONNECTIONS - 1);
    expect(broken).toEqual([]);
  });

  it('gives up those that do not, all at once, and nobody else waits for one of them', async () => {
    const before = await backends(CONNECTIONS);
    way.failOver();
    await unanswered();
    expect(kept(before, await backends(CONNECTIONS))).toBe(0);
    await eventually('each has been asked', async () => broken.length === CONNECTIONS - 1);
    expect(kept(before, await backends(CONNECTIONS))).toBe(0);
  });

  it('asks again when another one is not answered', async () => {
    await backends(CONNECTIONS);
    await unanswered();
    const before = await backends(CONNECTIONS);
    way.failOver();
    await unanswered();
    expect(kept(before, await backends(CONNECTIONS))).toBe(0);
  });
});
