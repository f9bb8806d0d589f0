import type { EventStore } from '@ledgate/domain/ports/event-store';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { otherSessions } from '@ledgate/projections/directory/relocation/other-sessions';
import pg from 'pg';
import type { Environment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';

/** Where an installation lives: its event store, and the Postgres of its directory and read models. Nobody else works there meanwhile. */
export type Place = {
  /** For people: without secrets. */
  readonly name: string;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** The store writes appends that are asked for at once in their order (the Postgres adapter). */
  readonly inOrder: boolean;
  /** Of the feed that fills the read models there. */
  readonly partitions: number;
  /** Throws StartRefused where somebody else works there. */
  refuseOthers(): Promise<void>;
  close(): Promise<void>;
};

const CONNECTIONS_MAX = 4;
const CONNECT_TIMEOUT_MS = 10_000;

/** Our own connections to a database are known by it. */
const programName = (): string => `ledgate-move-${process.pid}`;

export type OpenedDatabase = { readonly pool: pg.Pool; refuseOthers(): Promise<void> };

/** Connects and brings the directory's schema up to date. `name` is for the refusal. */
export async function openDatabase(url: string, name: string): Promise<OpenedDatabase> {
  const program = programName();
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: program });
  pool.on('error', () => undefined);
  try {
    await migrateDirectory(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    pool,
    refuseOthers: async () => {
      const [first, ...more] = await otherSessions(pool, program);
      if (first === undefined) return;
      const others = more.length === 0 ? '' : ` and ${more.length} more`;
      throw new StartRefused(`${name} is in use: a program (${first.program === '' ? 'without a name' : first.program}, from ${first.address})${others} is connected to its database; `
        + 'stop every process of that installation and whatever else uses it');
    },
  };
}

/** Host, port and database; user and password are left out. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `Postgres ${host}${pathname}`;
}

/** Hosts only. */
export const eventStoreName = (url: string): string => `EventStoreDB ${url.replace(/^[a-z+]+:\/\/([^@/]*@)?/u, '').replace(/[/?].*$/u, '')}`;

export type ClusterVariables = { readonly eventStoreUrl: string; readonly databaseUrl: string };

/** What names a cluster. Throws StartRefused, naming the variable. */
export function clusterIn({ EVENTSTORE_URL: eventStoreUrl, DATABASE_URL: databaseUrl }: Pick<Environment, 'EVENTSTORE_URL' | 'DATABASE_URL'>): ClusterVariables {
  if (eventStoreUrl === undefined) throw new StartRefused('EVENTSTORE_URL must name the EventStoreDB of the cluster');
  if (databaseUrl === undefined) throw new StartRefused('DATABASE_URL must name the Postgres of the cluster');
  return { eventStoreUrl, databaseUrl };
}
