import { existsSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  KeyRing,
  MasterKeyInvalid,
  MasterKeyMissing,
  newMasterKey,
} from '@ledgate/projections/directory/keys/key-ring';
import { beginMasterKeys, masterKeyIds } from '@ledgate/projections/directory/keys/master-keys';
import { MASTER_KEYS_MAX } from '@ledgate/projections/directory/limits';
import type { Database } from '@ledgate/projections/shared/database';
import { ownerOf } from '../../embedded/data-folder/lock.ts';
import { refusalOfFolder } from '../../embedded/data-folder/prepare.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import type { Environment } from '../../server/config/config.ts';
import { systemClock } from './clock.ts';
import { ownerText, textIn, writeForOwner } from './owner-file.ts';

export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

type Given = Pick<Environment, 'MASTER_KEY' | 'DATA_DIR'>;

/** MASTER_KEY, or the file in the data folder; undefined where there is neither. Throws StartRefused. */
export function givenKeyRing({ MASTER_KEY: given, DATA_DIR: dataDir }: Given): KeyRing | undefined {
  if (given !== undefined) return ringOf(given, 'MASTER_KEY');
  const path = masterKeyFile(dataDir);
  const text = ownerText(path);
  return text === undefined ? undefined : ringOf(text, path);
}

/** The same; where there is neither it makes the file. Two at once make one. Throws StartRefused. */
export function keyRingOf(given: Given): KeyRing {
  const known = givenKeyRing(given);
  if (known !== undefined) return known;
  const path = masterKeyFile(given.DATA_DIR);
  try {
    writeForOwner(path, newMasterKey(), linkSync);
  } catch (error) {
    // Another process has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw refusalOfFolder(given.DATA_DIR, error);
  }
  return ringOf(textIn(path), path);
}

/** Puts a new master key before those of the file in the data folder, where nothing runs that would not know it. Throws StartRefused. */
export function addNewKey({ MASTER_KEY: given, DATA_DIR: dataDir }: Given): void {
  const path = masterKeyFile(dataDir);
  if (given !== undefined)
    throw new StartRefused('MASTER_KEY is set: put the new master key before the others there, for every process');
  const owner = ownerOf(dataDir);
  if (owner !== undefined)
    throw new StartRefused(
      `another Ledgate (process ${owner}) is running on ${dataDir}: stop it, it would not know the new key`,
    );
  if (ringOf(textIn(path), path).ids.length >= MASTER_KEYS_MAX)
    throw new StartRefused(
      `${path} holds ${MASTER_KEYS_MAX} master keys, and no more are taken: the last lines may go where no backup under them is kept`,
    );
  writeForOwner(path, `${newMasterKey()}\n${textIn(path).trim()}`, renameSync);
}

/** Brings the file of one place to another that has none, as an installation moves. */
export function carryKeyFile({ MASTER_KEY: given }: Pick<Given, 'MASTER_KEY'>, from: string, to: string): void {
  if (given !== undefined || !existsSync(masterKeyFile(from)) || existsSync(masterKeyFile(to))) return;
  writeForOwner(masterKeyFile(to), textIn(masterKeyFile(from)).trim(), linkSync);
}

/** The master keys of a process on an installation, which begins with them where it has none yet. Throws StartRefused where they are not its. */
export async function openKeyRing(environment: Given, db: Database): Promise<KeyRing> {
  const stored = await masterKeyIds(db);
  const ring = stored.length === 0 ? keyRingOf(environment) : givenKeyRing(environment);
  refuseLacking(ring, stored, 'the secrets of this installation are', environment);
  const known = ring ?? keyRingOf(environment);
  try {
    await beginMasterKeys(db, known, systemClock.nowMs());
  } catch (error) {
    if (!(error instanceof MasterKeyMissing)) throw error;
    refuseLacking(known, error.ids, 'the secrets of this installation are', environment);
  }
  return known;
}

/**
 * Throws StartRefused where one of the master keys is not given.
 *
 * @param what is encrypted under them, as the beginning of a sentence
 */
export function refuseLacking(
  ring: KeyRing | undefined,
  ids: readonly string[],
  what: string,
  { MASTER_KEY: given, DATA_DIR: dataDir }: Given,
): void {
  const lacking = ring === undefined ? ids : ring.lacking(ids);
  if (lacking.length === 0) return;
  const place = given === undefined ? masterKeyFile(dataDir) : 'MASTER_KEY';
  const has = ring === undefined ? `${place} is not there` : `${place} holds ${ring.ids.join(', ')}`;
  throw new StartRefused(
    `${what} encrypted under master key ${lacking.join(', ')}, and ${has}: ` +
      'set MASTER_KEY (or MASTER_KEY_FILE) to the one that this installation, or the one that was backed up, was started with',
  );
}

function ringOf(text: string, place: string): KeyRing {
  try {
    return new KeyRing(text);
  } catch (error) {
    if (!(error instanceof MasterKeyInvalid)) throw error;
    throw new StartRefused(`${place} is wrong: ${error.message}`);
  }
}
