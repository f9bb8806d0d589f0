import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quota } from '@ledgate/domain/shared/quota';
import { TOKEN_KEYS_OPENED_MAX } from '../limits.ts';
import type { UserRow } from '../rows.ts';
import { addToken, addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import type { ListOrder, Paging } from '../../shared/paging.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { readTokenView } from '../relay-view/token-view.ts';
import { findToken, listTokens, tokenIdsNamed, tokenNamesOf } from './find.ts';
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

  const nothing = { items: [], total: 0, isCut: false };
  const list = (
    search: { readonly keyword?: string; readonly key?: string },
    paging: Paging = ALL,
    order?: ListOrder,
  ): ReturnType<typeof listTokens> =>
    listTokens(
      directory.pool,
      directory.keys,
      { userId: ann.id, keyword: '', key: '', inStatus: undefined, ...search },
      order,
      paging,
    );

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
    expect((await list({})).items).toEqual([two, one]);
    expect(await list({}, { offset: 1, limit: 1 })).toEqual({ items: [one], total: 2, isCut: false });
    expect((await list({}, ALL, { expression: 'lower(name)', direction: 'asc' })).items).toEqual([one, two]);
    expect(await list({ keyword: 'LAP' })).toEqual({ items: [one], total: 1, isCut: false });
    expect(await list({ key: key.slice(5, 20) })).toEqual({ items: [two], total: 1, isCut: false });
    expect(await list({ keyword: 'lap', key: key.slice(5, 20) })).toEqual(nothing);
    expect(await list({ key: others.key })).toEqual(nothing);
    expect(await tokenIdsNamed(directory.pool, 'phone')).toEqual([two.id]);
  });

  it('are searched by a part of the key among the newest, and the answer says that there are more', async () => {
    const oldest = await addToken(directory.pool, { userId: ann.id, name: 'oldest' });
    await change(async (tx) => {
      for (let one = 0; one < TOKEN_KEYS_OPENED_MAX; one += 1)
        await createToken(tx, directory.keys, { userId: ann.id, name: 'many', limit: null }, asker);
    });
    expect(await list({ key: oldest.key })).toEqual({ ...nothing, isCut: true });
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
    expect((await list({})).total).toBe(0);
    expect(await tokenNamesOf(directory.pool, [token.id])).toEqual(new Map([[token.id, 'old']]));
    expect(
      (await change((tx) => deleteToken(tx, directory.keys, { id: token.id, userId: ann.id }, asker))).value,
    ).toBeUndefined();
  });
});
