import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { UserId } from '@ledgate/domain/shared/ids';
import { rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { testMasterKey } from '../../testing/directory-keys.ts';
import { KeyRing, MasterKeyMissing } from '../keys/key-ring.ts';
import { masterKeyIds } from '../keys/master-keys.ts';
import { rotateMasterKey } from '../keys/rotate.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { changeEndUserKey, endUserHash, endUserKey, endUserKeyFacts } from './end-user-key.ts';

const ADA = 2 as UserId;
const NOW_MS = Date.UTC(2026, 5, 1);

let directory: DirectoryFixture;
beforeEach(async () => {
  directory = await openDirectory();
});
afterEach(() => directory.close());

const keyOf = (ring = directory.keys.ring): Promise<Buffer> => endUserKey(directory.pool, ring, NOW_MS);

describe('the key for end users', () => {
  it('is made once, however many ask for it', async () => {
    expect(await endUserKeyFacts(directory.pool)).toBeUndefined();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => keyOf()));
    expect(first).toHaveLength(32);
    for (const other of others) expect(other).toEqual(first);
    expect(await endUserKeyFacts(directory.pool)).toEqual({ number: 1, madeAtMs: NOW_MS });
  });

  it('stands nowhere in clear', async () => {
    const key = await keyOf();
    const [kept] = await rows<{ kept: string; cipherBytes: number }>(
      directory.pool,
      query('directory.end_user_key').select({
        kept: query.raw("encode(cipher, 'hex') || end_user_key::text"),
        cipherBytes: query.raw('octet_length(cipher)'),
      }),
    );
    expect(kept?.cipherBytes).toBe(12 + 32 + 16);
    for (const form of ['hex', 'base64', 'base64url'] as const) expect(kept?.kept).not.toContain(key.toString(form));
  });

  it('is destroyed by a change, which is audited and told to the relays', async () => {
    const before = await keyOf();
    const changed = await changeEndUserKey(directory.pool, directory.keys.ring, NOW_MS + 5_000);
    expect(changed).toMatchObject({ number: 2, madeAtMs: NOW_MS + 5_000 });
    expect(await endUserKeyFacts(directory.pool)).toEqual({ number: 2, madeAtMs: NOW_MS + 5_000 });
    const after = await keyOf();
    expect(after).not.toEqual(before);
    expect(endUserHash(after, ADA, 'ann')).not.toBe(endUserHash(before, ADA, 'ann'));
    const audit = await rows<{ record: object; actor: string }>(
      directory.pool,
      query('directory.audit_outbox').select('record', 'actor'),
    );
    expect(audit).toEqual([
      {
        actor: 'end-user-key',
        record: {
          actorId: null,
          action: 'end_user_key.change',
          target: 'end_user_key',
          before: { number: 1 },
          after: { number: 2 },
          reason: '',
          requestId: '',
        },
      },
    ]);
    const changes = await rows(directory.pool, query('directory.directory_changes').select('version', 'kind'));
    expect(changes).toContainEqual({ version: changed.version, kind: 'end_user_key' });
  });

  it('leaves no trace of the one before in its table’s file', async () => {
    await keyOf();
    await changeEndUserKey(directory.pool, directory.keys.ring, NOW_MS);
    const [dead] = await rows<{ pages: number }>(
      directory.pool,
      query.raw(
        "select (pg_relation_size('directory.end_user_key') / current_setting('block_size')::int)::int as pages",
      ),
    );
    await directory.pool.query('create extension if not exists pageinspect');
    const items = await rows<{ count: number }>(
      directory.pool,
      query.raw("select count(*)::int as count from heap_page_items(get_raw_page('directory.end_user_key', 0))"),
    );
    expect([dead?.pages, items[0]?.count]).toEqual([1, 1]);
  });

  it('is encrypted anew by a rotation of the master key, and is the same afterwards', async () => {
    const before = await keyOf();
    const ring = new KeyRing(`${testMasterKey(9)} ${testMasterKey()}`);
    const counts: number[] = [];
    expect(await rotateMasterKey(directory.pool, { ring, nowMs: NOW_MS, onSecrets: (n) => void counts.push(n) })).toBe(
      1,
    );
    expect(counts).toEqual([1]);
    const [newest] = ring.ids;
    expect(await masterKeyIds(directory.pool)).toEqual([newest]);
    expect(await keyOf(new KeyRing(testMasterKey(9)))).toEqual(before);
    await expect(keyOf()).rejects.toThrow(MasterKeyMissing);
    expect(await rotateMasterKey(directory.pool, { ring, nowMs: NOW_MS })).toBe(0);
  });
});

describe('the hash of an end user', () => {
  it('has 12 bytes, and is another one under another account or key', async () => {
    const key = Buffer.alloc(32, 1);
    const hash = endUserHash(key, ADA, 'ann');
    expect(hash).toBe('fHBNsaQuYFOdsyCM');
    expect(Buffer.from(hash, 'base64url')).toHaveLength(12);
    const others = [
      endUserHash(key, 3 as UserId, 'ann'),
      endUserHash(key, ADA, 'Ann'),
      endUserHash(Buffer.alloc(32, 2), ADA, 'ann'),
    ];
    expect(new Set([hash, ...others]).size).toBe(4);
  });
});
