import { DirectoryKeys } from '../directory/keys/directory-keys.ts';
import { KeyRing } from '../directory/keys/key-ring.ts';
import { beginMasterKeys } from '../directory/keys/master-keys.ts';
import { sealDirectory } from '../directory/keys/seal.ts';
import type { Database } from '../shared/database.ts';

/** 32 bytes of one number, in base64: a master key that protects nothing. */
export const testMasterKey = (number = 7): string => Buffer.alloc(32, number).toString('base64');

const kept = new WeakMap<Database, DirectoryKeys>();

/** Of a directory that tests work on, under `testMasterKey()`: the same ones for one pool. */
export function testKeys(pool: Database): DirectoryKeys {
  const known = kept.get(pool);
  if (known !== undefined) return known;
  const made = new DirectoryKeys(new KeyRing(testMasterKey()));
  kept.set(pool, made);
  return made;
}

/** As after a first start: it names its master key, and nothing stands in clear. */
export async function sealForTest(pool: Database): Promise<DirectoryKeys> {
  const keys = testKeys(pool);
  await beginMasterKeys(pool, keys.ring, 0);
  await sealDirectory(pool, keys);
  return keys;
}
