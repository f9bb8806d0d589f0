import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decode } from '@ledgate/domain/events/codec';
import { START } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';
import { tokenId } from '@ledgate/domain/shared/ids';
import type { RequestId } from '@ledgate/domain/shared/ids';
import type { BalanceAt } from '../contract/balance.ts';
import type { Statement } from '../contract/statement.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

const CREDIT = 1_000_000;
const EVENTS_MAX = 1_000;
const LIMIT = 700_000;
const DAY_MS = 86_400_000;

let world: ConsoleWorld;
let spending: Spending;
let person: ConsoleClient;
let other: ConsoleClient;
let admin: ConsoleClient;
let clerk: ConsoleClient;

beforeAll(async () => {
  world = await openConsoleWorld();
  spending = await spendingOf(world.store);
  [person, other] = [await world.person('reader'), await world.person('other')];
  [admin, clerk] = [await world.person('boss'), await world.person('clerk')];
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
  await world.root.done('PUT', '/api/user/permissions', { id: clerk.userId, permissions: ['finance'] });
  for (const key of await world.codes(CREDIT)) await person.done('POST', '/api/user/topup', { key });
  await person.done('POST', '/api/token/', { name: 'laptop', unlimited_quota: false, remain_quota: LIMIT });
  for (let call = 0; call < 4; call += 1)
    await spending.charge(person.userId, 100 + call, { tokenId: tokenId(1), requestId: `call-${call}` as RequestId });
  await world.runner.waitFor(await world.store.head(), 5_000);
});
afterAll(() => world.close());

const asked = (client: ConsoleClient, query: string, who: number | 'self' = 'self') =>
  client.done<BalanceAt>('GET', `/api/ledger/balance/${who}?${query}`);

describe('a balance at an instant', () => {
  it('is the fold of the journal at every position, for himself and for who reads money', async () => {
    const events = (await world.store.readAll(START, EVENTS_MAX)).map((event) => decode(event));
    let balance = 0;
    for (const [index, recorded] of events.entries()) {
      for (const { account, amount } of postings(recorded))
        if (account === `user:${person.userId}:wallet`) balance += amount;
      const seen = await asked(person, `position=${recorded.position}`);
      expect(seen).toMatchObject({
        position: recorded.position,
        index,
        balance,
        basis: null,
        at_ms: null,
        token: null,
      });
      expect(seen.credits - seen.used).toBe(seen.balance);
      expect(await asked(clerk, `position=${recorded.position}`, person.userId)).toEqual(seen);
    }
    expect(balance).toBe((await asked(person, '')).balance);
  });

  it('is the opening of a statement that begins then, nothing before the account, and the present in the future', async () => {
    const startS = Math.floor(Date.now() / 1_000) + 3_600;
    const { opening } = await person.done<Statement>('GET', `/api/statement/self?start=${startS}`);
    for (const basis of ['event', 'recorded']) {
      const seen = await asked(person, `at_ms=${startS * 1_000 - 1}&basis=${basis}`);
      expect(seen).toMatchObject({ balance: opening, basis, at_ms: startS * 1_000 - 1, username: 'reader' });
      expect(await asked(person, `at_ms=${startS * 1_000 + DAY_MS}&basis=${basis}`)).toMatchObject({
        balance: opening,
      });
      expect(await asked(person, `at_ms=1000000000000&basis=${basis}`)).toMatchObject({
        balance: 0,
        credits: 0,
      });
    }
  });

  it('has a token with its limit, use and rest', async () => {
    const used = 100 + 101 + 102 + 103;
    expect((await asked(person, 'token_id=1')).token).toEqual({
      token_id: 1,
      limit: LIMIT,
      used,
      remain: LIMIT - used,
    });
    expect((await asked(person, 'token_id=1&at_ms=5')).token).toEqual({
      token_id: 1,
      limit: null,
      used: 0,
      remain: null,
    });
  });

  it('names a position of which it is told again, whatever comes later', async () => {
    const seen = await asked(person, `at_ms=${Date.now()}`);
    await world.root.done('POST', '/api/user/adjust', { id: person.userId, delta: -5_000, reason: 'later' });
    const again = await asked(person, `position=${seen.position}`);
    expect(again).toEqual({ ...seen, basis: null, at_ms: null });
    expect((await asked(person, '')).balance).toBe(seen.balance - 5_000);
  });
});

describe('a balance at an instant is refused', () => {
  it.each([
    ['basis=yesterday&at_ms=5', 'filter_unknown', 'basis'],
    ['at_ms=5&position=5', 'range_invalid', 'position'],
    ['position=987654321', 'position_ahead', 'position'],
    ['token_id=987654', 'token_missing', 'token_id'],
    ['at_ms=-1', 'field_invalid', 'at_ms'],
    ['at_ms=tomorrow', 'field_invalid', 'at_ms'],
    ['at_ms=99999999999999999999', 'field_invalid', 'at_ms'],
    ['position=1.5', 'field_invalid', 'position'],
    ['token_id=x', 'field_invalid', 'token_id'],
    ['basis=%00', 'field_invalid', 'basis'],
  ])('by %s', async (query, code, field) => {
    const { status, json } = await person.call('GET', `/api/ledger/balance/self?${query}`);
    expect([status, json]).toEqual([200, expect.objectContaining({ success: false, code, field })]);
  });

  it('where the token is of somebody else, also to who reads money', async () => {
    for (const [client, who] of [[other, 'self'] as const, [clerk, other.userId] as const]) {
      const { json } = await client.call('GET', `/api/ledger/balance/${who}?token_id=1`);
      expect(json).toMatchObject({ success: false, code: 'token_missing', field: 'token_id' });
    }
  });

  it('where there is no such person, and to who has the role alone', async () => {
    const { json } = await clerk.call('GET', '/api/ledger/balance/987654?at_ms=1');
    expect(json).toMatchObject({ success: false, code: 'user_missing', field: 'id' });
    for (const client of [person, admin]) {
      const refused = await client.call('GET', `/api/ledger/balance/${other.userId}?at_ms=1`);
      expect(refused.json).toMatchObject({ success: false, code: 'permission_lacking' });
    }
  });

  it('where read models do not hold the instant whole; the present is what they know', async () => {
    const known = await asked(person, '');
    await world.runner.stop();
    await spending.charge(person.userId, 70, { tokenId: tokenId(1), requestId: 'behind' as RequestId });
    const head = await world.store.head();
    for (const [query, field] of [
      [`position=${head}`, 'position'],
      [`at_ms=${Date.now() - 1}`, 'at_ms'],
      [`at_ms=${Date.now() - 1}&basis=recorded`, 'at_ms'],
    ]) {
      const { json } = await person.call('GET', `/api/ledger/balance/self?${query}`);
      expect(json).toMatchObject({ success: false, code: 'read_models_behind', field });
    }
    const { json, headers } = await person.call('GET', '/api/ledger/balance/self');
    expect([json, headers.get('x-ledgate-behind')]).toEqual([
      expect.objectContaining({ data: known }),
      expect.any(String),
    ]);
    expect(await asked(person, `position=${known.position}`)).toEqual(known);
  }, 60_000);
});
