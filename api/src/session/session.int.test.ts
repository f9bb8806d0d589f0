import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world.close());

const ADMIN_CALLS: readonly (readonly [string, string, unknown?])[] = [
  ['GET', '/api/user/?p=0&page_size=10'],
  ['GET', '/api/user/1'],
  ['PUT', '/api/user/', { id: 1, username: 'root', quota: 1 }],
  ['GET', '/api/channel/?p=0'],
  ['POST', '/api/channel/', { type: 1, name: 'x', key: 'x', models: 'x' }],
  ['POST', '/api/redemption/', { name: 'x', quota: 1, count: 1 }],
  ['GET', '/api/log/?p=1&type=0'],
  ['GET', '/api/data/?default_time=hour'],
  ['GET', '/api/group/'],
  ['GET', '/api/option/'],
  ['PUT', '/api/option/', { key: 'RetryTimes', value: '9' }],
  ['GET', '/api/ledger/trial_balance'],
];

describe('a session', () => {
  it('is opened by root with the factory password, which is to be changed', async () => {
    const answer = await world
      .client()
      .call('POST', '/api/user/login?turnstile=', { username: 'root', password: '123456' });
    expect(answer.json.data).toMatchObject({
      username: 'root',
      role: 100,
      status: 1,
      group: 'default',
      must_change_password: true,
    });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session='));
    for (const attribute of [/; path=\/(;|$)/i, /; httponly/i, /; samesite=strict/i, /; max-age=2592000/i])
      expect(cookie).toMatch(attribute);
    expect(cookie).not.toMatch(/; secure/i);
    expect(await world.root.done('GET', '/api/user/self')).toMatchObject({
      quota: 100_000_000,
      password: '',
      must_change_password: true,
    });
  });

  it('is not opened by a wrong password or an unknown name', async () => {
    const client = world.client();
    expect(await client.refused('POST', '/api/user/login', { username: 'root', password: '1234567' })).toBe(
      await client.refused('POST', '/api/user/login', { username: 'nobody', password: '1234567' }),
    );
    expect((await client.call('GET', '/api/user/self')).status).toBe(401);
  });

  it('is needed, and the header New-Api-User must name its user', async () => {
    expect((await world.client().call('GET', '/api/token/?p=0')).status).toBe(401);
    for (const header of ['abc', '-1', '999'])
      expect((await world.root.call('GET', '/api/user/self', undefined, { 'New-API-User': header })).status).toBe(401);
    const nameless = await world.client().signIn('root', '123456');
    nameless.userId = undefined;
    expect((await nameless.call('GET', '/api/user/self')).status).toBe(401);
  });

  it('ends with logout, also for who kept the cookie', async () => {
    const leaving = await world.client().signIn('root', '123456');
    const { cookie } = leaving;
    await leaving.done('GET', '/api/user/logout');
    leaving.cookie = cookie;
    expect((await leaving.call('GET', '/api/user/self')).status).toBe(401);
  });

  it('gives an ordinary user no administrative route', async () => {
    const person = await world.person('ordinary');
    for (const [method, path, body] of ADMIN_CALLS) await person.refused(method, path, body);
  });

  it('ends its rights at once when its user is banned, and gives them back', async () => {
    const person = await world.person('banned');
    await world.root.done('POST', '/api/user/manage', { id: person.userId, action: 'disable' });
    expect(world.recalled).toContain(person.userId);
    await person.refused('GET', '/api/user/self');
    await world.root.done('POST', '/api/user/manage', { id: person.userId, action: 'enable' });
    expect(await person.done('GET', '/api/user/self')).toMatchObject({ status: 1 });
  });
});

describe('registration', () => {
  const form = {
    username: 'newcomer',
    password: PASSWORD,
    password2: PASSWORD,
    email: '',
    verification_code: '',
    aff_code: '',
  };

  it.each([
    { username: 'thirteen-long' },
    { password: 'short-7', password2: 'short-7' },
    { username: 'root' },
    { username: '' },
    { password2: 'another one' },
    { password: 5 },
  ])('refuses %j', async (wrong) => {
    await world.client().refused('POST', '/api/user/register', { ...form, ...wrong });
    await world.client().refused('POST', '/api/user/login', { username: form.username, password: form.password });
  });

  it('opens an empty account', async () => {
    const person = await world.person('empty');
    expect(await person.done('GET', '/api/user/self')).toMatchObject({
      username: 'empty',
      role: 1,
      status: 1,
      group: 'default',
      quota: 0,
      used_quota: 0,
      request_count: 0,
      password: '',
    });
  });

  it('gives gifts to who is invited and rewards to who invites, which become spendable by a transfer', async () => {
    for (const [key, value] of [
      ['QuotaForNewUser', 100],
      ['QuotaForInvitee', 20],
      ['QuotaForInviter', 600_000],
    ] as const) {
      await world.root.done('PUT', '/api/option/', { key, value });
    }
    try {
      const inviter = await world.person('inviter');
      const aff_code = await inviter.done<string>('GET', '/api/user/aff');
      expect(aff_code).toMatch(/^[0-9A-Za-z]{4}$/);
      const invitee = await world.person('invitee', { aff_code });
      expect(await invitee.done('GET', '/api/user/self')).toMatchObject({
        quota: 120,
        inviter_id: inviter.userId,
        inviter_username: '',
      });
      expect(await world.root.done('GET', `/api/user/${invitee.userId}`)).toMatchObject({
        inviter_username: 'inviter',
      });
      await world.runner.waitFor(await world.store.head(), 5_000);
      expect(await inviter.done('GET', '/api/user/self')).toMatchObject({
        quota: 100,
        aff_count: 1,
        aff_quota: 600_000,
        aff_history_quota: 600_000,
      });

      await inviter.refused('POST', '/api/user/aff_transfer', { quota: 499_999 });
      await inviter.refused('POST', '/api/user/aff_transfer', { quota: 600_001 });
      const moved = await inviter.call('POST', '/api/user/aff_transfer', { quota: 500_000 });
      expect(moved.json).toMatchObject({ success: true });
      expect(moved.json.message).not.toBe('');
      expect(await inviter.done('GET', '/api/user/self')).toMatchObject({
        quota: 500_100,
        aff_quota: 100_000,
        aff_history_quota: 600_000,
      });
    } finally {
      for (const key of ['QuotaForNewUser', 'QuotaForInvitee', 'QuotaForInviter'])
        await world.root.done('PUT', '/api/option/', { key, value: '0' });
    }
  });

  it('can be switched off', async () => {
    await world.root.done('PUT', '/api/option/', { key: 'RegisterEnabled', value: 'false' });
    await world.client().refused('POST', '/api/user/register', { ...form, username: 'too-late' });
    await world.root.done('PUT', '/api/option/', { key: 'RegisterEnabled', value: 'true' });
  });
});

describe("one's own account", () => {
  it('takes a new name and password; other sessions end with the password', async () => {
    const person = await world.person('changing');
    const elsewhere = await world.client().signIn('changing', PASSWORD);
    await person.done('PUT', '/api/user/self', { display_name: 'Changed', password: 'another secret', username: '' });
    expect(await person.done('GET', '/api/user/self')).toMatchObject({ display_name: 'Changed', username: 'changing' });
    expect((await elsewhere.call('GET', '/api/user/self')).status).toBe(401);
    await world.client().refused('POST', '/api/user/login', { username: 'changing', password: PASSWORD });
    await person.refused('PUT', '/api/user/self', { username: 'root' });
  });

  it('has a system access token instead of a session', async () => {
    const person = await world.person('scripted');
    const token = await person.done<string>('GET', '/api/user/token');
    expect(token.length).toBeGreaterThanOrEqual(29);
    const script = world.client();
    script.userId = person.userId;
    const answer = await script.call('GET', '/api/user/self', undefined, { Authorization: `Bearer ${token}` });
    expect(answer.json.data).toMatchObject({ username: 'scripted' });
    const wrong = await script.call('GET', '/api/user/self', undefined, { Authorization: 'Bearer nothing' });
    expect([wrong.status, wrong.json.success]).toEqual([401, false]);
  });

  it("can be closed, but not root's", async () => {
    const person = await world.person('leaving');
    await person.done('DELETE', '/api/user/self');
    expect((await person.call('GET', '/api/user/self')).status).toBe(401);
    await world.client().refused('POST', '/api/user/login', { username: 'leaving', password: PASSWORD });
    await world
      .client()
      .refused('POST', '/api/user/register', { username: 'leaving', password: PASSWORD, password2: PASSWORD });
    await world.root.refused('DELETE', '/api/user/self');
  });

  // The last one: the factory password is too short to be set again.
  it('says of root alone, and only until another one is set, that the password is the factory one', async () => {
    const other = await world.person('unmarked');
    expect(await other.done('GET', '/api/user/self')).toMatchObject({ must_change_password: false });
    expect(await world.root.done('GET', '/api/user/1')).not.toHaveProperty('must_change_password');
    await world.root.done('PUT', '/api/user/self', { display_name: 'Still' });
    expect(await world.root.done('GET', '/api/user/self')).toMatchObject({ must_change_password: true });
    await world.root.done('PUT', '/api/user/self', { password: 'another secret' });
    expect(await world.root.done('GET', '/api/user/self')).toMatchObject({ must_change_password: false });
  });
});
