import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from '../data-folder/start-refused.ts';
import { portAgain } from '../free-port.ts';
import type { Binaries } from './binaries.ts';
import { logFile, serverFolder } from './folder.ts';
import { lastLine, refusalOfOutput } from './initialise.ts';
import {
  LOG_BYTES_MAX,
  LOG_TAIL_BYTES,
  NOTICE_AFTER_MS,
  PORT_ATTEMPTS_MAX,
  READY_POLL_MS,
  READY_TIMEOUT_MS,
} from './limits.ts';
import { type Postmaster, findPostmaster, stopPostmaster } from './postmaster.ts';
import type { ServerUser } from './server-user.ts';
import { dataArgument, serverEnvironment, settingArguments } from './settings.ts';

export type Launch = {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Tried first. */
  readonly port: number | undefined;
  /** Not taken, be it free. */
  readonly exceptPort: number | undefined;
  readonly log: (line: string) => void;
};

/** Starts the server on the given port if it is free, else on one that is, and ends when it takes connections. Throws StartRefused. */
export async function launch(options: Launch): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const wanted = await portAgain(attempt === 1 ? options.port : undefined, options.exceptPort);
    const output = await tryPort(options, wanted);
    if (typeof output !== 'string') return output;
    // Between the choice of a port and its use somebody else may take it.
    if (attempt < PORT_ATTEMPTS_MAX && /Address already in use/.test(output)) continue;
    throw (
      refusalOfOutput(output, options.dataDir) ??
      new StartRefused(`Postgres did not start: ${lastLine(output)} (see ${logFile(options.dataDir)})`)
    );
  }
}

/** The running server, or what it wrote before it ended. */
async function tryPort({ dataDir, binaries, user, settings, log }: Launch, port: number): Promise<Postmaster | string> {
  const folder = serverFolder(dataDir);
  const file = rotated(logFile(dataDir));
  const from = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const output = openSync(file, 'a', 0o600);
  const child = spawn(
    binaries.postgres,
    ['-D', dataArgument(folder), ...settingArguments({ ...settings, port: String(port) })],
    {
      cwd: folder,
      env: serverEnvironment(),
      stdio: ['ignore', output, output],
      // A group of its own: an interrupt from the terminal must reach the server only after Ledgate has drained.
      detached: true,
      ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
    },
  );
  closeSync(output);
  child.unref();
  const ready = await untilReady(child, folder, log);
  return ready ?? readFileSync(file).subarray(from).subarray(-LOG_TAIL_BYTES).toString('utf8');
}

/** Undefined when the child has ended. */
async function untilReady(
  child: ChildProcess,
  folder: string,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  const failed = new Promise<Error>((resolve) => {
    child.once('error', resolve);
  });
  const startedMs = performance.now();
  let noticed = false;
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = findPostmaster(folder);
    if (postmaster?.ready === true && postmaster.pid === child.pid) return postmaster;
    const failure = await Promise.race([failed, sleep(READY_POLL_MS)]);
    if (failure !== undefined) throw new StartRefused(`Postgres could not be run: ${failure.message}`);
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > NOTICE_AFTER_MS && !noticed) {
      noticed = true;
      log('Postgres recovers from a crash; this takes a moment');
    }
    if (waitedMs > READY_TIMEOUT_MS && child.pid !== undefined) {
      await stopPostmaster(child.pid, folder);
      throw new StartRefused(
        `Postgres was not ready after ${READY_TIMEOUT_MS / 1000} s; see the file postgres.log beside ${folder}`,
      );
    }
  }
  return undefined;
}

function rotated(file: string): string {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
  return file;
}
