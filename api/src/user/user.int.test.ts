import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Log } from '../contract/log.ts';
import type { User } from '../contract/user.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

let world: ConsoleWorld;
let spending: Spending;
beforeAll(async () => {
  world = await openConsoleWorld();
  spending = await spendingOf(world.store);
});
afterAll(() => world.close());

async function credited(username: string, quota: number): Promise<ConsoleClient> {
  const person = await world.person(username);
  for (const key of await world.codes(quota)) await person.done('POST', '/api/user/topup', { key });
  return person;
}
const shownTo = (client: ConsoleClient, id: number | undefined): Promise<User> =>
  client.done<User>('GET', `/api/user/${id}`);
const edited = async (id: number | undefined, fields: Partial<User>): Promise<unknown> =>
  world.root.done('PUT', '/api/user/', { ...(await shownTo(world.root, id)), ...fields });
const administrations = async (client: ConsoleClient): Promise<Log[]> =>
  (await client.done<{ items: Log[] }>('GET', '/api/log/self/?p=1&page_size=100&type=3')).items;

describe('a balance set to a number', () => {
  it('is that number in the next read, up and down, with a row of type 3 each', async () => {
    const person = await credited('set', 20_000);
    for (const quota of [1_000_000, 300]) {
      await edited(person.userId, { quota });
      expect((await shownTo(world.root, person.userId)).quota).toBe(quota);
    }
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await administrations(person)).toHaveLength(2);
    expect(world.recalled).toContain(person.userId);
  });

  it('stays untouched when the form sends back what it was shown, whatever was spent since', async () => {
    const person = await credited('untouched', 20_000);
    const form = await shownTo(world.root, person.userId);
    await spending.charge(person.userId, 5_000);
    await world.root.done('PUT', '/api/user/', { ...form, display_name: 'Somebody' });
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await person.done('GET', '/api/user/self')).toMatchObject({
      quota: 15_000,
      used_quota: 5_000,
      display_name: 'Somebody',
    });
    expect(await administrations(person)).toEqual([]);
  });

  it('counts what was charged before and not what is charged after', async () => {
    const person = await credited('spender', 100_000);
    await spending.charge(person.userId, 25_000);
    await edited(person.userId, { quota: 123_456 });
    expect(await shownTo(world.root, person.userId)).toMatchObject({ quota: 123_456, used_quota: 25_000 });
    await spending.charge(person.userId, 456);
    await spending.settle(person.userId);
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await person.done('GET', '/api/user/self')).toMatchObject({ quota: 123_000, used_quota: 25_456 });
  });

  it.each([2 ** 60, 0.5, 'much'])('is refused when it is %j, with nothing else changed', async (quota) => {
    const person = await world.person(`odd-${String(quota).slice(0, 5)}`);
    const form = await shownTo(world.root, person.userId);
    expect(await world.root.refused('PUT', '/api/user/', { ...form, display_name: 'changed', quota })).toContain(
      'quota',
    );
    expect(await shownTo(world.root, person.userId)).toMatchObject({ quota: 0, display_name: form.display_name });
  });
});

describe('an adjustment', () => {
  it('adds a signed amount with a reason and says so', async () => {
    const person = await credited('adjusted', 10_000);
    expect(
      await world.root.done('POST', '/api/user/adjust', {
        id: person.userId,
        delta: -4_000,
        reason: 'paid back by bank',
        balance_seen: 10_000,
      }),
    ).toMatchObject({ quota: 6_000 });
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await administrations(person)).toMatchObject([
      { amount: -4_000, content: expect.stringContaining('paid back by bank') },
    ]);
    expect(world.recalled).toContain(person.userId);
    await world.root.refused('POST', '/api/user/adjust', { id: person.userId, delta: 1, reason: ' ' });
    await world.root.refused('POST', '/api/user/adjust', { id: person.userId, delta: 1.5, reason: 'half' });
    await world.root.refused('POST', '/api/user/adjust', { id: 999_999, delta: 1, reason: 'nobody' });
  });
});

describe('an adjustment that is asked for again', () => {
  const command_id = '7c0de1d2-54f5-4a53-8a9b-0c1d2e3f4a5b';
  const records = async (id: number | undefined): Promise<number> => {
    const filter = `action=user.adjust&target_type=user&target_id=${id}`;
    return (await world.root.done<{ total: number }>('GET', `/api/audit/?${filter}`)).total;
  };

  it('is made once and recorded once, also when the calls come together', async () => {
    const person = await credited('again', 10_000);
    const body = { id: person.userId, delta: -4_000, reason: 'once', command_id };
    const first = await world.root.done('POST', '/api/user/adjust', body);
    expect(first).toMatchObject({ quota: 6_000, before: 10_000, repeated: false });
    const again = (await world.root.call('POST', '/api/user/adjust', { ...body, command_id: command_id.toUpperCase() }))
      .json;
    expect(again).toMatchObject({
      success: true,
      data: { quota: 6_000, before: 6_000, repeated: true },
      message: expect.stringContaining('already'),
    });
    expect(await records(person.userId)).toBe(1);

    const other = { ...body, delta: 500, command_id: '00000000-0000-4000-8000-000000000001' };
    await Promise.all(Array.from({ length: 5 }, () => world.root.done('POST', '/api/user/adjust', other)));
    expect(await shownTo(world.root, person.userId)).toMatchObject({ quota: 6_500 });
    expect(await records(person.userId)).toBe(2);
    await world.root.refused('POST', '/api/user/adjust', { ...body, command_id: 'no uuid' });
  });

  it('is refused when its command id was used for something else, and changes and records nothing', async () => {
    const [person, other] = [await credited('reused', 10_000), await credited('reused-too', 10_000)];
    const body = {
      id: person.userId,
      delta: -4_000,
      reason: 'once',
      command_id: '00000000-0000-4000-8000-00000000000a',
    };
    await world.root.done('POST', '/api/user/adjust', body);
    const admin = await world.person('reusing');
    await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
    for (const change of [
      { delta: -4_001 },
      { delta: 4_000 },
      { reason: 'twice' },
      { id: other.userId },
      { command_id: body.command_id.toUpperCase(), delta: 1 },
    ]) {
      expect(await world.root.refused('POST', '/api/user/adjust', { ...body, ...change })).toContain(
        'command_id was used before',
      );
    }
    expect(await admin.refused('POST', '/api/user/adjust', body)).toContain('command_id was used before');
    expect(await world.root.done('POST', '/api/user/adjust', { ...body, balance_seen: 6_000 })).toMatchObject({
      quota: 6_000,
      repeated: true,
    });
    expect(await shownTo(world.root, other.userId)).toMatchObject({ quota: 10_000 });
    expect([await records(person.userId), await records(other.userId)]).toEqual([1, 0]);
  });

  it('is made for one of several calls that use one command id in one moment', async () => {
    const person = await credited('one-moment', 10_000);
    const command_id = '00000000-0000-4000-8000-00000000000b';
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((delta) =>
        world.root.call('POST', '/api/user/adjust', { id: person.userId, delta, reason: 'one', command_id }),
      ),
    );
    const made = answers.filter(({ json }) => json.success === true);
    expect(made).toHaveLength(1);
    for (const { status, json } of answers)
      if (json.success !== true)
        expect([status, json.message]).toEqual([200, expect.stringContaining('command_id was used before')]);
    const [change] = (await world.store.readStream(`account-${person.userId}`, 0 as never, 50)).filter(
      ({ type }) => type === 'QuotaAdjusted',
    );
    expect(await shownTo(world.root, person.userId)).toMatchObject({
      quota: 10_000 + Number((JSON.parse(change?.data ?? '') as { delta: number }).delta),
    });
    expect(await records(person.userId)).toBe(1);
  });

  it('may be put right under the same command id after a refusal, for nothing was made', async () => {
    const person = await credited('put-right', 10_000);
    const body = {
      id: person.userId,
      delta: -(2 ** 40),
      reason: 'x',
      command_id: '00000000-0000-4000-8000-00000000000c',
    };
    await world.root.refused('POST', '/api/user/adjust', { ...body, delta: 2 ** 41 });
    expect(await world.root.done('POST', '/api/user/adjust', { ...body, delta: 5 })).toMatchObject({
      quota: 10_005,
      repeated: false,
    });
  });

  it('is made once when the first answer was lost to the database', async () => {
    const person = await credited('lost', 10_000);
    const body = {
      id: person.userId,
      delta: 1_000,
      reason: 'once',
      command_id: '00000000-0000-4000-8000-000000000002',
    };
    const query = world.db.query.bind(world.db) as (...asked: readonly unknown[]) => unknown;
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    // The balance is read after the change is made.
    Object.assign(world.db, {
      query: (...asked: readonly unknown[]) =>
        JSON.stringify(asked[0]).includes('balances') ? Promise.reject(lost) : query(...asked),
    });
    try {
      expect(await world.root.call('POST', '/api/user/adjust', body)).toMatchObject({
        status: 503,
        json: { success: false },
      });
    } finally {
      Object.assign(world.db, { query });
    }
    expect(await world.root.done('POST', '/api/user/adjust', body)).toMatchObject({ quota: 11_000, repeated: true });
    expect(await records(person.userId)).toBe(1);
  });

  it('is made twice when nothing says that it is the same', async () => {
    const person = await credited('twice', 10_000);
    for (const quota of [9_000, 8_000]) {
      expect(
        await world.root.done('POST', '/api/user/adjust', { id: person.userId, delta: -1_000, reason: 'fee' }),
      ).toMatchObject({ quota, repeated: false });
    }
  });

  it('tells the balance before and after, and what was seen when that was another', async () => {
    const person = await credited('told', 1_000_000);
    const adjust = async (balance_seen: number) =>
      (
        await world.root.call('POST', '/api/user/adjust', {
          id: person.userId,
          delta: 500_000,
          reason: 'told',
          balance_seen,
        })
      ).json.message;
    expect(await adjust(1_000_000)).toBe('The balance is now $3.000000; without this change it would be $2.000000.');
    expect(await adjust(1_000_000)).toBe(
      'The balance is now $4.000000; without this change it would be $3.000000, and not $2.000000 as you were shown.',
    );
  });
});

describe('users', () => {
  it('are created, listed, searched and edited by administrators below their own rank', async () => {
    const admin = await world.person('admin');
    await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
    await admin.done('POST', '/api/user/', { username: 'made', display_name: 'Made', password: PASSWORD });
    await admin.refused('POST', '/api/user/', { username: 'made', display_name: '', password: PASSWORD });
    const { items, page } = await admin.done<{ items: User[]; page: number }>('GET', '/api/user/?p=0&page_size=100');
    expect(page).toBe(1);
    const made = items.find(({ username }) => username === 'made');
    expect(made).toMatchObject({ role: 1, group: 'default', password: '' });
    expect(JSON.stringify(items)).not.toMatch(/access_token|plain:/);
    expect(
      (await admin.done<{ items: User[] }>('GET', '/api/user/search?keyword=mad&group=&p=1&page_size=10')).items,
    ).toHaveLength(1);
    expect(
      (await admin.done<{ items: User[] }>('GET', '/api/user/search?keyword=mad&group=vip&p=1&page_size=10')).items,
    ).toHaveLength(0);

    await admin.refused('GET', '/api/user/1');
    await admin.refused('PUT', '/api/user/', { id: 1, username: 'root', quota: 1 });
    await admin.refused('PUT', '/api/user/', { ...made, role: 10 });
    await admin.refused('POST', '/api/user/adjust', { id: admin.userId, delta: 5, reason: 'for myself' });
    await admin.done('PUT', '/api/user/', { ...made, group: 'vip' });
    await admin.refused('PUT', '/api/user/', { ...made, group: 'no-such-group' });
    expect(await shownTo(admin, made?.id)).toMatchObject({ group: 'vip' });
  });

  it('have names that differ in more than letter case, and that are seen as they are', async () => {
    const person = await world.person('Named');
    const other = await world.person('unnamed');
    const register = (username: string) =>
      world.client().refused('POST', '/api/user/register', { username, password: PASSWORD });
    for (const username of ['NAMED', 'named', 'ROOT']) expect(await register(username)).toContain('taken');
    for (const username of ['a\u202eb', 'na\u200bmed', 'a@b.c']) expect(await register(username)).toContain('username');
    await world.root.refused('POST', '/api/user/', { username: 'nAMED', password: PASSWORD });
    await other.refused('PUT', '/api/user/self', { username: 'nAmEd' });
    await world.root.refused('PUT', '/api/user/', { ...(await shownTo(world.root, other.userId)), username: 'NAMEd' });
    await person.done('PUT', '/api/user/self', { username: 'NAMED' });
    expect(await shownTo(world.root, person.userId)).toMatchObject({ username: 'NAMED' });
  });

  it('get a name that several want in one moment, in whatever letter case, once', async () => {
    const message = ({ json }: Awaited<ReturnType<typeof world.root.call>>) => json.message ?? '';
    const registered = await Promise.all(
      ['Moment', 'moment', 'MOMENT', 'momenT'].map((username) =>
        world.client().call('POST', '/api/user/register', { username, password: PASSWORD }),
      ),
    );
    expect(registered.map(message).filter((text) => text === '')).toHaveLength(1);
    expect(registered.map(message).filter((text) => text.includes('taken'))).toHaveLength(3);
    const created = await Promise.all(
      ['Instant', 'INSTANT'].map((username) => world.root.call('POST', '/api/user/', { username, password: PASSWORD })),
    );
    expect(created.map(message).toSorted()).toEqual(['', expect.stringContaining('taken')]);
    const people = await Promise.all(['renamed', 'renamed-too'].map((username) => world.person(username)));
    const renamed = await Promise.all(
      people.map((person, index) =>
        person.call('PUT', '/api/user/self', { username: index === 0 ? 'Wanted' : 'wanteD' }),
      ),
    );
    expect(renamed.map(message).toSorted()).toEqual(['', expect.stringContaining('taken')]);
  });

  it('are promoted and demoted by root alone, and closed but not erased', async () => {
    const person = await credited('managed', 7_000);
    const manage = (action: string) => world.root.done('POST', '/api/user/manage', { id: person.userId, action });
    expect(await manage('promote')).toMatchObject({ role: 10, status: 1 });
    expect(await manage('demote')).toMatchObject({ role: 1 });
    await world.root.refused('POST', '/api/user/manage', { id: person.userId, action: 'demote' });
    for (const action of ['disable', 'delete', 'demote'])
      await world.root.refused('POST', '/api/user/manage', { id: 1, action });
    expect(await manage('whatever')).toMatchObject({ role: 1, status: 1 });
    await manage('delete');
    await world.root.refused('GET', `/api/user/${person.userId}`);
    const { items } = await world.root.done<{ items: User[] }>(
      'GET',
      '/api/user/search?keyword=managed&p=1&page_size=10',
    );
    expect(items).toMatchObject([{ quota: 7_000, DeletedAt: expect.any(String) }]);
    expect(
      await world.root.done('POST', '/api/user/adjust', { id: person.userId, delta: -7_000, reason: 'unclaimed' }),
    ).toMatchObject({ quota: 0 });
  });
});
