import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { serverFolder } from '../../embedded/postgres/folder.ts';
import { profileFile } from './folder.ts';

const port = z.int().min(1).max(65_535);

/**
 * What a data folder says of the cluster that lives in it, so that other commands find it: where the ledger is (`double`: in a file of the folder, by
 * the protocol double, on `port` while it runs), the brokers that the processes were told last, and the number of the feed's partitions. The database is
 * always the embedded one of the folder.
 */
const profileSchema = z.object({
  profile: z.literal('cluster'),
  eventStore: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('double'), port: port.optional() }),
    z.object({ kind: z.literal('server'), url: z.string() }),
  ]),
  brokers: z.array(z.string()),
  partitions: z.int().min(1),
});

export type ClusterProfile = z.infer<typeof profileSchema>;

/** Undefined when no cluster was ever started in the folder. Throws StartRefused where the file cannot be understood. */
export function profileOf(dataDir: string): ClusterProfile | undefined {
  const file = profileFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    return profileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartRefused(
      `${file} cannot be understood; restore it from a backup: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Whole or not at all. The URL of an EventStoreDB may hold a password: only this user may read it. */
export function writeProfile(dataDir: string, profile: ClusterProfile): void {
  const file = profileFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export const doubleUrl = (doublePort: number): string => `esdb://127.0.0.1:${doublePort}?tls=false`;

/**
 * Where the ledger of this folder is, for a start that was given `url` as EVENTSTORE_URL. Throws StartRefused where the folder's ledger is elsewhere, or
 * where it has an embedded installation: the directory in its database belongs to one ledger.
 */
export function eventStoreFor(dataDir: string, url: string | undefined): ClusterProfile['eventStore'] {
  const before = profileOf(dataDir);
  if (before === undefined) {
    if (existsSync(serverFolder(dataDir)))
      throw new StartRefused(`${dataDir} holds an embedded installation; set DATA_DIR to another folder`);
    return url === undefined ? { kind: 'double' } : { kind: 'server', url };
  }
  const { eventStore } = before;
  if (eventStore.kind === 'double') {
    if (url !== undefined)
      throw new StartRefused(
        `the ledger in ${dataDir} is that of the protocol double; unset EVENTSTORE_URL, or set DATA_DIR to another folder`,
      );
    return eventStore;
  }
  return { kind: 'server', url: url ?? eventStore.url };
}

/** Throws StartRefused where a cluster lives in the folder: its database without its ledger is half an installation. */
export function refuseCluster(dataDir: string): void {
  if (existsSync(profileFile(dataDir)))
    throw new StartRefused(
      `${dataDir} belongs to a cluster on this machine; start it with npm run cluster, or set DATA_DIR to another folder`,
    );
}
