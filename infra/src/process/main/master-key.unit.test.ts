import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMasterKey } from '@ledgate/projections/directory/keys/key-ring';
import { MASTER_KEYS_MAX } from '@ledgate/projections/directory/limits';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

const { mkdtempSync, readFileSync, rmSync, writeFileSync } = fs;
/** The folders that were brought to disk, each with the files that it had then. */
const synced: string[][] = [];
jest.unstable_mockModule('node:fs', () => ({
  ...fs,
  fsyncSync: (opened: number) => void synced.push(fs.readdirSync(`/proc/self/fd/${opened}`)),
}));
const { addNewKey, givenKeyRing, keyRingOf, masterKeyFile } = await import('./master-key.ts');

describe('the file with the master keys', () => {
  let given: { readonly MASTER_KEY: undefined; readonly DATA_DIR: string };
  beforeEach(() => {
    given = { MASTER_KEY: undefined, DATA_DIR: mkdtempSync(join(tmpdir(), 'ledgate-master-key-')) };
  });
  afterEach(() => {
    rmSync(given.DATA_DIR, { recursive: true });
  });

  it('is on disk, name and all, before anything is encrypted with what is in it', () => {
    synced.length = 0;
    const made = keyRingOf(given);
    expect(synced.map((files) => files.includes('master.key'))).toEqual([true]);
    addNewKey(given);
    expect(synced).toHaveLength(2);
    expect(givenKeyRing(given)?.ids.slice(1)).toEqual(made.ids);
  });

  it('takes a new one before the others as long as a start takes so many, and stays as it is then', () => {
    const path = masterKeyFile(given.DATA_DIR);
    writeFileSync(path, `${newMasterKey()}\n`, { mode: 0o600 });
    for (let count = 2; count <= MASTER_KEYS_MAX; count += 1) {
      const before = givenKeyRing(given)?.ids ?? [];
      addNewKey(given);
      expect(givenKeyRing(given)?.ids.slice(1)).toEqual(before);
    }
    const full = readFileSync(path, 'utf8');
    expect(() => addNewKey(given)).toThrow(`holds ${MASTER_KEYS_MAX} master keys, and no more are taken`);
    expect(readFileSync(path, 'utf8')).toBe(full);
  });
});
