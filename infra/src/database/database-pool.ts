import pg from 'pg';
import { KEEP_ALIVE_FIRST_MS, STATEMENT_ENDS_BEFORE_MS } from '../limits.ts';

type Options = {
  readonly url: string;
  readonly connectionsMax: number;
  /** How long a connection may take to come about, and how long a caller waits for a free one. */
  readonly connectTimeoutMs: number;
  /** How long one statement may go unanswered; then it fails, and its connection is given up. */
  readonly answerMaxMs: number;
  /** Statements for each new connection. */
  readonly settings?: string;
  /** An idle connection that broke: it is replaced when one is needed. */
  readonly onBroken: (error: unknown) => void;
};

/** As pg says it, without a code. */
const UNANSWERED = 'Query read timeout';

/**
 * Connections to Postgres, none of which can hold up its caller without end: a server that dies without a word (its host is gone, a cable is cut, a
 * fail-over resets nothing) leaves connections on which nothing ever comes. TCP asks idle ones for a sign of life, each statement has a limit here
 * and, a little shorter, in the server, so that one which is only slow ends there too. A statement without an answer takes the idle connections with
 * it: they may be as dead, and whoever took the next one would wait as long again.
 */
export function databasePool({
  url,
  connectionsMax,
  connectTimeoutMs,
  answerMaxMs,
  settings,
  onBroken,
}: Options): pg.Pool {
  const idle = new Set<pg.Client>();
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
  pool.on('acquire', (client) => void (client instanceof pg.Client && idle.delete(client)));
  pool.on('remove', (client) => void (client instanceof pg.Client && idle.delete(client)));
  pool.on('release', (error: unknown, client) => {
    if (error instanceof Error && error.message === UNANSWERED) {
      const suspects = [...idle];
      idle.clear();
      for (const suspect of suspects) giveUp(suspect);
    }
    if (!error && client instanceof pg.Client) idle.add(client);
  });
  return pool;
}

/** The pool forgets an idle connection at once that says it is broken; a goodbye might never arrive. */
function giveUp(client: pg.Client): void {
  client.emit('error', new Error('another connection got no answer: this one is given up with it'));
  client.connection.stream.destroy();
}
