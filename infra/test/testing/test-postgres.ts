import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder, ownerOf } from '../../src/embedded/data-folder/lock.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { serverFolder } from '../../src/embedded/postgres/folder.ts';
import { findPostmaster, stopPostmaster } from '../../src/embedded/postgres/postmaster.ts';

const PREFIX = 'ledgate-test-postgres-';

/** A database server of its own for one test run, in a temporary folder; `stop` leaves nothing. Tests create databases in it. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  await removeLeftOver();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  const lock = lockDataFolder(dataDir);
  // Power does not fail in a test; a process that is killed keeps what it has written.
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  return {
    url,
    stop: async () => {
      await stop();
      lock.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A test run that was killed leaves its server; the next one ends it. */
async function removeLeftOver(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name);
    if (hasOwner(dataDir)) continue;
    const postmaster = findPostmaster(serverFolder(dataDir));
    if (postmaster !== undefined) await stopPostmaster(postmaster.pid, serverFolder(dataDir));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A folder without any lock file may be one that is being made at this moment, or another user's. */
function hasOwner(dataDir: string): boolean {
  try {
    return !readdirSync(dataDir).some((file) => file.startsWith('lock.')) || ownerOf(dataDir) !== undefined;
  } catch {
    return true;
  }
}
