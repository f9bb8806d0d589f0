import { Socket } from 'node:net';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { Client, type ClientBase } from 'pg';
import { CLOSE_TIMEOUT_MS, CONNECT_TIMEOUT_MS } from './limits.ts';
import { SESSION_SETTINGS } from './sql.ts';

export type Connection = {
  readonly client: ClientBase;
  readonly isLost: () => boolean;
  /** Cuts the connection: what is under way on it has an unknown outcome. */
  destroy(): void;
  /** Says goodbye; cuts the connection if that takes too long. */
  end(): Promise<void>;
};

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
