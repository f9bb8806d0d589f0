import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  SESSION_AGENT_CHARACTERS_MAX,
  SESSION_LIFE_SECONDS,
  SESSION_SHOWN_MAX,
  SESSIONS_OF_USER_MAX,
} from '../limits.ts';
import { sha256Hex } from '../random-text.ts';
import { DirectoryUnavailable } from '../relay-view.ts';
import type { UserRow } from '../rows.ts';
import { addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { createSessionUsers } from './create-session-users.ts';
import {
  createSession,
  deleteSession,
  deleteSessionsOf,
  expiredSessionsAgeSeconds,
  findSession,
  findSessionUser,
  keepInSession,
  noteWritten,
  sweepSessions,
  takeState,
} from './sessions.ts';
import { endSessionOf, sessionsOf } from './told-sessions.ts';
import { lastShown, noteShown, sweepShown } from './shown.ts';

const NOW = 1_700_000_000;

describe('sessions', () => {
  let directory: DirectoryFixture;
  let ann: UserRow;
  beforeEach(async () => {
    directory = await openDirectory();
    ann = await addUser(directory.pool, { username: 'ann' });
  });
  afterEach(() => directory.close());

  it('are kept by a hash only, and end after thirty days', async () => {
    const id = await createSession(directory.pool, ann.id, NOW, { human: 'yes' });
    expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    expect(await findSession(directory.pool, id, NOW + 5)).toEqual({
      userId: ann.id,
      createdTime: NOW,
      seenTime: NOW,
      expiresTime: NOW + SESSION_LIFE_SECONDS,
      data: { human: 'yes' },
      positions: {},
    });
    expect(await findSessionUser(directory.pool, id, NOW)).toMatchObject({ user: { username: 'ann' } });
    const { rows } = await directory.pool.query('select id_hash from directory.sessions');
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(await findSession(directory.pool, id, NOW + SESSION_LIFE_SECONDS)).toBeUndefined();
    expect(await sweepSessions(directory.pool, NOW + SESSION_LIFE_SECONDS)).toBe(1);
    expect(await findSession(directory.pool, 'unknown', NOW)).toBeUndefined();
  });

  it('note their use once a minute', async () => {
    const id = await createSession(directory.pool, null, NOW);
    await findSession(directory.pool, id, NOW + 30);
    expect((await findSession(directory.pool, id, NOW + 59))?.seenTime).toBe(NOW);
    await findSession(directory.pool, id, NOW + 60);
    expect((await findSession(directory.pool, id, NOW + 61))?.seenTime).toBe(NOW + 60);
    expect(await findSessionUser(directory.pool, id, NOW + 61)).toBeUndefined();
  });

  it('tell who is signed in, as he is now, until they end', async () => {
    let nowMs = NOW * 1_000;
    const users = createSessionUsers(directory.pool, () => nowMs);
    const id = await createSession(directory.pool, ann.id, NOW);
    const nobody = await createSession(directory.pool, null, NOW);
    const view = { userId: ann.id, username: 'ann', role: 1, status: 1, group: 'default', closed: false };
    expect(await users.ofSession(id)).toEqual(view);
    await directory.pool.query(`update directory.users set status = 2, "group" = 'vip', closed_time = 5`);
    expect(await users.ofSession(id)).toEqual({ ...view, status: 2, group: 'vip', closed: true });
    expect([await users.ofSession(nobody), await users.ofSession('unknown')]).toEqual([undefined, undefined]);
    nowMs += SESSION_LIFE_SECONDS * 1_000;
    expect(await users.ofSession(id)).toBeUndefined();
  });

  it('tell whose an access token is', async () => {
    const users = createSessionUsers(directory.pool, () => NOW);
    await directory.pool.query('update directory.users set access_token_hash = $1', [sha256Hex('his-token')]);
    expect(await users.ofAccessToken('his-token')).toMatchObject({ userId: ann.id });
    expect(await users.ofAccessToken('another')).toBeUndefined();
  });

  it('tell nothing of anybody while the directory cannot be read', async () => {
    const lost = createSessionUsers(
      { ...directory.pool, query: () => Promise.reject(new Error('gone')) } as unknown as typeof directory.pool,
      () => NOW,
    );
    await expect(lost.ofSession('unknown')).rejects.toThrow(DirectoryUnavailable);
    await expect(lost.ofAccessToken('unknown')).rejects.toThrow(DirectoryUnavailable);
  });

  it('keep the highest position of each partition, whatever the order of calls', async () => {
    const id = await createSession(directory.pool, ann.id, NOW);
    await Promise.all([
      noteWritten(directory.pool, id, { p1: 9, p2: 1 }),
      noteWritten(directory.pool, id, { p1: 5 }),
      noteWritten(directory.pool, id, {}),
    ]);
    await noteWritten(directory.pool, id, { p1: 7, p3: 10 });
    expect((await findSession(directory.pool, id, NOW))?.positions).toEqual({ p1: 9, p2: 1, p3: 10 });
  });

  it('end alone or all of a user but one', async () => {
    const [one, two, three] = [
      await createSession(directory.pool, ann.id, NOW),
      await createSession(directory.pool, ann.id, NOW),
      await createSession(directory.pool, ann.id, NOW),
    ];
    await deleteSession(directory.pool, one);
    expect(await deleteSessionsOf(directory.pool, ann.id, two)).toBe(1);
    expect(await findSession(directory.pool, three, NOW)).toBeUndefined();
    expect(await findSession(directory.pool, two, NOW)).toBeDefined();
    expect(await deleteSessionsOf(directory.pool, ann.id)).toBe(1);
  });

  it('are told to their owner without what opens them, with where they were seen last', async () => {
    const bob = await addUser(directory.pool, { username: 'bob' });
    const from = { address: '192.0.2.7', agent: 'x'.repeat(SESSION_AGENT_CHARACTERS_MAX + 5) };
    const one = await createSession(directory.pool, ann.id, NOW, {}, { from });
    const two = await createSession(
      directory.pool,
      ann.id,
      NOW + 5,
      {},
      { from: { address: '2001:db8::1', agent: '' } },
    );
    const ofBob = await createSession(directory.pool, bob.id, NOW);
    const told = await sessionsOf(directory.pool, ann.id, one, NOW + 10);
    expect(told).toEqual([
      {
        id: expect.any(String),
        createdTime: NOW + 5,
        seenTime: NOW + 5,
        address: '2001:db8::1',
        agent: '',
        isCurrent: false,
      },
      {
        id: expect.any(String),
        createdTime: NOW,
        seenTime: NOW,
        address: '192.0.2.7',
        agent: 'x'.repeat(SESSION_AGENT_CHARACTERS_MAX),
        isCurrent: true,
      },
    ]);
    expect(JSON.stringify(told)).not.toContain(one);
    await findSession(directory.pool, one, NOW + 30, { address: '192.0.2.8', agent: 'other' });
    await findSession(directory.pool, two, NOW + 70);
    await findSession(directory.pool, one, NOW + 80, { address: '192.0.2.9', agent: 'another' });
    expect(await sessionsOf(directory.pool, ann.id, undefined, NOW + 90)).toMatchObject([
      { createdTime: NOW, seenTime: NOW + 80, address: '192.0.2.9', agent: 'another', isCurrent: false },
      { createdTime: NOW + 5, seenTime: NOW + 70, address: '2001:db8::1', agent: '' },
    ]);
    expect(await sessionsOf(directory.pool, ann.id, one, NOW + SESSION_LIFE_SECONDS)).toHaveLength(1);
    const [{ id: idOfBob } = { id: '' }] = await sessionsOf(directory.pool, bob.id, ofBob, NOW);
    expect(await endSessionOf(directory.pool, ann.id, idOfBob, one)).toBeUndefined();
    expect(await endSessionOf(directory.pool, ann.id, told[0]?.id ?? '', one)).toEqual({ isCurrent: false });
    expect(await endSessionOf(directory.pool, ann.id, told[1]?.id ?? '', one)).toEqual({ isCurrent: true });
    expect(await findSession(directory.pool, ofBob, NOW)).toBeDefined();
    expect(await sessionsOf(directory.pool, ann.id, one, NOW)).toEqual([]);
  });

  it('of one person are bounded: a further one ends that which was used longest ago', async () => {
    const first = await createSession(directory.pool, ann.id, NOW);
    const second = await createSession(directory.pool, ann.id, NOW + 1);
    for (let more = 2; more < SESSIONS_OF_USER_MAX; more += 1) await createSession(directory.pool, ann.id, NOW + more);
    await findSession(directory.pool, first, NOW + 500);
    await createSession(directory.pool, ann.id, NOW + 501);
    expect(await findSession(directory.pool, second, NOW + 501)).toBeUndefined();
    expect(await findSession(directory.pool, first, NOW + 501)).toBeDefined();
    expect(await sessionsOf(directory.pool, ann.id, first, NOW + 501)).toHaveLength(SESSIONS_OF_USER_MAX);
  });

  it('tell how long the oldest that has expired still stands', async () => {
    expect(await expiredSessionsAgeSeconds(directory.pool, NOW)).toBe(0);
    await createSession(directory.pool, ann.id, NOW);
    const overS = NOW + SESSION_LIFE_SECONDS;
    expect(await expiredSessionsAgeSeconds(directory.pool, overS - 1)).toBe(0);
    expect(await expiredSessionsAgeSeconds(directory.pool, overS + 7)).toBe(7);
    await sweepSessions(directory.pool, overS + 7);
    expect(await expiredSessionsAgeSeconds(directory.pool, overS + 7)).toBe(0);
  });

  it('of nobody hold the state of a sign-in at a provider for one call, in its time', async () => {
    const [id, other] = [
      await createSession(directory.pool, null, NOW, {}, { lifeSeconds: 1_800 }),
      await createSession(directory.pool, null, NOW, {}, { lifeSeconds: 1_800 }),
    ];
    const begin = (state: string) =>
      keepInSession(directory.pool, id, { state, stateUntil: NOW + 600, aff: 'abcd' }, NOW);
    const take = (session: string, state: string, nowS = NOW) => takeState(directory.pool, session, state, nowS);
    expect([await begin('one'), await keepInSession(directory.pool, 'unknown', {}, NOW)]).toEqual([true, false]);
    expect([await take(other, 'one'), await take(id, ''), await take(id, 'one', NOW + 600)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const taken = await Promise.all([take(id, 'one'), take(id, 'one')]);
    expect(taken.filter((each) => each !== undefined)).toEqual([{ aff: 'abcd' }]);
    await keepInSession(directory.pool, id, { human: 'yes' }, NOW);
    await begin('two');
    await begin('three');
    expect([await take(id, 'two'), await take(id, 'three')]).toEqual([undefined, { aff: 'abcd' }]);
    expect(await keepInSession(directory.pool, id, {}, NOW + 1_800)).toBe(false);
    expect([await deleteSession(directory.pool, id), await deleteSession(directory.pool, id)]).toEqual([
      { human: 'yes' },
      undefined,
    ]);
  });

  it('remember the numbers they showed last, up to a limit', async () => {
    const [id, other] = [
      await createSession(directory.pool, ann.id, NOW),
      await createSession(directory.pool, ann.id, NOW),
    ];
    await noteShown(
      directory.pool,
      id,
      new Map([
        ['user-1', 500],
        ['user-2', -3],
      ]),
    );
    await noteShown(directory.pool, id, new Map([['user-1', 2 ** 50]]));
    expect([await lastShown(directory.pool, id, 'user-1'), await lastShown(directory.pool, id, 'user-2')]).toEqual([
      2 ** 50,
      -3,
    ]);
    expect(await lastShown(directory.pool, other, 'user-1')).toBeUndefined();
    await noteShown(directory.pool, 'ended', new Map([['user-1', 1]]));

    await noteShown(
      directory.pool,
      id,
      new Map(Array.from({ length: SESSION_SHOWN_MAX }, (_, index) => [`token-${index}`, index])),
    );
    expect(await sweepShown(directory.pool)).toBe(2);
    expect(await lastShown(directory.pool, id, 'user-1')).toBeUndefined();
    expect(await lastShown(directory.pool, id, 'token-7')).toBe(7);
    await deleteSession(directory.pool, id);
    expect(await lastShown(directory.pool, id, 'token-7')).toBeUndefined();
  });
});
