import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import type pg from 'pg';
import { eventually } from '../../../test/testing/eventually.ts';
import { type FailoverWay, openFailoverWay } from '../../../test/testing/failover-way.ts';
import { databasePool, type PoolOptions } from './database-pool.ts';

const CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 10_000;
/** Of the pool's queries, beyond what any of these tests waits for. */
const ANSWER_MAX_MS = 60_000;
/** Of the one query that is given up. */
const SHORT_MS = 200;

/** Beyond what any test may take. */
const FOR_EVER_MS = 3_600_000;

describe('a pool of which a query is not answered in its time', () => {
  let database: FreshDatabase;
  let way: FailoverWay;
  let pool: pg.Pool;
  let broken: unknown[];
  const open = (options: Partial<PoolOptions> = {}): pg.Pool =>
    databasePool({
      url: way.url,
      connectionsMax: CONNECTIONS,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      answerMaxMs: ANSWER_MAX_MS,
      onBroken: (error) => broken.push(error),
      ...options,
    });
  beforeEach(async () => {
    broken = [];
    database = await freshDatabase();
    way = await openFailoverWay(new URL(database.url));
    pool = open();
  });
  afterEach(async () => {
    if (!pool.ending) await pool.end();
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

  it('ends all the same while answers are out, and those who wait for them are told', async () => {
    await pool.end();
    pool = open({ answerMaxMs: FOR_EVER_MS, stopLimitMs: SHORT_MS });
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    way.failOver();
    const asked = clients.map((client) => expect(client.query('select 1')).rejects.toThrow('Connection terminated'));
    await pool.end();
    await Promise.all(asked);
    for (const client of clients) client.release(true);
  });

  it('uses a connection once where a query may take long: the next one would not soon be told that it is dead', async () => {
    await pool.end();
    pool = open({ answerMaxMs: FOR_EVER_MS, isPatient: true });
    const before = await backends(1);
    way.failOver();
    expect(kept(before, await backends(1))).toBe(0);
  });
});
