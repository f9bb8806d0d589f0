import { Socket } from 'node:net';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { Client, type ClientBase } from 'pg';
import { APPEND_TIMEOUT_MS, CLOSE_TIMEOUT_MS, CONNECT_TIMEOUT_MS } from './limits.ts';

export type Connection = {
  readonly client: ClientBase;
  readonly isLost: () => boolean;
  /** Cuts the connection: what is under way on it has an unknown outcome. */
  destroy(): void;
  /** Says goodbye; cuts the connection if that takes too long. */
  end(): Promise<void>;
};

/**
 * Whatever a given server's defaults are: an answer means that the event is on disk, a query sees what was committed before it, and plans
 * made while the tables were empty stay right when they are large (every query here is an index look-up).
 */
export const SESSION_SETTINGS = [
  `SET synchronous_commit = on`,
  `SET default_transaction_isolation = 'read committed'`,
  `SET statement_timeout = ${APPEND_TIMEOUT_MS}`,
  `SET enable_seqscan = off`,
  `SET enable_bitmapscan = off`,
  `SET enable_hashjoin = off`,
  `SET enable_mergejoin = off`,
  `SET jit = off`,
  `SET plan_cache_mode = force_generic_plan`,
].join(';');

/** A connection of its own, for the writer. Throws StoreUnavailable. */
export async function connect(url: string): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    stream: () => socket,
  });
  let lost = false;
  const lose = (): void => {
    lost = true;
  };
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
    await client.query(SESSION_SETTINGS);
  } catch (error) {
    socket.destroy();
    throw unavailable(error);
  }
  return {
    client,
    isLost: () => lost,
    destroy: () => {
      lost = true;
      socket.destroy();
    },
    end: async () => {
      const cut = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
      await client.end().catch(() => undefined);
      clearTimeout(cut);
    },
  };
}

export function unavailable(cause: unknown): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause;
  return new StoreUnavailable(
    `the event store cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  );
}
