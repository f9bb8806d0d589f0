import { describe, expect, it } from '@jest/globals';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import type { TokenView } from '../relay-view.ts';
import { addressList } from '../tokens/address-list.ts';
import { TokenCache } from './token-cache.ts';

const token = (id: number, owner: number): TokenView => ({
  tokenId: id as TokenId,
  key: `key-${id}`,
  name: '',
  status: 1,
  expiredTime: -1,
  unlimited: true,
  limitVersion: 0,
  models: null,
  addresses: null,
  group: '',
  limits: undefined,
  user: {
    userId: owner as UserId,
    username: '',
    role: 1,
    status: 1,
    group: 'default',
    closed: false,
    limits: undefined,
  },
});

describe('the cache of tokens', () => {
  it('forgets by token and by owner, and finds a token that is kept anew', () => {
    const cache = new TokenCache();
    for (const [id, owner] of [
      [1, 7],
      [2, 7],
      [3, 8],
    ] as const)
      cache.keep(token(id, owner));
    cache.tokenChanged(1);
    expect(cache.get('key-1')).toBeUndefined();
    cache.keep(token(1, 7));
    cache.keep(token(1, 7));
    expect(cache.ofToken(1)?.key).toBe('key-1');
    cache.userChanged(7);
    expect([cache.get('key-1'), cache.get('key-2'), cache.get('key-3')?.tokenId]).toEqual([undefined, undefined, 3]);
    expect(cache.size).toBe(1);
  });

  it('keeps at most so many, the most recently used', () => {
    const cache = new TokenCache(2);
    cache.keep(token(1, 1));
    cache.keep(token(2, 1));
    cache.get('key-1');
    cache.keep(token(3, 1));
    expect([cache.get('key-1')?.tokenId, cache.get('key-2'), cache.ofToken(2)]).toEqual([1, undefined, undefined]);
  });

  it('keeps no more than a number of bytes, of which tokens that name much take many', () => {
    const cache = new TokenCache(1_000, 1024 * 1024);
    const addresses = addressList(Array.from({ length: 1_700 }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join('\n'));
    const models = new Set(Array.from({ length: 4_000 }, (_, at) => `m${at}`));
    for (const id of [1, 2, 3]) cache.keep({ ...token(id, 1), addresses });
    expect([cache.get('key-1'), cache.ofToken(1), cache.get('key-3')?.tokenId]).toEqual([undefined, undefined, 3]);
    for (const id of [4, 5, 6, 7, 8]) cache.keep({ ...token(id, 1), models });
    expect([cache.get('key-3'), cache.get('key-4'), cache.get('key-8')?.tokenId]).toEqual([undefined, undefined, 8]);
    for (let id = 10; id < 500; id += 1) cache.keep(token(id, 1));
    expect(cache.get('key-10')?.tokenId).toBe(10);
  });

  it('keeps an unknown key for a second', () => {
    const cache = new TokenCache();
    cache.keepUnknown('k', 5_000);
    expect([cache.isUnknown('k', 5_999), cache.isUnknown('k', 6_000)]).toEqual([true, false]);
    cache.forgetUnknown();
    expect(cache.isUnknown('k', 5_001)).toBe(false);
  });
});
