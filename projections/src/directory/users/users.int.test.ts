import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { drainOutbox } from '../outbox/drain.ts';
import { createSession, findSession } from '../sessions/sessions.ts';
import { accountEventsOf, addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { findOpenUser, findUser, findUserByAccessToken, findUserByEmail, findUserByLogin, takenBy } from './find.ts';
import { inviteCountsOf, listUsers, userIdsOf, usernamesOf } from './list.ts';
import { affCodeOf, closeUser, renewAccessToken, updateUser } from './update.ts';

const ALL = { offset: 0, limit: 10 };
const anybody = { keyword: '', group: '', status: 0 };

describe('users', () => {
  let directory: DirectoryFixture;
  beforeEach(async () => {
    directory = await openDirectory();
  });
  afterEach(() => directory.close());
  const change = <Value>(work: Parameters<typeof withDirectoryTransaction<Value>>[2]) =>
    withDirectoryTransaction(directory.pool, null, work);

  it('are found by every name they have', async () => {
    const ann = await addUser(directory.pool, {
      username: 'ann',
      email: 'ann@example.com',
      githubId: '17',
      displayName: 'Ann',
    });
    expect(ann).toMatchObject({
      role: 1,
      status: 1,
      group: 'default',
      closedTime: null,
      affCode: expect.stringMatching(/^\w{4}$/),
    });
    expect(await findUserByLogin(directory.pool, 'ann')).toEqual(ann);
    expect(await findUserByLogin(directory.pool, 'ANN@example.com')).toEqual(ann);
    expect(await findUserByEmail(directory.pool, '')).toBeUndefined();
    expect(await findUserByAccessToken(directory.pool, '')).toBeUndefined();
    expect(await takenBy(directory.pool, 'bob', 'ann@EXAMPLE.com')).toBe('email');
    expect(await takenBy(directory.pool, 'ann', '')).toBe('username');
    expect(await takenBy(directory.pool, 'bob', '')).toBeUndefined();
  });

  it('have a name that is theirs alone, whatever its letter case, also when several want it in one moment', async () => {
    const spellings = ['Ann', 'ann', 'ANN', 'aNN', 'ÄNN', 'änn'];
    const outcomes = await Promise.allSettled(spellings.map((username) => addUser(directory.pool, { username })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ name: 'ValueTaken', field: 'username' });
    const bob = await addUser(directory.pool, { username: 'bob' });
    await expect(change((tx) => updateUser(tx, bob.id, { username: 'anN' }))).rejects.toMatchObject({
      name: 'ValueTaken',
      field: 'username',
    });
    expect((await change((tx) => updateUser(tx, bob.id, { username: 'BOB' }))).value?.after.username).toBe('BOB');
  });

  it('are listed newest first, by pages, with the total', async () => {
    for (const username of ['a', 'b', 'c']) await addUser(directory.pool, { username });
    const page = await listUsers(directory.pool, anybody, undefined, { offset: 1, limit: 1 });
    expect(page.total).toBe(3);
    expect(page.items.map(({ username }) => username)).toEqual(['b']);
    const order = { expression: 'lower(username)', direction: 'asc' } as const;
    const sorted = await listUsers(directory.pool, anybody, order, ALL);
    expect(sorted.items.map(({ username }) => username)).toEqual(['a', 'b', 'c']);
    expect((await listUsers(directory.pool, { ...anybody, status: 2 }, order, ALL)).total).toBe(0);
  });

  it('are searched in three texts and by id, whatever the case, with signs taken literally', async () => {
    const ann = await addUser(directory.pool, { username: 'ann', displayName: 'Annie 50%' });
    await addUser(directory.pool, { username: 'bob', email: 'bob@annex.com', group: 'vip' });
    const names = async (keyword: string, group = '') =>
      (await listUsers(directory.pool, { keyword, group, status: 0 }, undefined, ALL)).items.map(
        ({ username }) => username,
      );
    expect(await names('ANN')).toEqual(['bob', 'ann']);
    expect(await names('annie')).toEqual(['ann']);
    expect(await names('50%')).toEqual(['ann']);
    expect(await names('5%0')).toEqual([]);
    expect(await names('n b')).toEqual([]);
    expect(await names(String(ann.id))).toContain('ann');
    expect(await names('', 'vip')).toEqual(['bob']);
  });

  it('change only in the fields that are given, with before and after', async () => {
    const ann = await addUser(directory.pool, { username: 'ann', group: 'vip' });
    const { value, version } = await change((tx) => updateUser(tx, ann.id, { displayName: 'Annie', email: '' }));
    expect(value).toEqual({ before: ann, after: { ...ann, displayName: 'Annie' } });
    expect(version).toBeDefined();
    expect((await change((tx) => updateUser(tx, ann.id, {}))).version).toBeUndefined();
    expect((await change((tx) => updateUser(tx, 999, { email: 'x' }))).value).toBeUndefined();
  });

  it('are closed once: name and row stay, sessions and access token go, the ledger hears', async () => {
    const ann = await addUser(directory.pool, { username: 'ann' });
    const { value: accessToken } = await change((tx) => renewAccessToken(tx, ann.id));
    expect(await findUserByAccessToken(directory.pool, accessToken ?? '')).toMatchObject({ id: ann.id });
    const session = await createSession(directory.pool, ann.id, 1_000);
    const by = { actorId: ann.id, requestId: 'r1' };
    const { value: closed } = await change((tx) => closeUser(tx, ann.id, by));
    expect(closed?.after.closedTime).toEqual(expect.any(Number));
    expect((await change((tx) => closeUser(tx, ann.id, by))).value).toBeUndefined();
    expect(await findOpenUser(directory.pool, ann.id)).toBeUndefined();
    expect(await findUser(directory.pool, ann.id)).toMatchObject({ username: 'ann' });
    expect(await findSession(directory.pool, session, 1_001)).toBeUndefined();
    expect(await findUserByAccessToken(directory.pool, accessToken ?? '')).toBeUndefined();
    await expect(addUser(directory.pool, { username: 'ann' })).rejects.toMatchObject({ field: 'username' });
    await drainOutbox({
      store: directory.store,
      db: directory.pool,
      recall: () => Promise.resolve(true),
      ageMs: 0,
      onParked: () => undefined,
      onError: () => undefined,
    });
    expect((await accountEventsOf(directory.store, ann.id)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'AccountClosed',
    ]);
  });

  it('are counted by who invited them, and named by their ids', async () => {
    const ann = await addUser(directory.pool, { username: 'ann', role: 100 });
    const bob = await addUser(directory.pool, { username: 'bob', inviterId: ann.id });
    await addUser(directory.pool, { username: 'eve', inviterId: ann.id });
    expect(await inviteCountsOf(directory.pool, [ann.id, bob.id])).toEqual(new Map([[ann.id, 2]]));
    expect(await usernamesOf(directory.pool, [ann.id, 999])).toEqual(new Map([[ann.id, 'ann']]));
    expect(await userIdsOf(directory.pool, ['bob', 'nobody'])).toEqual(new Map([['bob', bob.id]]));
    expect((await change((tx) => affCodeOf(tx, ann.id))).value).toBe(ann.affCode);
  });
});
