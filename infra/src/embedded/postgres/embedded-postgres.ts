import { chownSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataFolder, ownerOf } from '../data-folder/lock.ts';
import { prepareDataFolder } from '../data-folder/prepare.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { findBinaries } from './binaries.ts';
import { DATABASE, SERVER_ROLE, passwordFile, serverFolder } from './folder.ts';
import { ensureInitialised } from './initialise.ts';
import { launch } from './launch.ts';
import { BORROW_POLL_MS, BORROW_TIMEOUT_MS, DYING_TIMEOUT_MS, READY_POLL_MS, READY_TIMEOUT_MS } from './limits.ts';
import { type Postmaster, clearAfterCrash, findPostmaster, stopPostmaster } from './postmaster.ts';
import { type ServerUser, serverUser } from './server-user.ts';
import { SETTINGS } from './settings.ts';
import { terminateOtherSessions } from './terminate-other-sessions.ts';

export type EmbeddedPostgres = {
  /** `postgresql://...`, of a superuser and a database that is always there. */
  readonly url: string;
  /** The server had been left running by an earlier process. */
  readonly adopted: boolean;
  /** Ends the server, adopted or not; nothing of it is left. */
  stop(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Beside or in place of SETTINGS; for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where it listened before, for who could not be told of another; taken if it is free. */
  readonly port?: number;
  /** Not taken, be it free: somebody will listen there later. */
  readonly exceptPort?: number;
};

/**
 * Postgres on the data folder, whose lock the caller holds: a server that an earlier process left running is taken over, and its sessions
 * end before this answers; one that was killed recovers. Throws StartRefused.
 */
export async function startEmbeddedPostgres({
  dataDir: givenDataDir,
  log,
  settings = {},
  port,
  exceptPort,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(givenDataDir);
  prepareDataFolder(dataDir);
  const folder = serverFolder(dataDir);
  const user = serverUser(folder);
  const binaries = findBinaries(dataDir, user);
  await ensureInitialised(dataDir, binaries, user);
  const adopted = await adoptLeftServer(dataDir, folder);
  if (adopted === undefined) {
    await clearAfterCrash(folder);
    ownFolder(folder, user);
  }
  const postmaster =
    adopted ??
    (await launch({ dataDir, binaries, user, settings: { ...SETTINGS, ...settings }, port, exceptPort, log }));
  return {
    url: urlOf(dataDir, postmaster.port),
    adopted: adopted !== undefined,
    stop: () => stopPostmaster(postmaster.pid, folder),
  };
}

/** The server that an earlier process left, without that process's sessions; undefined when none runs, or when it was dying as it was found. */
async function adoptLeftServer(dataDir: string, folder: string): Promise<Postmaster | undefined> {
  const left = await untilReady(folder);
  if (left === undefined) return undefined;
  try {
    await terminateOtherSessions(urlOf(dataDir, left.port));
    return left;
  } catch (error) {
    for (let waitedMs = 0; waitedMs < DYING_TIMEOUT_MS; waitedMs += READY_POLL_MS) {
      if (findPostmaster(folder)?.pid !== left.pid) return undefined;
      await sleep(READY_POLL_MS);
    }
    throw error;
  }
}

/** Address of the running server of the data folder, for a second process; undefined when none runs. */
export function connectionOf(givenDataDir: string): string | undefined {
  const dataDir = resolve(givenDataDir);
  const postmaster = findPostmaster(serverFolder(dataDir));
  return postmaster?.ready === true ? urlOf(dataDir, postmaster.port) : undefined;
}

/**
 * Postgres for a command that runs beside the program or alone: the server of the live program that holds the folder, which `stop` leaves
 * running, or else one of our own under the folder's lock. Throws StartRefused.
 */
export async function borrowEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  for (let waitedMs = 0; waitedMs < BORROW_TIMEOUT_MS; waitedMs += BORROW_POLL_MS) {
    if (ownerOfExisting(dataDir) === undefined) return startUnderLock(options);
    const url = connectionOf(dataDir);
    if (url !== undefined) return { url, adopted: true, stop: async () => {} };
    await sleep(BORROW_POLL_MS);
  }
  throw new StartRefused(`the Ledgate that runs on ${dataDir} has no database after ${BORROW_TIMEOUT_MS / 1000} s`);
}

async function startUnderLock(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = lockDataFolder(options.dataDir);
  try {
    const { url, adopted, stop } = await startEmbeddedPostgres(options);
    return {
      url,
      adopted,
      stop: async () => {
        await stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const ownerOfExisting = (dataDir: string): number | undefined =>
  statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === true ? ownerOf(dataDir) : undefined;

/** A server that was left running may still be recovering. */
async function untilReady(folder: string): Promise<Postmaster | undefined> {
  let postmaster = findPostmaster(folder);
  for (
    let waitedMs = 0;
    postmaster !== undefined && !postmaster.ready && waitedMs < READY_TIMEOUT_MS;
    waitedMs += READY_POLL_MS
  ) {
    await sleep(READY_POLL_MS);
    postmaster = findPostmaster(folder);
  }
  return postmaster;
}

/** A folder that root restored from a backup is root's; the files in it must then be the server user's too, which only the operator can know. */
function ownFolder(folder: string, user: ServerUser | undefined): void {
  if (user !== undefined && statSync(folder).uid === 0) chownSync(folder, user.uid, user.gid);
}

function urlOf(dataDir: string, port: number): string {
  let password: string;
  try {
    password = readFileSync(passwordFile(dataDir), 'utf8').trim();
  } catch {
    throw new StartRefused(
      `${passwordFile(dataDir)} is missing or cannot be read; act as the user who started Ledgate`,
    );
  }
  return `postgresql://${SERVER_ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`;
}
