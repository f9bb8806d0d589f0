import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { timed } from '@ledgate/projections/directory/wait';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import {
  LOG_BYTES_MAX,
  LOG_TAIL_BYTES,
  READY_ANSWER_MAX_MS,
  READY_POLL_MS,
  READY_TIMEOUT_MS,
} from '../../adapters/feed/kafka/limits.ts';
import { choosePorts } from './choose-ports.ts';
import { end, endStrays, findBroker, record, recordedPorts } from './broker-process.ts';
import { archiveOf, fromArchive, publishArchive, toArchive } from './class-archive.ts';
import { brokerFolder, logFile, loggingFile, settingsFile, storageFolder } from './folder.ts';
import { ensureFormatted, type ScramUser } from './format.ts';
import { ensureJars } from './jars.ts';
import { JVM_OPTIONS, LOGGING, type Ports, type Settings, settingsOf } from './settings.ts';

export type LocalKafka = {
  /** `127.0.0.1:port`. */
  readonly brokers: string[];
  /** The broker had been left running by an earlier process. */
  readonly adopted: boolean;
  /** Ends the broker, adopted or not, once it has written what it has. */
  stop(): Promise<void>;
  /** Ends it as a crash would; its data stay, and the next start recovers them. */
  kill(): Promise<void>;
};

type LocalKafkaOptions = {
  /** The broker works in its folder `kafka`. The caller sees to it that one process at a time starts brokers there. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Beside or in place of its own; for tests. */
  readonly settings?: (ports: Ports) => Settings;
  /** Whom the storage is made with; for tests. */
  readonly users?: readonly ScramUser[];
  /** Not taken, be it free: somebody will listen there later. */
  readonly exceptPort?: number;
};

/**
 * Apache Kafka on loopback, for trying the cluster profile and for tests. A broker that an earlier process left running is taken over; one that
 * was killed recovers, where it was before if its ports are still free. Throws StartRefused.
 */
export async function startLocalKafka({
  dataDir: givenDataDir,
  log,
  settings = () => ({}),
  users,
  exceptPort,
}: LocalKafkaOptions): Promise<LocalKafka> {
  const dataDir = resolve(givenDataDir);
  mkdirSync(brokerFolder(dataDir), { recursive: true, mode: 0o700 });
  const left = findBroker(dataDir);
  if (left !== undefined && (await untilReady(left.ports, () => findBroker(dataDir) !== undefined)))
    return running(left.pid, left.ports, true);
  if (left !== undefined) await end(left.pid, 'SIGKILL');
  await endStrays(dataDir);
  const jars = await ensureJars(log);
  await ensureArchive(jars, log);
  const ports = await choosePorts(recordedPorts(dataDir), exceptPort);
  record(dataDir, ports, undefined);
  await ensureFormatted(dataDir, jars, ports, users);
  return launch({ dataDir, jars, ports, archive: fromArchive(jars), settings: settings(ports) });
}

/** Runs a broker on an empty folder for its archive of classes, once a version. Without one it starts too, but slower: what goes wrong is told, no more. */
async function ensureArchive(jars: string, log: (line: string) => void): Promise<void> {
  if (existsSync(archiveOf(jars))) return;
  log('Kafka is prepared to start quickly (once)');
  const dataDir = mkdtempSync(join(tmpdir(), 'ledgate-kafka-'));
  const draft = `${archiveOf(jars)}.new-${process.pid}`;
  try {
    mkdirSync(brokerFolder(dataDir));
    const ports = await choosePorts(undefined);
    await ensureFormatted(dataDir, jars, ports);
    await (await launch({ dataDir, jars, ports, archive: toArchive(draft), settings: {} })).stop();
    if (!(await publishArchive(draft, jars))) log('Kafka was not prepared: its archive of classes is not whole');
  } catch (error) {
    log(`Kafka was not prepared: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Launch = {
  readonly dataDir: string;
  readonly jars: string;
  readonly ports: Ports;
  readonly archive: readonly string[];
  readonly settings: Settings;
};

/** Starts the broker and ends when it takes part in its cluster. */
async function launch({ dataDir, jars, ports, archive, settings }: Launch): Promise<LocalKafka> {
  writeFileSync(settingsFile(dataDir), settingsOf(ports, storageFolder(dataDir), settings));
  writeFileSync(loggingFile(dataDir), LOGGING);
  const file = rotated(logFile(dataDir));
  const from = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const output = openSync(file, 'a', 0o600);
  const child = spawn(
    'java',
    [
      ...JVM_OPTIONS,
      ...archive,
      `-Dlog4j2.configurationFile=${loggingFile(dataDir)}`,
      '-cp',
      join(jars, '*'),
      'kafka.Kafka',
      settingsFile(dataDir),
    ],
    {
      // A group of its own: an interrupt from the terminal must reach the broker only after its clients.
      cwd: brokerFolder(dataDir),
      stdio: ['ignore', output, output],
      detached: true,
    },
  );
  closeSync(output);
  child.unref();
  const { pid } = await spawned(child);
  record(dataDir, ports, pid);
  if (await untilReady(ports, () => child.exitCode === null && child.signalCode === null))
    return running(pid, ports, false);
  await end(pid, 'SIGKILL');
  const lines = readFileSync(file).subarray(from).subarray(-LOG_TAIL_BYTES).toString('utf8').trim().split('\n');
  throw new StartRefused(
    `Kafka did not start: ${lines.findLast((line) => /ERROR|FATAL|Exception/.test(line)) ?? lines.at(-1)} (see ${logFile(dataDir)})`,
  );
}

function running(pid: number, ports: Ports, adopted: boolean): LocalKafka {
  return { brokers: [addressOf(ports)], adopted, stop: () => end(pid, 'SIGTERM'), kill: () => end(pid, 'SIGKILL') };
}

const addressOf = ({ broker }: Ports): string => `127.0.0.1:${broker}`;

function spawned(child: ChildProcess): Promise<{ pid: number }> {
  return new Promise((resolveTo, reject) => {
    child.once('error', (error) => reject(new StartRefused(`java could not be run: ${error.message}`)));
    child.once('spawn', () =>
      child.pid === undefined ? reject(new StartRefused('java could not be run')) : resolveTo({ pid: child.pid }),
    );
  });
}

/** False when the broker ended, or when it took too long. */
async function untilReady(ports: Ports, lives: () => boolean): Promise<boolean> {
  const until = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < until && lives()) {
    if (await answers(ports)) return true;
    await sleep(READY_POLL_MS);
  }
  return false;
}

async function answers(ports: Ports): Promise<boolean> {
  const kafka = new Kafka({
    brokers: [addressOf(ports)],
    clientId: 'ledgate-start',
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
  });
  const admin = kafka.admin();
  try {
    const { brokers } = await timed(
      admin.connect().then(() => admin.describeCluster()),
      READY_ANSWER_MAX_MS,
    );
    return brokers.length > 0;
  } catch {
    return false;
  } finally {
    await timed(admin.disconnect(), READY_ANSWER_MAX_MS).catch(() => undefined);
  }
}

function rotated(file: string): string {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
  return file;
}
