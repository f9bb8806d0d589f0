import pg from 'pg';
import {
  IDLE_ANSWER_MAX_MS,
  KEEP_ALIVE_FIRST_MS,
  PATIENT_ANSWER_MAX_MS,
  PATIENT_CONNECTIONS_MAX,
  POOL_STOP_LIMIT_MS,
  STATEMENT_ENDS_BEFORE_MS,
} from '../../limits.ts';
import { atMost } from '../main/until-over.ts';
import { QUESTION, statementTimeout } from './sql.ts';

export type PoolOptions = {
  readonly url: string;
  readonly connectionsMax: number;
  /** How long a connection may take to come about, and how long a caller waits for a free one. */
  readonly connectTimeoutMs: number;
  /** How long one query may go unanswered; then it fails, and its connection is given up. */
  readonly answerMaxMs: number;
  /**
   * A connection for each piece of work: where one query may take long, nobody can tell soon that the connection has died while it was idle.
   */
  readonly isPatient?: boolean;
  /** Queries for each new connection. */
  readonly settings?: string;
  /** How long the end of the pool waits for what is under way; tests shorten it. */
  readonly stopLimitMs?: number;
  /** An idle connection that broke, or did not answer: it is replaced when one is needed. */
  readonly onBroken: (error: unknown) => void;
};

/** For work of which one query may take minutes. */
export const PATIENT = {
  connectionsMax: PATIENT_CONNECTIONS_MAX,
  answerMaxMs: PATIENT_ANSWER_MAX_MS,
  isPatient: true,
} as const;

/** As pg says it, without a code. */
const UNANSWERED = 'Query read timeout';

/**
 * Connections to Postgres, none of which can hold up its caller without end: a server that dies without a word (its host is gone, a cable is cut, a
 * fail-over resets nothing) leaves connections on which nothing ever comes. TCP asks idle ones for a sign of life, each query has a limit here
 * and, a little shorter, in the server, so that one which is only slow ends there too. After a query without an answer the idle connections are
 * asked for one, and given up where none comes: they may be as dead, and whoever took the next one would wait as long again. Where they answer, the
 * query alone was slow, and they stay. `end` waits for what is under way, but not for long: what is then left is cut, and fails where it was asked.
 */
export function databasePool({
  url,
  connectionsMax,
  connectTimeoutMs,
  answerMaxMs,
  isPatient = false,
  settings,
  stopLimitMs = POOL_STOP_LIMIT_MS,
  onBroken,
}: PoolOptions): pg.Pool {
  let isAsking = false;
  const pool = new EndingPool(stopLimitMs, {
    connectionString: url,
    max: connectionsMax,
    maxUses: isPatient ? 1 : Number.POSITIVE_INFINITY,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerMaxMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_FIRST_MS,
    onConnect: async (client) => {
      const limit = statementTimeout(answerMaxMs - STATEMENT_ENDS_BEFORE_MS);
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

/** Ends within a time, whatever its connections do. */
class EndingPool extends pg.Pool {
  readonly #stopLimitMs: number;
  readonly #clients = new Set<pg.PoolClient>();

  constructor(stopLimitMs: number, config: pg.PoolConfig) {
    super(config);
    this.#stopLimitMs = stopLimitMs;
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | void {
    const ended = atMost(this.#stopLimitMs, super.end()).finally(() => this.#cut());
    if (done === undefined) return ended;
    void ended.then(done, done);
  }

  /** A query under way on one of them fails; pg says goodbye to the others. */
  #cut(): void {
    for (const client of this.#clients) (client as pg.PoolClient & Pick<pg.Client, 'end'>).end().catch(() => undefined);
    this.#clients.clear();
  }
}

/** Asks all idle connections at once, each its own question, which nobody else gets meanwhile; the pool gives up those that do not answer. */
async function askIdle(pool: pg.Pool, onBroken: PoolOptions['onBroken']): Promise<void> {
  const question: pg.QueryConfig & { readonly query_timeout: number } = {
    text: QUESTION,
    query_timeout: IDLE_ANSWER_MAX_MS,
  };
  await Promise.all(Array.from({ length: pool.idleCount }, () => pool.query(question).catch(onBroken)));
}
