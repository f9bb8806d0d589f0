import pg from 'pg';
import { IDLE_ANSWER_MAX_MS, KEEP_ALIVE_FIRST_MS, STATEMENT_ENDS_BEFORE_MS } from '../../limits.ts';

type Options = {
  readonly url: string;
  readonly connectionsMax: number;
  /** How long a connection may take to come about, and how long a caller waits for a free one. */
  readonly connectTimeoutMs: number;
  /** How long one query may go unanswered; then it fails, and its connection is given up. */
  readonly answerMaxMs: number;
  /** Queries for each new connection. */
  readonly settings?: string;
  /** An idle connection that broke, or did not answer: it is replaced when one is needed. */
  readonly onBroken: (error: unknown) => void;
};

/** As pg says it, without a code. */
const UNANSWERED = 'Query read timeout';

/**
 * Connections to Postgres, none of which can hold up its caller without end: a server that dies without a word (its host is gone, a cable is cut, a
 * fail-over resets nothing) leaves connections on which nothing ever comes. TCP asks idle ones for a sign of life, each query has a limit here
 * and, a little shorter, in the server, so that one which is only slow ends there too. After a query without an answer the idle connections are
 * asked for one, and given up where none comes: they may be as dead, and whoever took the next one would wait as long again. Where they answer, the
 * query alone was slow, and they stay.
 */
export function databasePool({
  url,
  connectionsMax,
  connectTimeoutMs,
  answerMaxMs,
  settings,
  onBroken,
}: Options): pg.Pool {
  let isAsking = false;
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerMaxMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_FIRST_MS,
    onConnect: async (client) => {
      const limit = `set statement_timeout = ${answerMaxMs - STATEMENT_ENDS_BEFORE_MS}`;
      await client.query(settings === undefined ? limit : `${settings}; ${limit}`);
    },
  });
  pool.on('error', onBroken);
  pool.on('release', (error: unknown) => {
    if (isAsking || pool.ending || !(error instanceof Error && error.message === UNANSWERED)) return;
    isAsking = true;
    void askIdle(pool, onBroken).finally(() => {
      isAsking = false;
    });
  });
  return pool;
}

/** Asks all idle connections at once, each its own question, which nobody else gets meanwhile; the pool gives up those that do not answer. */
async function askIdle(pool: pg.Pool, onBroken: Options['onBroken']): Promise<void> {
  const question: pg.QueryConfig & { readonly query_timeout: number } = {
    text: 'select 1',
    query_timeout: IDLE_ANSWER_MAX_MS,
  };
  await Promise.all(Array.from({ length: pool.idleCount }, () => pool.query(question).catch(onBroken)));
}
