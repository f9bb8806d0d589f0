import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '../../src/embedded/data-folder/lock.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { serverFolder } from '../../src/embedded/postgres/folder.ts';
import { findPostmaster } from '../../src/embedded/postgres/postmaster.ts';
import { findBroker } from '../../src/local/kafka/broker-process.ts';
import { startLocalKafka } from '../../src/local/kafka/local-kafka.ts';
import { startDoubleProcess } from '../../src/local/cluster/double-process.ts';

export type BenchServer = {
  readonly address: string;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
};

/** Postgres with the settings that Ledgate gives its own; fsync is on. */
export const startPostgres = (): Promise<BenchServer> =>
  inFolder('postgres', async (dataDir) => {
    const lock = lockDataFolder(dataDir);
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    return {
      address: server.url,
      pid: findPostmaster(serverFolder(dataDir))?.pid,
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  });

/** A real broker as `npm run cluster` starts it; its address is `host:port`. */
export const startKafka = (): Promise<BenchServer> =>
  inFolder('kafka', async (dataDir) => {
    const broker = await startLocalKafka({ dataDir, log: () => {} });
    return { address: broker.brokers.join(','), pid: findBroker(dataDir)?.pid, stop: () => broker.kill() };
  });

/** The protocol double of EventStoreDB, its log in a file that is synced before it answers. */
export const startEventStore = (): Promise<BenchServer> =>
  inFolder('eventstore', async (folder) => {
    const double = await startDoubleProcess(join(folder, 'eventstore.log'));
    return { address: double.url, pid: double.pid, stop: () => double.stop() };
  });

/** In a temporary folder that goes with it. */
async function inFolder(name: string, start: (folder: string) => Promise<BenchServer>): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), `ledgate-bench-${name}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const server = await start(folder).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      remove();
    },
  };
}
