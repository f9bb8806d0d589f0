import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupRefused } from './backup-refused.ts';

/** Where a backup goes: a folder that is not there yet, or a new one in a folder that is, named by the time. Throws BackupRefused. */
export function backupPath(given: string, nowMs: number): string {
  const path = resolve(given);
  if (!existsSync(path)) return path;
  if (!statSync(path).isDirectory()) throw new BackupRefused(`${path} is there already and is no folder; name another`);
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '');
  const named = join(path, `ledgate-${time}Z`);
  if (existsSync(named)) throw new BackupRefused(`${named} is there already; try again in a second`);
  return named;
}
