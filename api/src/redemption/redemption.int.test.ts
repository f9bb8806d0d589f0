import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeAccount } from '@ledgate/domain/account/account-stream';
import { accountStream } from '@ledgate/domain/account/events';
import { type EventStore, type Revision, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import { changeRedemption } from '@ledgate/domain/redemption/redemption-stream';
import { type CodeId, eventIdOf, type SourceId, type UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { testKeys } from '@ledgate/projections/testing/directory-keys';
import { findCodeByKey } from '@ledgate/projections/directory/codes/codes';
import type { PendingCredit } from '@ledgate/projections/queries/claims';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import { createClaimsWorker } from '../claims/claims-worker.ts';
import { appendCredit } from '../claims/append-credit.ts';
import type { Code } from '../contract/redemption.ts';
import type { Log } from '../contract/log.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world.close());

const listed = async (key: string): Promise<Code> => {
  const { items } = await world.root.done<{ items: Code[] }>('GET', '/api/redemption/?p=1&page_size=100');
  const code = items.find((item) => item.key === key);
  if (code === undefined) throw new Error(`code ${key} is not listed`);
  return code;
};
const balance = async (client: ConsoleClient): Promise<number> =>
  (await client.done<{ quota: number }>('GET', '/api/user/self')).quota;
const topUps = async (client: ConsoleClient): Promise<Log[]> =>
  (await client.done<{ items: Log[] }>('GET', '/api/log/self/?p=1&page_size=100&type=1')).items;
/** The credit of a code in somebody's stream. */
async function creditIn(store: EventStore, { userId }: ConsoleClient): Promise<{ id: string; data: string }> {
  const events = await store.readStream(accountStream(userId ?? 0), 0 as Revision, 100);
  const credit = events.find(({ type }) => type === 'RedemptionCredited');
  if (credit === undefined) throw new Error('no credit');
  return { id: credit.id, data: credit.data };
}
const only = (keys: readonly string[]): string => keys[0] ?? '';

describe('redemption codes', () => {
  it('are made, listed and found', async () => {
    const keys = await world.codes(100_000, 3);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
    const page = await world.root.done<{ items: Code[]; total: number; page: number }>(
      'GET',
      '/api/redemption/?p=0&page_size=2',
    );
    expect(page).toMatchObject({ page: 1, total: 3 });
    expect(page.items).toHaveLength(2);
    expect(await listed(only(keys))).toMatchObject({
      quota: 100_000,
      status: 1,
      used_user_id: 0,
      used_username: '',
      name: 'gift',
    });
    expect(
      (await world.root.done<{ total: number }>('GET', '/api/redemption/search?keyword=gi&p=0&page_size=10')).total,
    ).toBe(3);
  });

  it.each([
    { quota: -1 },
    { quota: 2 ** 60 },
    { quota: 'many' },
    { quota: 0.5 },
    { quota: 0 },
    { count: 0 },
    { count: 101 },
    { name: '' },
    { name: 'x'.repeat(21) },
  ])('are not made with %j', async (wrong) => {
    const total = async () =>
      (await world.root.done<{ total: number }>('GET', '/api/redemption/?p=1&page_size=10')).total;
    const before = await total();
    expect(
      await world.root.refused('POST', '/api/redemption/', { name: 'wrong', quota: 1_000, count: 1, ...wrong }),
    ).toContain(Object.keys(wrong)[0] ?? '?');
    expect(await total()).toBe(before);
  });

  it('are in balance, log and list with the next read', async () => {
    const person = await world.person('redeemer');
    const key = only(await world.codes(123_457));
    expect(await person.done<number>('POST', '/api/user/topup', { key })).toBe(123_457);
    expect(await balance(person)).toBe(123_457);
    expect(await topUps(person)).toMatchObject([
      { type: 1, user_id: person.userId, quota: 0, amount: 123_457, username: 'redeemer' },
    ]);
    const code = await listed(key);
    expect(code).toMatchObject({ status: 3, used_user_id: person.userId, used_username: 'redeemer' });
    expect(Math.abs(code.redeemed_time - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('are worth something once', async () => {
    const [first, second] = [await world.person('first'), await world.person('second')];
    const key = only(await world.codes(50_000));
    await first.done('POST', '/api/user/topup', { key });
    await first.refused('POST', '/api/user/topup', { key });
    await second.refused('POST', '/api/user/topup', { key });
    await second.refused('POST', '/api/user/topup', { key: '0'.repeat(32) });
    expect([await balance(first), await balance(second)]).toEqual([50_000, 0]);
    expect(await topUps(second)).toEqual([]);
  });

  it('go to exactly one of several who redeem at the same moment', async () => {
    const people = [await world.person('one'), await world.person('other')];
    for (const key of await world.codes(10_000, 5)) {
      const answers = await Promise.all(
        [...people, ...people].map((person) => person.call('POST', '/api/user/topup', { key })),
      );
      expect(answers.filter(({ json }) => json.success === true)).toHaveLength(1);
    }
    const balances = await Promise.all(people.map(balance));
    expect(balances.reduce((sum, one) => sum + one, 0)).toBe(50_000);
  });

  it('can be disabled, enabled and edited until they are used', async () => {
    const person = await world.person('patient');
    const key = only(await world.codes(70_000));
    const { id } = await listed(key);
    expect(await world.root.done('PUT', '/api/redemption/?status_only=true', { id, status: 2 })).toMatchObject({
      status: 2,
    });
    await person.refused('POST', '/api/user/topup', { key });
    expect(await world.root.done('PUT', '/api/redemption/?status_only=true', { id, status: 1 })).toMatchObject({
      status: 1,
    });
    expect(await world.root.done('PUT', '/api/redemption/', { id, name: 'dearer', quota: 80_000 })).toMatchObject({
      name: 'dearer',
      quota: 80_000,
    });
    await person.done('POST', '/api/user/topup', { key });
    expect(await balance(person)).toBe(80_000);
    await world.root.refused('PUT', '/api/redemption/?status_only=true', { id, status: 1 });
    await world.root.refused('PUT', '/api/redemption/', { id, name: 'x', quota: 1 });
  });

  it('are gone for everybody when deleted', async () => {
    const key = only(await world.codes(60_000));
    const { id } = await listed(key);
    await world.root.done('DELETE', `/api/redemption/${id}/`);
    await (await world.person('too-late')).refused('POST', '/api/user/topup', { key });
    await world.root.refused('GET', `/api/redemption/${id}`);
    await world.root.refused('DELETE', `/api/redemption/${id}/`);
  });

  it('take what they were worth with them when deleted, also when a first attempt ended half-way', async () => {
    const outstanding = async () =>
      (
        await world.root.done<{ accounts: { account: string; balance: number }[] }>('GET', '/api/ledger/trial_balance')
      ).accounts.find(({ account }) => account === 'codes:outstanding')?.balance ?? 0;
    const before = await outstanding();
    const keys = await world.codes(60_000, 2);
    const [whole, half] = [await listed(keys[0] ?? ''), await listed(keys[1] ?? '')];
    await world.root.done('PUT', '/api/redemption/?status_only=true', { id: whole.id, status: 2 });
    await changeRedemption(
      world.store,
      half.id as CodeId,
      { type: 'WithdrawCode', actorId: 1 as UserId },
      { commandId: 'half', correlationId: 'half', occurredAtMs: Date.now(), actor: 'user-1' },
    );
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await outstanding()).toBe(before + 60_000);
    expect(await listed(half.key)).toMatchObject({ status: 2 });
    await world.root.refused('PUT', '/api/redemption/?status_only=true', { id: half.id, status: 1 });
    for (const { id } of [whole, half]) await world.root.done('DELETE', `/api/redemption/${id}/`);
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await outstanding()).toBe(before);
    await world.root.refused('GET', `/api/redemption/${half.id}`);
  });

  it('stay exact beyond 32 bits', async () => {
    const person = await world.person('rich');
    for (const key of [...(await world.codes(5_000_000_000)), ...(await world.codes(1))])
      await person.done('POST', '/api/user/topup', { key });
    expect(await balance(person)).toBe(5_000_000_001);
  });
});

describe('a claim whose process died before the credit', () => {
  async function claimed(person: ConsoleClient, amount: number, occurredAtMs = Date.now()): Promise<string> {
    const key = only(await world.codes(amount));
    const code = await findCodeByKey(world.db, testKeys(world.db), key);
    const claim = await changeRedemption(
      world.store,
      code?.id as CodeId,
      { type: 'RedeemCode', accountId: person.userId as UserId, nowMs: Date.now() },
      {
        commandId: `dies-${key}`,
        correlationId: 'dies',
        occurredAtMs,
        actor: `user-${person.userId}`,
      },
    );
    expect(claim.ok).toBe(true);
    return key;
  }

  const worker = (times = { periodMs: 10, ageMs: 0, startWaitMs: 5_000 }) =>
    createClaimsWorker({
      db: world.db,
      store: world.store,
      readModels: world.runner,
      clock: systemClock,
      log: silentLog,
      times,
    });

  it('is credited once before the next process is ready, however many start', async () => {
    const person = await world.person('unlucky');
    const key = await claimed(person, 40_000);
    expect(await balance(person)).toBe(0);
    expect(await Promise.all([worker().creditBacklog(), worker().creditBacklog(), worker().creditBacklog()])).toEqual([
      true,
      true,
      true,
    ]);
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect(await balance(person)).toBe(40_000);
    expect(await topUps(person)).toHaveLength(1);
    await person.refused('POST', '/api/user/topup', { key });
  });

  it('is credited by a process that runs, and not before it is old enough', async () => {
    const person = await world.person('waiting');
    await claimed(person, 30_000);
    // Behind it stands one that is old enough: claims are looked at in their order, so when that is credited both have been.
    const marker = await world.person('overdue');
    await claimed(marker, 1_000, Date.now() - 2 * 3_600_000);
    const patient = worker({ periodMs: 10, ageMs: 3_600_000, startWaitMs: 5_000 });
    patient.start();
    await expect(until(async () => (await balance(marker)) === 1_000)).resolves.toBe(true);
    await patient.stop();
    expect(await balance(person)).toBe(0);

    const prompt = worker();
    prompt.start();
    await expect(until(async () => (await balance(person)) === 30_000)).resolves.toBe(true);
    await prompt.stop();
  });

  it('would be the very event by which it was credited at once', async () => {
    const person = await world.person('at-once');
    const [key = ''] = await world.codes(25_000);
    await person.done('POST', '/api/user/topup', { key });
    const credited = await creditIn(world.store, person);

    const code = await findCodeByKey(world.db, testKeys(world.db), key);
    const [accountId, amount] = [person.userId as UserId, quota(25_000)];
    const claim: PendingCredit = {
      source: `redemption-${code?.id}` as SourceId,
      accountId,
      amount,
      position: START,
      claimedMs: Date.now(),
      claimed: { kind: 'redemption', redeemed: { codeId: code?.id as CodeId, accountId, amount, use: 1 } },
    };
    const elsewhere = new MemoryEventStore();
    const context = { commandId: 'open', correlationId: 'x', occurredAtMs: 1, actor: 'user-1' };
    await changeAccount(elsewhere, accountId, { type: 'OpenAccount', userId: accountId, grants: [] }, context);
    await appendCredit(elsewhere, claim, Date.now());
    expect(await creditIn(elsewhere, person)).toEqual(credited);
  });

  it('is credited to a closed account too', async () => {
    const person = await world.person('closing');
    await claimed(person, 20_000);
    await person.done('DELETE', '/api/user/self');
    expect(await worker().creditBacklog()).toBe(true);
    await world.runner.waitFor(await world.store.head(), 5_000);
    const { items } = await world.root.done<{ items: { id: number; quota: number }[] }>(
      'GET',
      '/api/user/search?keyword=closing&group=&p=1&page_size=10',
    );
    expect(items).toMatchObject([{ quota: 20_000 }]);
  });
});

/** Bounded; false when it never came true. */
async function until(comesTrue: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await comesTrue()) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  return false;
}

describe('a code of somebody whose account only a later release can go on with', () => {
  it('is redeemed, and the answer says that its credit follows', async () => {
    // A world of its own: the projector stops before what it does not know.
    const later = await openConsoleWorld();
    try {
      const person = await later.person('upgraded');
      const key = only(await later.codes(40_000));
      const stream = accountStream(person.userId ?? 0);
      const [last] = await later.store.readStreamBackwards(stream, 1);
      if (last === undefined) throw new Error('no account');
      await later.store.append(stream, last.revision, [{ ...last, id: eventIdOf('later', 0), type: 'CreditPaused' }]);
      const { status, json } = await person.call('POST', '/api/user/topup', { key });
      expect([status, json.success, json.data]).toEqual([200, true, 40_000]);
      expect(json.message).toContain('follows by itself');
      const code = await findCodeByKey(later.db, testKeys(later.db), key);
      const [claimed] = await later.store.readStreamBackwards(redemptionStream(code?.id ?? (0 as CodeId)), 1);
      expect(claimed?.type).toBe('CodeRedeemed');
    } finally {
      await later.close();
    }
  });
});
