import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from 'pg';
import { type Database, execute } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { LISTEN_PROBE_MS, LISTEN_RECONNECT_FIRST_MS, LISTEN_RECONNECT_MAX_MS } from './limits.ts';
import { listenTo, NOTIFY, QUESTION } from '../shared/sql.ts';

/** Postgres takes payloads below 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900;

/**
 * The process's one LISTEN connection. It reconnects by itself; what was sent meanwhile is lost, so whoever listens also looks for himself:
 * `onConnected` is called after each (re)connection.
 */
export interface Notifications {
  /** Answers the end of listening. Handlers must not throw. */
  listen(channel: string, handle: (payload: string) => void): () => void;
  onConnected(handle: () => void): () => void;
  /** Through the pool: heard by every process that listens, this one too. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

type Options = {
  readonly pool: Database;
  /** A lost connection, each failed try to reconnect. */
  readonly onError: (error: unknown) => void;
};

/** Ends when it listens. Throws when the first connection cannot be made. */
export async function createNotifications({ pool, onError: report }: Options): Promise<Notifications> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const connected = new Set<() => void>();
  let closed = false;
  const onError = (error: unknown): void => {
    if (!closed) report(error);
  };
  let current: Client | undefined;
  /** Ends when every LISTEN that was asked for stands: an answer to what is notified afterwards is heard. */
  let listening: Promise<unknown> = Promise.resolve();

  const connect = async (): Promise<void> => {
    const client = new pg.Client({ ...pool.options, password: pool.options.password, keepAlive: true });
    const lost = onceLost(client, onError);
    client.on('notification', ({ channel, payload }) =>
      handlers.get(channel)?.forEach((handle) => handle(payload ?? '')),
    );
    await client.connect();
    for (const channel of handlers.keys()) await client.query(listenTo(channel));
    if (closed) return void client.end().catch(onError);
    current = client;
    const probe = probing(client, onError);
    void lost.then(() => {
      clearInterval(probe);
      if (current === client) current = undefined;
      if (!closed) void reconnect();
    });
    for (const handle of connected) handle();
  };

  const reconnect = async (): Promise<void> => {
    for (let waitMs = LISTEN_RECONNECT_FIRST_MS; !closed; waitMs = Math.min(waitMs * 2, LISTEN_RECONNECT_MAX_MS)) {
      await delay(waitMs, undefined, { ref: false });
      if (closed) return;
      try {
        await connect();
        return;
      } catch (error) {
        onError(error);
      }
    }
  };

  await connect();
  return {
    listen: (channel, handle) => {
      const known = handlers.get(channel);
      if (known === undefined) listening = Promise.all([listening, current?.query(listenTo(channel)).catch(onError)]);
      handlers.set(channel, (known ?? new Set()).add(handle));
      return () => void handlers.get(channel)?.delete(handle);
    },
    onConnected: (handle) => {
      connected.add(handle);
      return () => void connected.delete(handle);
    },
    notify: async (channel, payload) => {
      if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX)
        throw new RangeError(`a notification of ${Buffer.byteLength(payload)} bytes`);
      await listening;
      await execute(pool, query.raw(NOTIFY, [channel, payload]));
    },
    close: async () => {
      closed = true;
      await current?.end().catch(onError);
    },
  };
}

function onceLost(client: Client, onError: (error: unknown) => void): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', (error) => {
      onError(error);
      client.end().catch(() => undefined);
      resolve();
    });
    client.on('end', () => resolve());
  });
}

/** A connection can be dead without an error; a question that stays unanswered ends it. */
function probing(client: Client, onError: (error: unknown) => void): NodeJS.Timeout {
  const timer = setInterval(() => {
    const silent = setTimeout(
      () => client.emit('error', new Error('the LISTEN connection does not answer')),
      LISTEN_PROBE_MS,
    );
    silent.unref();
    client
      .query(QUESTION)
      .catch(onError)
      .finally(() => clearTimeout(silent));
  }, LISTEN_PROBE_MS);
  return timer.unref();
}
