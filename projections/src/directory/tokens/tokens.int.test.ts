import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quota } from '@ledgate/domain/shared/quota';
import type { UserRow } from '../rows.ts';
import { addToken, addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { findToken, findTokenByKey, listTokens, searchTokens, tokenIdsNamed, tokenNamesOf } from './find.ts';
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
    const token = await addToken(directory.pool, { userId: ann.id, name: 'laptop' });
    expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/);
    expect(await findTokenByKey(directory.pool, token.key)).toEqual(token);
    expect(await findToken(directory.pool, token.id, ann.id)).toEqual(token);
    expect(await findToken(directory.pool, token.id, bob.id)).toBeUndefined();
    expect(
      (await change((tx) => updateToken(tx, { id: token.id, userId: bob.id }, { name: 'mine' }, asker))).value,
    ).toBeUndefined();
    expect((await change((tx) => deleteToken(tx, { id: token.id, userId: bob.id }, asker))).value).toBeUndefined();
  });

  it('are listed newest first and searched in name and key', async () => {
    const [one, two] = [
      await addToken(directory.pool, { userId: ann.id, name: 'Laptop' }),
      await addToken(directory.pool, { userId: ann.id, name: 'phone' }),
    ];
    await addToken(directory.pool, { userId: bob.id, name: 'laptop' });
    expect((await listTokens(directory.pool, ann.id, ALL)).items).toEqual([two, one]);
    expect(await listTokens(directory.pool, ann.id, { offset: 1, limit: 1 })).toEqual({ items: [one], total: 2 });
    expect((await searchTokens(directory.pool, ann.id, { keyword: 'LAP', key: '' }, ALL)).items).toEqual([one]);
    expect((await searchTokens(directory.pool, ann.id, { keyword: '', key: two.key.slice(5, 20) }, ALL)).items).toEqual(
      [two],
    );
    expect(await tokenIdsNamed(directory.pool, 'phone')).toEqual([two.id]);
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
    await change((tx) => deleteToken(tx, { id: token.id, userId: ann.id }, asker));
    expect(await findTokenByKey(directory.pool, token.key)).toBeUndefined();
    expect((await listTokens(directory.pool, ann.id, ALL)).total).toBe(0);
    expect(await tokenNamesOf(directory.pool, [token.id])).toEqual(new Map([[token.id, 'old']]));
    expect((await change((tx) => deleteToken(tx, { id: token.id, userId: ann.id }, asker))).value).toBeUndefined();
  });
});
