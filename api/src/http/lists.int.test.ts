import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CHANNEL_ORDERS,
  CODE_ORDERS,
  LOG_ORDERS,
  TOKEN_ORDERS,
  USER_ORDERS,
} from '@ledgate/domain/catalogue/list-orders';
import type { TokenId } from '@ledgate/domain/shared/ids';
import type { Channel } from '../contract/channel.ts';
import type { Log } from '../contract/log.ts';
import type { Code } from '../contract/redemption.ts';
import type { Token } from '../contract/token.ts';
import type { User } from '../contract/user.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

type Row = { readonly id: number };

let world: ConsoleWorld;
let spending: Spending;
let holder: ConsoleClient;
let tokens: Readonly<Record<string, Token>>;

/** Names with what each has been credited and has used. */
const PEOPLE = [
  ['Zoe', 3_000, 100],
  ['adam', 9_000, 5_000],
  ['Mia', 6_000, 10],
] as const;

beforeAll(async () => {
  world = await openConsoleWorld();
  spending = await spendingOf(world.store);
  for (const [username, quota, used] of PEOPLE) {
    const person = await world.person(username);
    for (const key of await world.codes(quota)) await person.done('POST', '/api/user/topup', { key });
    await spending.charge(person.userId, used);
  }
  holder = await world.person('holder');
  for (const key of await world.codes(100_000)) await holder.done('POST', '/api/user/topup', { key });
  for (const [name, remain_quota, more] of [
    ['spent', 0, {}],
    ['small', 50, {}],
    ['large', 5_000, {}],
    ['free', 0, { unlimited_quota: true }],
    ['old', 10, { expired_time: 1_000 }],
  ] as const)
    await holder.done('POST', '/api/token/', { name, remain_quota, expired_time: -1, unlimited_quota: false, ...more });
  const all = await holder.done<Token[]>('GET', '/api/token/?p=0&size=100');
  tokens = Object.fromEntries(all.map((token) => [token.name, token]));
  await spending.charge(holder.userId, 40, { tokenId: tokens['large']?.id as TokenId });
  for (const fields of [
    { name: 'Beta', priority: 5, weight: 1, type: 1, tag: 'east' },
    { name: 'alpha', priority: 1, weight: 9, type: 14, tag: 'east' },
    { name: 'gamma', priority: 9, weight: 5, type: 1, tag: '' },
  ])
    await world.root.done('POST', '/api/channel/', { key: 'k', models: 'm', group: 'default', ...fields });
  await world.runner.waitFor(await world.store.head(), 5_000);
});
afterAll(() => world.close());

const named = async (path: string): Promise<string[]> =>
  (await world.root.done<{ items: { username?: string; name?: string }[] }>('GET', path)).items.map(
    ({ username, name }) => username ?? name ?? '',
  );
const people = async (query: string): Promise<string[]> =>
  (await named(`/api/user/?p=1&page_size=100&${query}`)).filter((name) => PEOPLE.some(([one]) => one === name));

describe('lists', () => {
  it.each([
    ['username', ['adam', 'Mia', 'Zoe']],
    ['quota', ['Zoe', 'adam', 'Mia']],
    ['used_quota', ['Mia', 'Zoe', 'adam']],
    ['id', ['Zoe', 'adam', 'Mia']],
  ])('of users are sorted by %s', async (sort, order) => {
    expect(await people(`sort=${sort}`)).toEqual(order);
    expect(await people(`sort=${sort}&order=desc`)).toEqual([...order].reverse());
  });

  it('of users are narrowed by status, with their total, in searches too', async () => {
    const [zoe] = (await world.root.done<{ items: User[] }>('GET', '/api/user/search?keyword=Zoe')).items;
    await world.root.done('POST', '/api/user/manage', { id: zoe?.id, action: 'disable' });
    expect(await people('status=2&sort=id')).toEqual(['Zoe']);
    expect(await people('status=1&sort=id')).toEqual(['adam', 'Mia']);
    expect(await named('/api/user/search?keyword=o&status=2')).toEqual(['Zoe']);
    expect(await world.root.done('GET', '/api/user/?status=2')).toMatchObject({ total: 1 });
  });

  const tokensOf = async (query: string): Promise<[string[], string | null]> => {
    const { json, headers } = await holder.call('GET', `/api/token/${query}`);
    return [(json.data as Token[]).map(({ name }) => name), headers.get('x-total-count')];
  };

  it('of tokens are sorted by what is left, without limit being the most', async () => {
    expect(await tokensOf('?sort=remain_quota')).toEqual([['spent', 'old', 'small', 'large', 'free'], '5']);
    expect(await tokensOf('?sort=remain_quota&order=desc&size=2')).toEqual([['free', 'large'], '5']);
    expect(await tokensOf('?sort=used_quota&order=desc&size=1')).toEqual([['large'], '5']);
    expect(await tokensOf('?sort=name&p=1&size=2')).toEqual([['old', 'small'], '5']);
  });

  it('of tokens are narrowed by what a token is shown as', async () => {
    await holder.done('PUT', '/api/token/?status_only=true', { id: tokens['small']?.id, status: 2 });
    expect(await tokensOf('?status=1&sort=name')).toEqual([['free', 'large'], '2']);
    expect(await tokensOf('?status=2')).toEqual([['small'], '1']);
    expect(await tokensOf('?status=3')).toEqual([['old'], '1']);
    expect(await tokensOf('?status=4')).toEqual([['spent'], '1']);
    const all = await holder.done<Token[]>('GET', '/api/token/?size=100');
    for (const status of [1, 2, 3, 4])
      expect((await tokensOf(`?status=${status}&sort=id`))[0]).toEqual(
        all
          .filter((token) => token.status === status)
          .map(({ name }) => name)
          .reverse(),
      );
  });

  it('of tokens found are paged and sorted as the list', async () => {
    expect(await tokensOf('search?keyword=l&sort=name')).toEqual([['large', 'old', 'small'], '3']);
    expect(await tokensOf('search?keyword=l&sort=name&p=1&size=2')).toEqual([['small'], '3']);
    const key = tokens['large']?.key ?? '';
    expect(await tokensOf(`search?keyword=&token=sk-${key}&status=1`)).toEqual([['large'], '1']);
    expect(await tokensOf(`search?keyword=&token=${key}&status=2`)).toEqual([[], '0']);
  });

  const channelsOf = async (query: string): Promise<[string[], string | null]> => {
    const { json, headers } = await world.root.call('GET', `/api/channel/${query}`);
    return [(json.data as Channel[]).map(({ name }) => name), headers.get('x-total-count')];
  };

  it('of channels are sorted and narrowed, and pages of tags count tags', async () => {
    expect(await channelsOf('')).toEqual([['gamma', 'Beta', 'alpha'], '3']);
    expect(await channelsOf('?sort=name')).toEqual([['alpha', 'Beta', 'gamma'], '3']);
    expect(await channelsOf('?sort=weight&order=desc&page_size=2')).toEqual([['alpha', 'gamma'], '3']);
    expect(await channelsOf('?sort=used_quota&order=desc')).toEqual([['Beta', 'gamma', 'alpha'], '3']);
    expect(await channelsOf('?type=1')).toEqual([['gamma', 'Beta'], '2']);
    expect(await channelsOf('?tag=east&sort=name')).toEqual([['alpha', 'Beta'], '2']);
    expect(await channelsOf('?status=2')).toEqual([[], '0']);
    expect(await channelsOf('?tag_mode=true&sort=name')).toEqual([['alpha', 'Beta'], '1']);
  });

  it('of channels found are paged where a page is asked for', async () => {
    expect(await channelsOf('search?model=m')).toEqual([['gamma', 'Beta', 'alpha'], '3']);
    expect(await channelsOf('search?model=m&p=1&page_size=2&group=null')).toEqual([['alpha'], '3']);
    expect(await channelsOf('search?model=m&p=undefined&page_size=')).toEqual([['gamma', 'Beta', 'alpha'], '3']);
  });

  it('of codes are sorted and narrowed by what is shown', async () => {
    const amounts = async (query: string): Promise<number[]> =>
      (await world.root.done<{ items: Code[] }>('GET', `/api/redemption/?page_size=100&${query}`)).items.map(
        ({ quota }) => quota,
      );
    await world.codes(77);
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await amounts('sort=quota')).toEqual([77, 3_000, 6_000, 9_000, 100_000]);
    expect(await amounts('sort=quota&order=desc&status=3')).toEqual([100_000, 9_000, 6_000, 3_000]);
    expect(await amounts('status=1')).toEqual([77]);
  });

  it('of log rows begin with the oldest where that is asked for', async () => {
    const ids = async (query: string): Promise<number[]> =>
      (await world.root.done<{ items: Log[] }>('GET', `/api/log/?${query}`)).items.map(({ id }) => id);
    const newest = await ids('page_size=100');
    expect(newest.length).toBeGreaterThan(5);
    expect(await ids('page_size=100&sort=created_at&order=desc')).toEqual(newest);
    expect(await ids('page_size=100&sort=created_at&order=asc')).toEqual([...newest].reverse());
    expect(await ids('sort=created_at&page_size=2&p=2')).toEqual([...newest].reverse().slice(2, 4));
  });

  it.each([
    ['/api/user/', USER_ORDERS],
    ['/api/channel/', CHANNEL_ORDERS],
    ['/api/token/', TOKEN_ORDERS],
    ['/api/redemption/', CODE_ORDERS],
    ['/api/log/', LOG_ORDERS],
  ])('are sorted by each column that they name, in both directions: %s', async (path, columns) => {
    const idsBy = async (sort: string, order: string): Promise<number[]> => {
      const answer = await world.root.done<Row[] | { items: Row[] }>(
        'GET',
        `${path}?sort=${sort}&order=${order}&page_size=100`,
      );
      return (Array.isArray(answer) ? answer : answer.items).map(({ id }) => id);
    };
    for (const column of columns) {
      const rising = await idsBy(column, 'asc');
      expect([column, (await idsBy(column, 'desc')).toSorted()]).toEqual([column, rising.toSorted()]);
    }
  });

  it.each([
    ['/api/user/', 'password'],
    ['/api/user/search', 'quota desc'],
    ['/api/channel/', 'key'],
    ['/api/channel/search', 'keys'],
    ['/api/token/', 'key'],
    ['/api/token/search', 'id;'],
    ['/api/redemption/', 'key'],
    ['/api/log/', 'quota'],
    ['/api/log/self', 'id'],
  ])('refuse a column that they have not, by its name: %s by %s', async (path, sort) => {
    expect(await world.root.refused('GET', `${path}?sort=${encodeURIComponent(sort)}`)).toContain('sort');
    expect(await world.root.refused('GET', `${path}?order=up`)).toContain('order');
  });

  it('refuse a status that there is not', async () => {
    for (const path of ['/api/user/', '/api/channel/', '/api/token/', '/api/redemption/'])
      expect(await world.root.refused('GET', `${path}?status=9`)).toContain('status');
  });
});
