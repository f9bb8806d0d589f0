import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { atDirectoryMoment } from '@ledgate/projections/directory/dump/directory-moment';
import { dumpDirectory } from '@ledgate/projections/directory/dump/dump-directory';
import { masterKeyIds } from '@ledgate/projections/directory/keys/master-keys';
import { appliedMigrations } from '@ledgate/projections/directory/migrate';
import { relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import type { Pool } from 'pg';
import { ledgerOf } from '../ledger-copy/ledger.ts';
import { LedgerSummary } from '../ledger-copy/ledger-summary.ts';
import { VERSION } from '../../process/main/version.ts';
import { progress, type Telling } from '../relocation/steps.ts';
import { BackupRefused } from './backup-refused.ts';
import { linesOf } from './ledger-lines.ts';
import { type Manifest, sealedManifest } from './manifest.ts';
import { FILE_MODE, synced, writeZipped } from './zipped-file.ts';

const FOLDER_MODE = 0o700;
export const MANIFEST_FILE = 'backup.json';

type BackupSource = { readonly store: Pick<EventStore, 'readAll' | 'head'>; readonly pool: Pool };

/**
 * Takes a backup of an installation, which may run, into a new folder: first the directory's moment, at which the head of the ledger is asked for, then
 * the ledger up to there. The folder appears under its name when everything in it is on disk, the manifest last. Throws BackupRefused where the
 * installation is being filled, LedgersDiffer for an event that cannot be read, StoreUnavailable.
 */
export async function writeBackup({ store, pool }: BackupSource, folder: string, { say }: Telling): Promise<Manifest> {
  const relocation = await relocationOf(pool);
  if (relocation?.state === 'arriving')
    throw new BackupRefused(`the installation is being filled from ${relocation.place} and is not complete`);
  const draft = `${folder}.partial-${process.pid}`;
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(draft, { mode: FOLDER_MODE });
  try {
    const manifest = await fill(draft, { store, pool }, say);
    await rename(draft, folder);
    await synced(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function fill(draft: string, { store, pool }: BackupSource, say: Telling['say']): Promise<Manifest> {
  const moment = async () => ({ head: await store.head(), takenAt: new Date().toISOString() });
  const { head, takenAt, directory } = await atDirectoryMoment(pool, moment, async (snapshot, at) => {
    const migrations = [...(await appliedMigrations(snapshot))];
    const masterKeys = [...(await masterKeyIds(snapshot))];
    return {
      ...at,
      directory: {
        migrations,
        masterKeys,
        file: await writeZipped(draft, 'directory.sql.gz', dumpDirectory(snapshot)),
      },
    };
  });
  const summary = new LedgerSummary();
  const lines = linesOf(await ledgerOf(store, head), summary, progress(say, 'saved'));
  const file = await writeZipped(draft, 'ledger.jsonl.gz', lines);
  const trialBalance = Object.fromEntries([...summary.chart].map(([account, balance]) => [account, String(balance)]));
  const { events, streams, digest, signingKey: key } = summary;
  const signingKey = key === undefined ? {} : { signingKey: { origin: key.origin, id: key.id } };
  const ledger = { file, events, streams: streams.size, digest, trialBalance, ...signingKey };
  const manifest = sealedManifest({ release: VERSION, takenAt, directory, ledger });
  await writeFile(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: FILE_MODE });
  await synced(join(draft, MANIFEST_FILE));
  await synced(draft);
  return manifest;
}
