import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { Administration } from './audit/administration.ts';
import { changesSince, currentVersion } from './changes.ts';
import { rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { addUser, type DirectoryFixture, openDirectory } from './testing/directory-fixture.ts';
import { withDirectoryTransaction } from './transaction.ts';

const administration: Administration = {
  actorId: 1 as UserId,
  action: 'channel.edit',
  target: 'channel-1',
  before: { name: 'a' },
  after: { name: 'b' },
  reason: 'typo',
  requestId: 'r1',
};

describe('a transaction of the directory', () => {
  let directory: DirectoryFixture;
  beforeAll(async () => {
    directory = await openDirectory();
  });
  afterAll(() => directory.close());

  const audits = () =>
    rows<{ record: Administration }>(directory.pool, query('directory.audit_outbox').select('record').orderBy('id'));

  it('writes the audit row with the change, and nothing of either when the work fails', async () => {
    const before = await currentVersion(directory.pool);
    await expect(
      withDirectoryTransaction(directory.pool, administration, async (tx) => {
        tx.changed('channel', 1);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await audits()).toEqual([]);
    expect(await currentVersion(directory.pool)).toBe(before);

    const { version } = await withDirectoryTransaction(directory.pool, administration, async (tx) =>
      tx.changed('channel', 1),
    );
    expect(version).toBe(before + 1);
    expect(await changesSince(directory.pool, before)).toEqual({
      version: before + 1,
      changes: [{ kind: 'channel', id: 1 }],
      complete: true,
    });
    expect((await audits()).map(({ record }) => record)).toEqual([administration]);
  });

  it('makes no version for what no cache keeps', async () => {
    const before = await currentVersion(directory.pool);
    const { version } = await withDirectoryTransaction(directory.pool, administration, async () => undefined);
    expect(version).toBeUndefined();
    expect(await currentVersion(directory.pool)).toBe(before);
  });

  it('gives parallel changes versions of their own, all of them seen by a reader in between', async () => {
    const start = await currentVersion(directory.pool);
    const seen: number[] = [];
    let at = start;
    let running = true;
    const reader = (async () => {
      while (running || at < start + 20) {
        const { version, changes } = await changesSince(directory.pool, at);
        seen.push(...changes.map(({ id }) => id));
        at = version;
      }
    })();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        withDirectoryTransaction(directory.pool, null, async (tx) => tx.changed('token', index + 1)),
      ),
    );
    running = false;
    await reader;
    expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('says which value is taken', async () => {
    await addUser(directory.pool, { username: 'ann', email: 'Ann@example.com' });
    await expect(addUser(directory.pool, { username: 'ann' })).rejects.toMatchObject({
      name: 'ValueTaken',
      field: 'username',
    });
    await expect(addUser(directory.pool, { username: 'bob', email: 'ann@EXAMPLE.com' })).rejects.toMatchObject({
      name: 'ValueTaken',
      field: 'email',
    });
    await addUser(directory.pool, { username: 'bob' });
    await addUser(directory.pool, { username: 'eve' });
  });
});
