import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataFolder, ownerOf } from '../../embedded/data-folder/lock.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { connectionOf, startEmbeddedPostgres } from '../../embedded/postgres/embedded-postgres.ts';
import { end, findBroker } from '../kafka/broker-process.ts';
import type { LocalKafka } from '../kafka/local-kafka.ts';
import { startDoubleProcess } from './double-process.ts';
import { doubleFile } from './folder.ts';
import { endLeftovers } from './leftovers.ts';
import { BORROW_POLL_MS, BORROW_TIMEOUT_MS } from './limits.ts';
import { type ClusterProfile, doubleUrl, profileOf } from './profile.ts';
import { accepts } from './store-process.ts';

type BorrowedCluster = {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** Those of its Kafka, which is started at the first call where the cluster does not run. Throws StartRefused. */
  brokers(): Promise<readonly string[]>;
  /** Ends what was started for the borrower, and what a killed supervisor had left; nothing else. */
  stop(): Promise<void>;
};

/**
 * Database and event store of the cluster in a data folder, for a command beside it or alone: those of the one that runs, or else, under the folder's
 * lock, servers of our own. What a killed supervisor left behind is ended first, its Kafka at the end. Ours waits until it is asked for: whoever reads
 * the ledger reads the event store. Throws StartRefused.
 */
export async function borrowCluster(dataDir: string, profile: ClusterProfile): Promise<BorrowedCluster> {
  for (let waitedMs = 0; waitedMs < BORROW_TIMEOUT_MS; waitedMs += BORROW_POLL_MS) {
    if (ownerOf(dataDir) === undefined) return startUnderLock(dataDir, profile);
    const running = await runningCluster(dataDir);
    if (running !== undefined) return running;
    await sleep(BORROW_POLL_MS);
  }
  throw new StartRefused(
    `the cluster that runs on ${dataDir} has no database or event store after ${BORROW_TIMEOUT_MS / 1_000} s`,
  );
}

async function runningCluster(dataDir: string): Promise<BorrowedCluster | undefined> {
  const databaseUrl = connectionOf(dataDir);
  const profile = profileOf(dataDir);
  if (databaseUrl === undefined || profile === undefined) return undefined;
  const { eventStore } = profile;
  const brokers = async (): Promise<readonly string[]> => {
    if (profile.brokers.length === 0)
      throw new StartRefused(`the cluster that runs on ${dataDir} has no Kafka yet; try again when it has started`);
    return profile.brokers;
  };
  const kept = { databaseUrl, brokers, stop: async () => undefined };
  if (eventStore.kind === 'server') return { ...kept, eventStoreUrl: eventStore.url };
  if (eventStore.port === undefined || !(await accepts(eventStore.port))) return undefined;
  return { ...kept, eventStoreUrl: doubleUrl(eventStore.port) };
}

/** That is left; looked for at that time, since its process id may be another's after a long command. */
async function endBroker(dataDir: string): Promise<void> {
  const left = findBroker(dataDir);
  if (left !== undefined) await end(left.pid, 'SIGTERM');
}

async function startUnderLock(dataDir: string, { eventStore }: ClusterProfile): Promise<BorrowedCluster> {
  const lock = lockDataFolder(dataDir);
  const ends: (() => Promise<void> | void)[] = [() => lock.release()];
  const stop = async (): Promise<void> => {
    for (const each of ends.splice(0).reverse()) await each();
  };
  try {
    await endLeftovers(dataDir);
    ends.push(() => endBroker(dataDir));
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    ends.push(() => postgres.stop());
    const ours = { databaseUrl: postgres.url, brokers: brokersIn(dataDir, ends), stop };
    if (eventStore.kind === 'server') return { ...ours, eventStoreUrl: eventStore.url };
    const double = await startDoubleProcess(doubleFile(dataDir));
    ends.push(() => double.stop());
    return { ...ours, eventStoreUrl: double.url };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Under the folder's lock. */
function brokersIn(dataDir: string, ends: (() => Promise<void> | void)[]): () => Promise<readonly string[]> {
  let started: Promise<LocalKafka> | undefined;
  return async () => {
    started ??= startKafkaIn(dataDir, ends);
    return (await started).brokers;
  };
}

async function startKafkaIn(dataDir: string, ends: (() => Promise<void> | void)[]): Promise<LocalKafka> {
  const { startLocalKafka } = await import('../kafka/local-kafka.ts');
  const kafka = await startLocalKafka({ dataDir, log: () => undefined });
  ends.push(() => kafka.stop());
  return kafka;
}
