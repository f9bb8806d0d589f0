import { existsSync } from 'node:fs';
import { StartRefused } from '../data-folder/start-refused.ts';
import { lockDataFolder } from '../data-folder/lock.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { serverFolder } from '../embedded-postgres/folder.ts';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { openDatabase, type Place } from './place.ts';

export type EmbeddedPlaceOptions = {
  readonly dataDir: string;
  /** Makes what is missing; otherwise there must be an installation. */
  readonly makes: boolean;
  /** Of the database server, beside the usual; for tests. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** An embedded installation whose data folder this process holds, so that no Ledgate runs on it. Throws StartRefused. */
export async function openEmbeddedPlace({ dataDir, makes, settings = {} }: EmbeddedPlaceOptions): Promise<Place> {
  if (!makes && !existsSync(serverFolder(dataDir))) {
    throw new StartRefused(`there is no embedded installation in ${dataDir}; set DATA_DIR to its folder (one on a given Postgres moves by backup and restore)`);
  }
  const lock = lockDataFolder(dataDir);
  const ends: (() => Promise<void> | void)[] = [() => lock.release()];
  const close = async (): Promise<void> => { for (const end of ends.splice(0).reverse()) await end(); };
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
    ends.push(() => server.stop());
    const name = `the embedded installation in ${dataDir}`;
    const { pool } = await openDatabase(server.url, name);
    ends.push(() => pool.end());
    const store = await PostgresEventStore.open({ url: server.url });
    ends.push(() => store.close());
    // The lock on the folder says it already.
    return { name, pool, store, inOrder: true, partitions: 1, refuseOthers: async () => undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}
