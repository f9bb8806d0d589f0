import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DirectoryUnavailable } from '../relay-view.ts';
import type { SharedShortLivedKeys } from '../short-lived-keys.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { createShortLivedKeys } from './create-short-lived-keys.ts';
import { sweepShortLivedKeys } from './sweep.ts';

const LASTS_MS = 60_000;
const cipher = Buffer.from('encrypted');

let directory: DirectoryFixture;
let keys: SharedShortLivedKeys;

beforeEach(async () => {
  directory = await openDirectory();
  keys = createShortLivedKeys(directory.pool);
});
afterEach(() => directory.close());

const claim = (askedBy: string, version = 0, lastsMs = LASTS_MS) => keys.claim('a', { version, askedBy, lastsMs });

describe('short-lived keys that several processes share', () => {
  it('are asked for by one of them, however many want to', async () => {
    expect(await keys.find('a')).toEqual({ key: undefined, version: 0, isAsked: false });
    const claims = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(`process-${index}`)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await keys.find('a')).toEqual({ key: undefined, version: 0, isAsked: true });
  });

  it('are there for all once one has come, until they end', async () => {
    await claim('one');
    await keys.settle('a', 'one', { cipher, lastsMs: LASTS_MS });
    const found = await keys.find('a');
    expect(found).toMatchObject({ key: { cipher }, version: 1, isAsked: false });
    expect(found.key?.lastsMs).toBeLessThanOrEqual(LASTS_MS);
    expect(await claim('other', 0)).toBe(false);
    expect(await claim('other', 1)).toBe(true);
    await keys.settle('a', 'other', { cipher, lastsMs: 0 });
    expect(await keys.find('a')).toEqual({ key: undefined, version: 2, isAsked: false });
  });

  it('may be asked for at once by the next where nothing came, or the one who asks is silent for too long', async () => {
    await claim('one');
    await keys.settle('a', 'one', undefined);
    expect(await claim('other', 0, 1)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await claim('third')).toBe(true);
    await keys.settle('a', 'other', { cipher, lastsMs: LASTS_MS });
    expect(await keys.find('a')).toEqual({ key: undefined, version: 0, isAsked: true });
  });

  it('go some time after their end', async () => {
    await claim('one');
    await keys.settle('a', 'one', { cipher, lastsMs: 0 });
    expect(await sweepShortLivedKeys(directory.pool)).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await sweepShortLivedKeys(directory.pool, 0)).toBe(1);
    expect(await claim('one', 1)).toBe(true);
  });

  it('say so when the database cannot tell of them', async () => {
    await directory.pool.query('drop table directory.short_lived_keys');
    await expect(keys.find('a')).rejects.toThrow(DirectoryUnavailable);
  });
});
