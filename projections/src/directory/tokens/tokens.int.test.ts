import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quota } from '@ledgate/domain/shared/quota';
import { TOKEN_KEYS_OPENED_MAX } from '../limits.ts';
import type { UserRow } from '../rows.ts';
import { addToken, addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { readTokenView } from '../relay-view/token-view.ts';
import { findToken, listTokens, searchTokens, tokenIdsNamed, tokenNamesOf } from './find.ts';
import { createToken } from './create.ts';
import { deleteToken, updateToken } from './update.ts';

const ALL = { offset: 0, limit: 10 };
const asker = { actor: 'user-1', requestId: 'r1' };

describe('tokens', () => {
  let directory: DirectoryFixture;
  let ann: UserRow;
  let bob: UserRow;
  beforeEach(async () => {
    directory = await openDirectory();
    [ann, bob] = [
      await addUser(directory.pool, { username: 'ann' }),
      await addUser(directory.pool, { username: 'bob' }),
    ];
  });
  afterEach(() => directory.close());
  const change = <Value>(work: Parameters<typeof withDirectoryTransaction<Value>>[2]) =>
    withDirectoryTransaction(directory.pool, null, work);

  it('have a key of 48 letters and digits, and belong to one user', async () => {
    const { key, ...token } = await addToken(directory.pool, { userId: ann.id, name: 'laptop' });
    expect(key).toMatch(/^[0-9A-Za-z]{48}$/);
    expect(await readTokenView(directory.pool, directory.keys, key)).toMatchObject({ tokenId: token.id, key });
    expect(await directory.keys.of(directory.pool, 'token', [token.id])).toEqual(new Map([[token.id, [key]]]));
    expect(await findToken(directory.pool, token.id, ann.id)).toEqual(token);
    expect(await findToken(directory.pool, token.id, bob.id)).toBeUndefined();
    expect(
      (await change((tx) => updateToken(tx, { id: token.id, userId: bob.id }, { name: 'mine' }, asker))).value,
    ).toBeUndefined();
    expect(
      (await change((tx) => deleteToken(tx, directory.keys, { id: token.id, userId: bob.id }, asker))).value,
    ).toBeUndefined();
  });

  it('are listed newest first and searched in name and key', async () => {
    const { key: _, ...one } = await addToken(directory.pool, { userId: ann.id, name: 'Laptop' });
    const { key, ...two } = await addToken(directory.pool, { userId: ann.id, name: 'phone' });
    const others = await addToken(directory.pool, { userId: bob.id, name: 'laptop' });
    const search = async (keyword: string, part: string) =>
      searchTokens(directory.pool, directory.keys, ann.id, { keyword, key: part }, 10);
    expect((await listTokens(directory.pool, ann.id, ALL)).items).toEqual([two, one]);
    expect(await listTokens(directory.pool, ann.id, { offset: 1, limit: 1 })).toEqual({ items: [one], total: 2 });
    expect(await search('LAP', '')).toEqual({ tokens: [one], isCut: false });
    expect(await search('', key.slice(5, 20))).toEqual({ tokens: [two], isCut: false });
    expect(await search('lap', key.slice(5, 20))).toEqual({ tokens: [], isCut: false });
    expect(await search('', others.key)).toEqual({ tokens: [], isCut: false });
    expect(await tokenIdsNamed(directory.pool, 'phone')).toEqual([two.id]);
  });

  it('are searched by a part of the key among the newest, and the answer says that there are more', async () => {
    const oldest = await addToken(directory.pool, { userId: ann.id, name: 'oldest' });
    await change(async (tx) => {
      for (let one = 0; one < TOKEN_KEYS_OPENED_MAX; one += 1)
        await createToken(tx, directory.keys, { userId: ann.id, name: 'many', limit: null }, asker);
    });
    const search = { keyword: '', key: oldest.key };
    expect(await searchTokens(directory.pool, directory.keys, ann.id, search, 10)).toEqual({ tokens: [], isCut: true });
  });

  it('tell the ledger of limits by version, and of nothing else', async () => {
    const token = await addToken(directory.pool, { userId: ann.id });
    expect(token).toMatchObject({ unlimitedQuota: true, limitVersion: 0 });
    const edits = [
      { edit: { name: 'x', limit: null }, version: 0, rows: 0 },
      { edit: { limit: quota(5) }, version: 1, rows: 1 },
      { edit: { status: 2 }, version: 1, rows: 0 },
      { edit: { limit: null }, version: 2, rows: 1 },
    ];
    for (const { edit, version, rows } of edits) {
      const { value, owed } = await change((tx) => updateToken(tx, token, edit, asker));
      expect([value?.after.limitVersion, owed.length]).toEqual([version, rows]);
    }
    expect(await findToken(directory.pool, token.id)).toMatchObject({ name: 'x', status: 2, unlimitedQuota: true });
  });

  it('are deleted for everybody, and keep their name in logs', async () => {
    const token = await addToken(directory.pool, { userId: ann.id, name: 'old' });
    await change((tx) => deleteToken(tx, directory.keys, { id: token.id, userId: ann.id }, asker));
    expect(await readTokenView(directory.pool, directory.keys, token.key)).toBeUndefined();
    expect(await directory.keys.of(directory.pool, 'token', [token.id])).toEqual(new Map());
    expect((await listTokens(directory.pool, ann.id, ALL)).total).toBe(0);
    expect(await tokenNamesOf(directory.pool, [token.id])).toEqual(new Map([[token.id, 'old']]));
    expect(
      (await change((tx) => deleteToken(tx, directory.keys, { id: token.id, userId: ann.id }, asker))).value,
    ).toBeUndefined();
  });
});
