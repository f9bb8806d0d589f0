import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { StartRefused } from './start-refused.ts';

/** Makes the data folder (mode 755: the database server may run as another user) and proves that it can be written. Throws StartRefused. */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    if (!statSync(dataDir).isDirectory())
      throw new StartRefused(`${dataDir} is not a folder; set DATA_DIR to a folder`);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusalOfFolder(dataDir, error);
  }
}

/** What a failed file operation in the data folder means to an operator; other errors stay as they are. */
export function refusalOfFolder(dataDir: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartRefused(`no space left on the disk of ${dataDir}; free some and start again`);
    case 'EACCES':
    case 'EPERM':
      return new StartRefused(
        `cannot write to ${dataDir}; give this user the right to, or set DATA_DIR to another folder`,
      );
    case 'EROFS':
      return new StartRefused(`${dataDir} is on a read-only file system; set DATA_DIR to another folder`);
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartRefused(`${dataDir} is not a folder; set DATA_DIR to a folder`);
    default:
      return error;
  }
}
