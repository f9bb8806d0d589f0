import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from '../../src/embedded/data-folder/lock.ts';
import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { serverFolder } from '../../src/embedded/postgres/folder.ts';
import { findPostmaster, stopPostmaster } from '../../src/embedded/postgres/postmaster.ts';

/** Stands in a folder that a demonstration made and the next one may throw away. */
const MARK = '.ledgate-demo';

/**
 * Makes the folder empty. Throws StartRefused when it holds something that no demonstration made, or when another process works on it. A
 * database server that a killed demonstration left behind is ended.
 */
export async function emptyDemoFolder(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (!existsSync(join(folder, MARK))) {
      throw new StartRefused(
        `${folder} is not empty and was not made by a demonstration; set DATA_DIR to another folder`,
      );
    }
    const lock = lockDataFolder(folder);
    const left = findPostmaster(serverFolder(folder));
    if (left !== undefined) await stopPostmaster(left.pid, serverFolder(folder));
    lock.release();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, MARK), 'npm run demo empties this folder when it starts.\n');
}
