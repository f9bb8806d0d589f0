import type { EventStore } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { otherSessions } from '@ledgate/projections/directory/relocation/other-sessions';
import type pg from 'pg';
import type { Environment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { PATIENT_ANSWER_MAX_MS } from '../../limits.ts';
import { databasePool } from '../../process/database/database-pool.ts';
import { refusalOfDatabase } from '../../process/main/postgres.ts';
import { openStore } from '../../process/main/store.ts';
import type { EarlyEnd } from './early-end.ts';
import { type ServersOptions, serversOf } from './servers.ts';

/** Connections of a move to the database of one place: no more than a few are used at a time. */
const PLACE_CONNECTIONS_MAX = 4;
/** How long one of them may take to come about, before the move says that the database does not answer. */
const PLACE_CONNECT_TIMEOUT_MS = 10_000;

/** Where an installation lives: its event store, and the Postgres of its directory and read models. Nobody else works there meanwhile. */
export type Place = {
  /** For people: without secrets. */
  readonly name: string;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** The store writes appends that are asked for at once in their order (the Postgres adapter). */
  readonly inOrder: boolean;
  /** How many events of other applications on the same EventStoreDB were read past so far. */
  foreignEvents(): number;
  /** Of the feed that fills the read models there. */
  readonly partitions: number;
  /** Throws StartRefused where somebody else is connected to the database. */
  refuseOthers(): Promise<void>;
  close(): Promise<void>;
};

type PlaceOptions = ServersOptions & {
  /** Stops the place's own servers should the process be told to end. */
  readonly earlyEnd?: EarlyEnd;
};

/**
 * The place that the environment names, taken for this process: the data folder is locked where the database server is in it; a given database is looked
 * at for other programs by `refuseOthers`. Throws StartRefused.
 */
export async function openPlace(environment: Environment, options: PlaceOptions): Promise<Place> {
  const servers = await serversOf(environment, options);
  options.earlyEnd?.add(servers.stop);
  const ends = [servers.stop];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const { name, databaseUrl, eventStoreUrl, partitions } = servers;
    const url = known(databaseUrl);
    const pool = await openDatabase(url).catch((error: unknown) => {
      throw environment.DATABASE_URL === undefined ? error : refusalOfDatabase(error);
    });
    ends.push(() => pool.end());
    const { store, gaplessPositions, foreignEvents } = await openStore(
      { ...environment, EVENTSTORE_URL: eventStoreUrl },
      url,
      {
        log: silentLog,
      },
    );
    ends.push(() => store.close());
    return {
      name,
      pool,
      store,
      inOrder: gaplessPositions,
      foreignEvents,
      partitions,
      refuseOthers: () => refuseOthers(pool, name),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Our own connections to a database are known by this name. */
const PROGRAM = `ledgate-move-${process.pid}`;

function known(url: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', PROGRAM);
  return named.href;
}

/** Connects and brings the directory's schema up to date. */
export async function openDatabase(url: string): Promise<pg.Pool> {
  const pool = databasePool({
    url: known(url),
    connectionsMax: PLACE_CONNECTIONS_MAX,
    connectTimeoutMs: PLACE_CONNECT_TIMEOUT_MS,
    answerMaxMs: PATIENT_ANSWER_MAX_MS,
    onBroken: () => undefined,
  });
  try {
    await migrateDirectory(pool);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

export async function refuseOthers(pool: pg.Pool, name: string): Promise<void> {
  const [first, ...more] = await otherSessions(pool, PROGRAM);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  throw new StartRefused(
    `${name} is in use: a program (${first.program === '' ? 'without a name' : first.program}, from ${first.address})${others} is connected to its database; ` +
      'stop every process of that installation and whatever else uses it',
  );
}
