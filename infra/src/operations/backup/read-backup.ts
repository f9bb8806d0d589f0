import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger } from '../ledger-copy/ledger.ts';
import { BackupRefused } from './backup-refused.ts';
import { ledgerIn } from './ledger-lines.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { MANIFEST_FILE } from './write-backup.ts';
import { checkZipped, readZipped } from './zipped-file.ts';

export type Backup = { readonly manifest: Manifest; readonly ledger: Ledger; directory(): AsyncIterable<Buffer> };

/** Opens a backup after every byte of it has been compared with its manifest. Throws BackupRefused. */
export async function readBackup(folder: string): Promise<Backup> {
  const manifest = readManifest(await manifestText(folder));
  const {
    ledger: { file: ledger },
    directory: { file: directory },
  } = manifest;
  for (const file of [ledger, directory]) await checkZipped(folder, file);
  return {
    manifest,
    ledger: ledgerIn(() => readZipped(folder, ledger)),
    directory: () => readZipped(folder, directory),
  };
}

async function manifestText(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, MANIFEST_FILE), 'utf8');
  } catch (error) {
    throw new BackupRefused(
      `${folder} is no backup: its ${MANIFEST_FILE} cannot be read (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
