import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tokenId, userId } from '@ledgate/domain/shared/ids';
import { addToken, addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import type { TokenView } from '../relay-view.ts';
import { createRefusedCalls, type RunningRefusedCalls } from './create-refused-calls.ts';
import { refusedCalls, refusedCallsTotal, sweepRefusedCalls } from './find.ts';

const HOUR_S = 3_600;
const NOW_S = 500_000 * HOUR_S;
const AT_MS = NOW_S * 1_000;

let directory: DirectoryFixture;
let relays: RunningRefusedCalls[];
const errors: unknown[] = [];

beforeEach(async () => {
  directory = await openDirectory();
  errors.length = 0;
  relays = ['one', 'other'].map((relayId) =>
    createRefusedCalls({ pool: directory.pool, relayId, onError: (error) => void errors.push(error) }),
  );
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await directory.close();
});

const all = () => refusedCalls(directory.pool, {}, 10);

describe('refused calls', () => {
  it('of all relays are one sum by hour, key and reason; whose key is unknown stands beside them', async () => {
    const user = await addUser(directory.pool, { username: 'grace' });
    const token = await addToken(directory.pool, { userId: user.id, name: 'laptop' });
    const caller = { tokenId: tokenId(token.id), user: { userId: userId(user.id) } as TokenView['user'] };
    for (const relay of relays) {
      relay.count(undefined, 'unknown_key', AT_MS - HOUR_S * 1_000);
      relay.count(caller, 'balance', AT_MS);
      relay.count(caller, 'balance', AT_MS + 1);
      await relay.write();
    }
    relays[0]?.count(caller, 'balance', AT_MS + 2);
    await relays[0]?.write();
    const of = { hour: NOW_S, userId: user.id, username: 'grace', tokenName: 'laptop', reason: 'balance' };
    const unknown = { hour: NOW_S - HOUR_S, userId: 0, username: null, tokenName: null, reason: 'unknown_key' };
    expect(await all()).toEqual({
      total: 7,
      rows: [
        { ...of, count: 5 },
        { ...unknown, count: 2 },
      ],
      complete: true,
    });
    expect(await refusedCalls(directory.pool, { userId: user.id }, 10)).toMatchObject({ total: 5 });
    expect(await refusedCalls(directory.pool, { username: 'nobody' }, 10)).toMatchObject({ total: 0, rows: [] });
    expect(await refusedCalls(directory.pool, { tokenName: 'laptop' }, 10)).toMatchObject({ total: 5 });
    expect(await refusedCalls(directory.pool, { fromS: NOW_S + 60 }, 10)).toMatchObject({ total: 5 });
    expect(await refusedCalls(directory.pool, { toS: NOW_S - 1 }, 10)).toMatchObject({ total: 2 });
    expect(await refusedCalls(directory.pool, {}, 1)).toMatchObject({ total: 7, rows: [of], complete: false });
    for (const [filter, total] of [
      [{}, 7],
      [{ userId: user.id }, 5],
      [{ tokenName: 'laptop', fromS: NOW_S + 60 }, 5],
      [{ toS: NOW_S - 1 }, 2],
      [{ username: 'nobody' }, 0],
    ] as const)
      expect(await refusedCallsTotal(directory.pool, filter)).toBe(total);
  });

  it('are the same however often a batch is written, and are kept while the database is away', async () => {
    const [relay] = relays;
    relay?.count(undefined, 'no_key', AT_MS);
    await directory.pool.query('alter table directory.refused_calls rename to away');
    await expect(relay?.write()).rejects.toThrow(/refused_calls/u);
    relay?.count(undefined, 'no_key', AT_MS);
    await directory.pool.query('alter table directory.away rename to refused_calls');
    await relay?.write();
    await directory.pool.query('update directory.refused_calls set count = 5');
    relay?.count(undefined, 'no_key', AT_MS);
    await relay?.write();
    expect(await all()).toMatchObject({ total: 5 });
  });

  it('are written when the process stops, and swept after 30 days', async () => {
    const [relay] = relays;
    relay?.count(undefined, 'no_key', AT_MS - 31 * 24 * HOUR_S * 1_000);
    relay?.count(undefined, 'no_key', AT_MS);
    await relay?.stop();
    expect(await all()).toMatchObject({ total: 2 });
    expect(await sweepRefusedCalls(directory.pool, NOW_S)).toBe(1);
    expect(await all()).toMatchObject({ total: 1 });
    expect(errors).toEqual([]);
  });
});
