import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quota } from '@ledgate/domain/shared/quota';
import type { UserRow } from '../rows.ts';
import { addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { createCode, deleteCode, findCode, findCodeByKey, renameCode } from './codes.ts';

describe('the texts of redemption codes', () => {
  let directory: DirectoryFixture;
  let root: UserRow;
  beforeEach(async () => {
    directory = await openDirectory();
    root = await addUser(directory.pool, { username: 'root' });
  });
  afterEach(() => directory.close());
  const change = <Value>(work: Parameters<typeof withDirectoryTransaction<Value>>[2]) =>
    withDirectoryTransaction(directory.pool, null, work);
  const issue = async (name: string) =>
    (
      await change((tx) =>
        createCode(tx, directory.keys, { name, amount: quota(5), actorId: root.id, requestId: 'r1' }),
      )
    ).value;

  it('have a key of 32 hexadecimal digits, by which they are found', async () => {
    const { key, ...code } = await issue('spring');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(code).toMatchObject({ name: 'spring', userId: root.id });
    expect(await findCodeByKey(directory.pool, directory.keys, key)).toEqual(code);
    expect(await findCode(directory.pool, code.id)).toEqual(code);
  });

  it('are renamed, and deleted so that nobody finds them', async () => {
    const { key, ...code } = await issue('spring');
    expect((await change((tx) => renameCode(tx, code.id, 'summer'))).value).toEqual({
      before: code,
      after: { ...code, name: 'summer' },
    });
    expect((await change((tx) => deleteCode(tx, directory.keys, code.id))).value).toBe(true);
    expect((await change((tx) => deleteCode(tx, directory.keys, code.id))).value).toBe(false);
    expect(await findCodeByKey(directory.pool, directory.keys, key)).toBeUndefined();
    expect((await change((tx) => renameCode(tx, code.id, 'x'))).value).toBeUndefined();
  });
});
