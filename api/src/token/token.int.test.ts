import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadAccount } from '@ledgate/domain/account/account-stream';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import type { Token } from '../contract/token.ts';
import { TOKENS_OF_USER_MAX } from '../limits.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

let world: ConsoleWorld;
let spending: Spending;
let person: ConsoleClient;
beforeAll(async () => {
  world = await openConsoleWorld();
  spending = await spendingOf(world.store);
  person = await world.person('holder');
  for (const key of await world.codes(1_000_000)) await person.done('POST', '/api/user/topup', { key });
});
afterAll(() => world.close());

const listed = async (name: string): Promise<Token> => {
  const token = (await person.done<Token[]>('GET', '/api/token/?p=0&size=100')).find((one) => one.name === name);
  if (token === undefined) throw new Error(`token ${name} is not listed`);
  return token;
};

async function made(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Token> {
  await person.done('POST', '/api/token/', {
    name,
    remain_quota: 500_000,
    expired_time: -1,
    unlimited_quota: false,
    model_limits_enabled: false,
    model_limits: '',
    allow_ips: '',
    group: '',
    ...fields,
  });
  return listed(name);
}

const charged = async ({ id }: Token, amount: number): Promise<void> => {
  await spending.charge(person.userId, amount, { tokenId: id as TokenId });
  await world.runner.waitFor(await world.store.head(), 5_000);
};

describe('a token', () => {
  it('is listed with its key in clear, newest first, to its owner alone', async () => {
    const token = await made('laptop');
    expect(token).toMatchObject({
      user_id: person.userId,
      key: expect.stringMatching(/^[0-9A-Za-z]{48}$/),
      status: 1,
      remain_quota: 500_000,
      used_quota: 0,
      DeletedAt: null,
    });
    await made('phone', { unlimited_quota: true });
    expect((await person.done<Token[]>('GET', '/api/token/?p=0&size=10')).map(({ name }) => name)).toEqual([
      'phone',
      'laptop',
    ]);
    expect((await person.done<Token[]>('GET', '/api/token/?p=1&size=1')).map(({ name }) => name)).toEqual(['laptop']);
    expect(
      await person.done<Token[]>('GET', `/api/token/search?keyword=lap&token=sk-${token.key.slice(0, 10)}`),
    ).toHaveLength(1);
    const other = await world.person('stranger');
    expect(await other.done<Token[]>('GET', '/api/token/?p=0&size=10')).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `/api/token/${token.id}`],
      ['PUT', '/api/token/', { ...token, name: 'mine' }],
      ['DELETE', `/api/token/${token.id}/`],
    ] as const) {
      await other.refused(method, path, body);
    }
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(31) },
    { name: '名'.repeat(11) },
    { remain_quota: -1 },
    { remain_quota: 2 ** 60 },
    { remain_quota: 'all' },
    { expired_time: 'never' },
    { unlimited_quota: 'yes' },
  ])('is not made with %j', async (wrong) => {
    expect(
      await person.refused('POST', '/api/token/', {
        name: 'wrong',
        remain_quota: 1,
        expired_time: -1,
        unlimited_quota: false,
        ...wrong,
      }),
    ).toContain(Object.keys(wrong)[0] ?? '?');
  });

  it('is made for every group that has a ratio, and for no other', async () => {
    const token = await made('grouped', { group: 'svip' });
    for (const group of ['nope', '__proto__', 'constructor']) {
      expect(
        await person.refused('POST', '/api/token/', {
          name: 'wrong',
          remain_quota: 1,
          expired_time: -1,
          unlimited_quota: false,
          group,
        }),
      ).toContain(group);
      expect(await person.refused('PUT', '/api/token/', { ...token, group })).toContain(group);
    }
    expect(await person.done('PUT', '/api/token/', { ...token, group: 'vip' })).toMatchObject({ group: 'vip' });
    await person.done('DELETE', `/api/token/${token.id}`);
  });

  it('is refused when there are too many already, until one is deleted', async () => {
    const collector = await world.person('collector');
    await world.db.query(
      `insert into directory.tokens (user_id, name, created_time, accessed_time)
       select $1, 'many', 0, 0 from generate_series(1, $2::int) n`,
      [collector.userId, TOKENS_OF_USER_MAX],
    );
    const another = { name: 'another', remain_quota: 1, expired_time: -1, unlimited_quota: false };
    expect(await collector.refused('POST', '/api/token/', another)).toContain(String(TOKENS_OF_USER_MAX));
    const [{ id }] = await collector.done<[Token]>('GET', '/api/token/?p=0&size=1');
    await collector.done('DELETE', `/api/token/${id}/`);
    await collector.done('POST', '/api/token/', another);
  });

  it('has as much left as is said, whatever it used before', async () => {
    const token = await made('limited', { remain_quota: 10_000 });
    await charged(token, 4_000);
    expect(await listed('limited')).toMatchObject({ remain_quota: 6_000, used_quota: 4_000 });
    expect(
      await person.done('PUT', '/api/token/', { ...(await listed('limited')), remain_quota: 15_000 }),
    ).toMatchObject({ remain_quota: 15_000, used_quota: 4_000 });
    expect(world.recalled).toContain(person.userId);
    await charged(token, 15_000);
    expect(await listed('limited')).toMatchObject({ remain_quota: 0, used_quota: 19_000, status: 4 });
  });

  it('keeps its limit when a form comes back as it was shown, though something was spent since', async () => {
    const token = await made('form', { remain_quota: 10_000 });
    await charged(token, 1_000);
    await person.done('PUT', '/api/token/', { ...token, name: 'renamed' });
    expect(await listed('renamed')).toMatchObject({ remain_quota: 9_000, used_quota: 1_000 });
  });

  it('loses and gets a limit', async () => {
    const token = await made('changing', { remain_quota: 10_000 });
    await charged(token, 1_000);
    expect(await person.done('PUT', '/api/token/', { ...token, unlimited_quota: true })).toMatchObject({
      unlimited_quota: true,
      remain_quota: -1_000,
      status: 1,
    });
    await person.refused('PUT', '/api/token/', { id: token.id, unlimited_quota: false, remain_quota: -5 });
    expect(
      await person.done('PUT', '/api/token/', { id: token.id, unlimited_quota: false, remain_quota: 50 }),
    ).toMatchObject({ unlimited_quota: false, remain_quota: 50, used_quota: 1_000 });
  });

  it('is disabled and enabled, but not when it has expired or nothing is left', async () => {
    const token = await made('switch');
    const set = (id: number, status: number) => ['PUT', '/api/token/?status_only=true', { id, status }] as const;
    expect(await person.done(...set(token.id, 2))).toMatchObject({ status: 2 });
    expect(await person.done(...set(token.id, 1))).toMatchObject({ status: 1 });
    await person.refused(...set(token.id, 4));

    const expired = await made('expired', { expired_time: Math.floor(Date.now() / 1_000) - 10 });
    expect(expired.status).toBe(3);
    await person.refused(...set(expired.id, 1));
    const empty = await made('empty', { remain_quota: 0 });
    expect(empty.status).toBe(4);
    await person.refused(...set(empty.id, 1));
    expect(await person.done('PUT', '/api/token/', { ...empty, remain_quota: 5 })).toMatchObject({
      status: 1,
      remain_quota: 5,
    });
  });

  it('is gone when deleted', async () => {
    const token = await made('deleted');
    await person.done('DELETE', `/api/token/${token.id}/`);
    await person.refused('GET', `/api/token/${token.id}`);
    await person.refused('DELETE', `/api/token/${token.id}/`);
    const account = await loadAccount(world.store, person.userId as UserId);
    expect(account.status !== 'missing' && account.tokens.has(token.id as TokenId)).toBe(false);
    expect(account.status !== 'missing' && account.deletedTokens.has(token.id as TokenId)).toBe(true);
  });

  it('is not made or changed with a line of addresses that is none, which is named', async () => {
    const client = await world.person('addresses');
    const form = { name: 'addresses', unlimited_quota: true, allow_ips: '10.0.0.1\nthe office' };
    expect(await client.refused('POST', '/api/token/', form)).toMatch(/allow_ips.*line 2.*the office/);
    expect(await client.done('GET', '/api/token/')).toEqual([]);
    await client.done('POST', '/api/token/', { ...form, allow_ips: '10.0.0.0/8\n::1, \n' });
    const [token] = await client.done<Token[]>('GET', '/api/token/');
    expect(await client.refused('PUT', '/api/token/', { id: token?.id, allow_ips: '10.0.0.0/40' })).toContain('line 1');
    expect((await client.done<Token[]>('GET', '/api/token/'))[0]?.allow_ips).toBe('10.0.0.0/8\n::1, \n');
  });
});
