import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { encode } from '@ledgate/domain/events/codec';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { channelId, tokenId } from '@ledgate/domain/shared/ids';
import type { RequestId, SourceId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import type { ScopedStatement, Statement } from '../contract/statement.ts';
import { EXPORT_STRETCH_ROWS } from '../limits.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

const NAME = `<img src=x onerror="alert(1)">&'`;
const CREDIT = 1_000_000;

let world: ConsoleWorld;
let spending: Spending;
let person: ConsoleClient;
let admin: ConsoleClient;
let clerk: ConsoleClient;

beforeAll(async () => {
  world = await openConsoleWorld();
  spending = await spendingOf(world.store);
  person = await world.person('reader');
  [admin, clerk] = [await world.person('boss'), await world.person('clerk')];
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
  await world.root.done('PUT', '/api/user/permissions', { id: clerk.userId, permissions: ['finance'] });
  await world.root.done('PUT', '/api/option/', { key: 'SystemName', value: NAME });
  for (const key of await world.codes(CREDIT)) await person.done('POST', '/api/user/topup', { key });
  await person.done('POST', '/api/token/', { name: '=laptop', unlimited_quota: true });
  for (let call = 0; call < 7; call += 1)
    await spending.charge(person.userId, 100 + call, {
      tokenId: tokenId(1),
      channelId: channelId(call < 3 ? 4 : 5),
      group: 'vip',
      modelBilled: call === 0 ? '' : 'gpt-4o',
      requestId: `call-${call}` as RequestId,
    });
  await world.root.done('POST', '/api/user/adjust', { id: person.userId, delta: -5_000, reason: NAME });
  await refund(50);
  await world.runner.waitFor(await world.store.head(), 5_000);
});
afterAll(() => world.close());

/** Gives back a part of the call 3. */
async function refund(amount: number): Promise<void> {
  const stream = accountStream(person.userId as never);
  const last = (await world.store.readStreamBackwards(stream, 1))[0]?.revision ?? (0 as Revision);
  const data = {
    amount: quota(amount),
    source: 'refund-1' as SourceId,
    tokenId: tokenId(1),
    requestId: 'call-3' as RequestId,
  };
  const context = { commandId: 'refund', correlationId: 'refund', occurredAtMs: Date.now(), actor: 'worker-1' };
  const outcome = await world.store.append(stream, last, encode([{ type: 'ConsumptionRefunded', data }], context));
  expect(outcome.outcome).toBe('appended');
}

const CHARGED = -(100 + 101 + 102 + 103 + 104 + 105 + 106);
const file = (client: ConsoleClient, path: string) => client.call('GET', path);

describe('a statement', () => {
  it('says how far the ledger is told, what it is in USD, and what its credits and charges are made of', async () => {
    const seen = await person.done<Statement>('GET', '/api/statement/self?zone=Asia/Kathmandu');
    expect(seen.position).toBe(await world.store.head());
    expect(seen).toMatchObject({
      charges: CHARGED,
      refunds: 50,
      adjustments: -5_000,
      zone: 'Asia/Kathmandu',
      late: [],
      reopened: [],
    });
    expect(seen.money).toMatchObject({
      currency: 'USD',
      quota_per_unit: '500000',
      charges: '-0.001442',
      closing: expect.any(String),
    });
    expect(seen.credits_by_kind).toContainEqual({ kind: 'redemption', amount: CREDIT, count: 1 });
    expect(seen.charges_by_token).toEqual([{ token_id: 1, name: '=laptop', requests: 7, amount: CHARGED }]);
    expect(seen.charges_by_model.map(({ model, requests, amount }) => [model, requests, amount])).toEqual([
      ['gpt-4o', 6, CHARGED + 100],
      ['', 1, -100],
    ]);
    for (const lines of [seen.charges_by_model, seen.charges_by_token, seen.charges_by_day])
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(seen.charges);
  });

  it.each([
    ['period=2026-11&start=5', 'period_or_range', 'period'],
    ['period=2026-11&end=5', 'period_or_range', 'period'],
    ['period=2026-13', 'period_invalid', 'period'],
    ['period=20261', 'period_invalid', 'period'],
    ['period=2026-11&zone=Mars/Olympus', 'zone_unknown', 'zone'],
    ['zone=Mars/Olympus', 'zone_unknown', 'zone'],
  ])('refuses %s', async (query, code, field) => {
    const { status, json } = await person.call('GET', `/api/statement/self?${query}`);
    expect([status, json]).toEqual([200, expect.objectContaining({ success: false, code, field })]);
    const ofFile = await person.call('GET', `/api/statement/self/file?${query}`);
    expect([ofFile.status, ofFile.json]).toEqual([400, expect.objectContaining({ success: false, code, field })]);
  });

  it.each(['zone=%00', `zone=${'x'.repeat(1_000)}`, `period=${'9'.repeat(1_000)}`, 'start=x', 'limit=-1&after=-1'])(
    'is not made where bad input says %s, and nothing breaks',
    async (query) => {
      const { status, json } = await person.call('GET', `/api/statement/self?${query}`);
      expect([status, json]).toEqual([
        200,
        expect.objectContaining({ success: false, code: expect.any(String), field: expect.any(String) }),
      ]);
    },
  );

  it('of a period is of its local days', async () => {
    const { start, end } = await person.done<Statement>(
      'GET',
      '/api/statement/self?period=2026-11&zone=America/New_York',
    );
    expect([start, end]).toEqual([Date.UTC(2026, 10, 1, 4) / 1_000, Date.UTC(2026, 11, 1, 5) / 1_000]);
  });
});

describe('statements of anything', () => {
  const of = (query: string) => clerk.done<ScopedStatement>('GET', `/api/finance/statement?${query}`);

  it('of channels, groups and tokens have their charges, and what gives them back', async () => {
    expect(await of('scope=channel&id=4')).toMatchObject({ charges: -303, refunds: 0, closing: -303, name: '' });
    expect(await of('scope=channel&id=5')).toMatchObject({ charges: CHARGED + 303, refunds: 50, credits: 0 });
    expect(await of('scope=group&id=vip')).toMatchObject({ charges: CHARGED, refunds: 50, adjustments: 0 });
    expect(await of('scope=token&id=1')).toMatchObject({ charges: CHARGED, refunds: 50, name: '=laptop' });
    const { entries } = await of('scope=channel&id=5');
    expect(entries.map(({ balance, username }) => [balance, username]).at(-1)).toEqual([CHARGED + 353, 'reader']);
    const rest = await of(`scope=channel&id=5&start=0&limit=2&after=${entries[1]?.position}`);
    expect(rest.entries).toEqual(entries.slice(2, 4));
  });

  it('of all are those of every account together', async () => {
    const all = await of('scope=all');
    const users = await Promise.all(
      [person, admin, clerk, world.root].map(({ userId }) => of(`scope=user&id=${userId}`)),
    );
    for (const figure of ['opening', 'credits', 'charges', 'refunds', 'adjustments', 'closing'] as const)
      expect(all[figure]).toBe(users.reduce((sum, user) => sum + user[figure], 0));
    expect(all.entries.at(-1)?.balance).toBe(all.closing);
  });

  it.each([
    ['scope=planet&id=1', 'scope_invalid', 'scope'],
    ['', 'scope_invalid', 'scope'],
    ['scope=user', 'scope_invalid', 'id'],
    ['scope=channel&id=x', 'scope_invalid', 'id'],
    ['scope=group', 'scope_invalid', 'id'],
    ['scope=group&id=nobody', 'scope_invalid', 'id'],
    ['scope=user&id=987654', 'user_missing', 'id'],
    ['scope=token&id=987654', 'token_missing', 'id'],
    ['scope=channel&id=987654', 'channel_missing', 'id'],
  ])('are refused of %j', async (query, code, field) => {
    const { json } = await clerk.call('GET', `/api/finance/statement?${query}`);
    expect(json).toMatchObject({ success: false, code, field });
    const ofFile = await file(clerk, `/api/finance/statement/file?${query}`);
    expect([ofFile.status, ofFile.json]).toEqual([
      code.endsWith('_missing') ? 404 : 400,
      expect.objectContaining({ success: false, code }),
    ]);
  });
});

describe('a file of a statement', () => {
  it('in JSON is what the call without it answers, with all entries', async () => {
    const whole = await person.done<Statement>('GET', '/api/statement/self?start=0&end=4000000000');
    const { status, headers, text } = await file(person, '/api/statement/self/file?start=0&end=4000000000');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual(whole);
    const scoped = await clerk.done('GET', '/api/finance/statement?scope=all&start=0&end=4000000000');
    const all = await file(clerk, '/api/finance/statement/file?scope=all&start=0&end=4000000000&format=json');
    expect(JSON.parse(all.text)).toEqual(scoped);
  });

  it('in CSV has a line an entry, and nothing that a spreadsheet reckons', async () => {
    const { headers, text } = await file(person, '/api/statement/self/file?format=csv');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="statement-user-\d+-[\d-]+\.csv"$/u);
    const [header, ...lines] = text.trimEnd().split('\n');
    expect(header).toBe('position,time,kind,type,units,balance_units,amount,request_id,text');
    const { opening, closing, entries } = await person.done<Statement>('GET', '/api/statement/self');
    expect(lines).toHaveLength(entries.length);
    expect(lines.reduce((sum, line) => sum + Number(line.split(',')[4]), 0)).toBe(closing - opening);
    expect(lines.find((line) => line.includes('call-0'))).toMatch(
      /^\d+,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,charge,ConsumptionRecorded,-100,\d+,-0\.000200,call-0,/u,
    );
  });

  it('in HTML runs nothing, asks nobody, and takes no name for anything else', async () => {
    const { headers, text } = await file(person, '/api/statement/self/file?format=html&zone=Asia/Kathmandu');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/<(script|img|link|iframe|object)|@import|url\(|<[^>]*\s(src|href)=/iu);
    expect(text).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    const { closing, money } = await person.done<Statement>('GET', '/api/statement/self');
    expect(text).toContain(money.closing);
    expect(text).toContain(closing.toLocaleString('en-US'));
    expect(text).toContain('@page{size:A4');
    const { entries } = await person.done<Statement>('GET', '/api/statement/self?zone=Asia/Kathmandu');
    const heads = [...text.matchAll(/<tr class="d">.*?>([^<]*)<\/th>/gu)].map(([, day]) => day);
    expect(heads).toEqual([...new Set(entries.map(({ day }) => day))]);
    const zh = await person.call('GET', '/api/statement/self/file?format=html', undefined, { 'accept-language': 'zh' });
    expect(zh.text).toContain('期末余额');
  });

  it('is refused in a format that there is none of, and of others without the permission', async () => {
    const { status, json } = await file(person, '/api/statement/self/file?format=pdf');
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 'format_unknown', field: 'format' })]);
    for (const client of [person, admin]) {
      const refused = await file(client, `/api/statement/${person.userId}/file`);
      expect([refused.status, refused.json]).toEqual([403, expect.objectContaining({ code: 'permission_lacking' })]);
    }
    expect((await file(clerk, `/api/statement/${person.userId}/file`)).status).toBe(200);
    const missing = { success: false, code: 'user_missing', field: 'id' };
    const ofNobody = await file(clerk, '/api/statement/987654/file');
    expect([ofNobody.status, ofNobody.json]).toEqual([404, expect.objectContaining(missing)]);
    expect((await clerk.call('GET', '/api/statement/987654')).json).toMatchObject(missing);
    const ofStranger = await file(world.client(), '/api/statement/self/file');
    expect([ofStranger.status, ofStranger.json]).toEqual([401, expect.objectContaining({ code: 'not_signed_in' })]);
  });

  it('of more entries than are read at a time has each once, and goes on with the balance', async () => {
    const busy = await world.person('busy');
    for (const key of await world.codes(CREDIT)) await busy.done('POST', '/api/user/topup', { key });
    const charges = EXPORT_STRETCH_ROWS + 7;
    for (let call = 0; call < charges; call += 1)
      await spending.charge(busy.userId, 1, {
        tokenId: tokenId(1),
        channelId: channelId(9),
        requestId: `b${call}` as RequestId,
      });
    await world.runner.waitFor(await world.store.head(), 20_000);
    for (const query of [`scope=user&id=${busy.userId}`, 'scope=channel&id=9', 'scope=all']) {
      const { text } = await file(clerk, `/api/finance/statement/file?${query}`);
      const { opening, closing, entries, position } = JSON.parse(text) as ScopedStatement;
      expect(entries.filter(({ request_id: id }) => /^b\d+$/u.test(id)).map(({ request_id: id }) => id)).toEqual(
        Array.from({ length: charges }, (_, call) => `b${call}`),
      );
      let balance: number = opening;
      for (const entry of entries) expect(entry.balance).toBe((balance += entry.amount));
      expect(balance).toBe(closing);
      expect(entries.every((entry) => entry.position <= position)).toBe(true);
    }
  });
});

describe('sums beyond what a number tells exactly', () => {
  it('are refused, of what they are sums', async () => {
    const rich = [await world.person('rich'), await world.person('richer')];
    for (const { userId } of rich) {
      const stream = accountStream(userId as never);
      const last = (await world.store.readStreamBackwards(stream, 1))[0]?.revision ?? (0 as Revision);
      const data = { amount: quota(9_000_000_000_000_000), grant: 'opening', source: 'opening' as SourceId } as const;
      const context = { commandId: 'opening', correlationId: 'opening', occurredAtMs: Date.now(), actor: 'worker-1' };
      await world.store.append(stream, last, encode([{ type: 'QuotaGranted', data }], context));
    }
    await world.runner.waitFor(await world.store.head(), 5_000);
    const refused = { success: false, code: 'sums_too_large', field: 'scope' };
    expect((await clerk.call('GET', '/api/finance/statement?scope=all')).json).toMatchObject(refused);
    for (let times = 0; times < 3; times += 1) {
      const { status, json } = await file(clerk, '/api/finance/statement/file?scope=all');
      expect([status, json]).toEqual([400, expect.objectContaining(refused)]);
    }
    const { closing } = await clerk.done<Statement>('GET', `/api/statement/${rich[0]?.userId}`);
    expect(closing).toBeGreaterThanOrEqual(9_000_000_000_000_000);
  });
});
