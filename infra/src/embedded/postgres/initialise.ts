import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { refusalOfFolder } from '../data-folder/prepare.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import type { Binaries } from './binaries.ts';
import { SERVER_ROLE, passwordFile, serverFolder } from './folder.ts';
import { INITDB_TIMEOUT_MS } from './limits.ts';
import type { ServerUser } from './server-user.ts';
import { dataArgument, serverEnvironment } from './settings.ts';

const PASSWORD_BYTES = 24;

/** The server's data and password, made on the first start. A start that broke off leaves nothing that looks complete. Throws StartRefused. */
export async function ensureInitialised(
  dataDir: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  const folder = serverFolder(dataDir);
  if (existsSync(folder)) return checkExisting(folder, dataDir, binaries);
  const draft = `${folder}.new`;
  const draftData = join(draft, 'data');
  const draftPassword = join(draft, 'password');
  try {
    rmSync(draft, { recursive: true, force: true });
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    mkdirSync(draftData, { recursive: true, mode: 0o700 });
    writeFileSync(draftPassword, password, { mode: 0o600 });
    if (user !== undefined) for (const path of [draft, draftData, draftPassword]) chownSync(path, user.uid, user.gid);
    await runInitdb(draftData, dataDir, binaries, user);
    writeFileSync(passwordFile(dataDir), password, { mode: 0o600 });
    renameSync(draftData, folder);
  } catch (error) {
    throw refusalOfFolder(dataDir, error);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function checkExisting(folder: string, dataDir: string, { majorVersion }: Binaries): void {
  if (process.getuid?.() !== 0 && statSync(folder).uid !== process.getuid?.()) {
    throw new StartRefused(
      `${folder} belongs to another user; start as the user who made it, or set DATA_DIR to another folder`,
    );
  }
  const version = readText(join(folder, 'PG_VERSION'));
  if (version === undefined)
    throw new StartRefused(
      `${folder} holds no Postgres data; restore it from a backup, or set DATA_DIR to another folder`,
    );
  if (version !== majorVersion) {
    throw new StartRefused(
      `${folder} was made by Postgres ${version}, this Ledgate brings ${majorVersion}; use the Ledgate that made it, or move the data with pg_dump`,
    );
  }
  if (readText(passwordFile(dataDir)) === undefined) {
    throw new StartRefused(
      `${passwordFile(dataDir)} is missing or cannot be read; restore it (mode 600, owned by who starts Ledgate)`,
    );
  }
}

async function runInitdb(
  folder: string,
  dataDir: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  const options = [
    '-D',
    dataArgument(folder),
    '--username',
    SERVER_ROLE,
    '--pwfile',
    '../password',
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--locale',
    'C',
    '--no-instructions',
  ];
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  try {
    await promisify(execFile)(binaries.initdb, options, {
      cwd: folder,
      env: serverEnvironment(),
      timeout: INITDB_TIMEOUT_MS,
      ...identity,
    });
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? error);
    throw (
      refusalOfOutput(output, dataDir) ??
      new StartRefused(`Postgres could not make its data in ${dataDir}: ${lastLine(output)}`)
    );
  }
}

/** What the server's own words mean to an operator. */
export function refusalOfOutput(output: string, dataDir: string): StartRefused | undefined {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return new StartRefused(`no space left on the disk of ${dataDir}; free some and start again`);
  if (/could not (create|map|resize) shared memory|Cannot allocate memory/.test(output))
    return new StartRefused('there is not enough memory for Postgres; about 400 MB must be free');
  return undefined;
}

export const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
