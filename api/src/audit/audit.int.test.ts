import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { NO_STREAM, START, WITHOUT_POSITION } from '@ledgate/domain/ports/event-store';
import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import type { AuditRecord } from '../contract/audit.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

type Records = { items: AuditRecord[]; total: number; page: number; page_size: number };

let world: ConsoleWorld;
let admin: ConsoleClient;
beforeAll(async () => {
  world = await openConsoleWorld();
  admin = await world.person('boss');
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
});
afterAll(() => world.close());

async function list(filter = ''): Promise<Records> {
  await drainAudit(world.store, world.db);
  return world.root.done('GET', `/api/audit/?p=1&page_size=100&${filter}`);
}
const newest = async (filter = ''): Promise<AuditRecord | undefined> => (await list(filter)).items[0];
const nowS = (): number => Math.floor(Date.now() / 1_000);

describe('a record', () => {
  it('says who changed what, from what to what, why, when, and from where', async () => {
    await world.root.done('PUT', '/api/option/', { key: 'TopUpLink', value: 'https://example.com/before' });
    await world.root.done('PUT', '/api/option/', { key: 'TopUpLink', value: 'https://example.com/after' });
    const record = await newest('target_type=option&target_id=TopUpLink');
    expect(record).toEqual({
      id: expect.any(Number),
      created_at: expect.any(Number),
      actor_id: 1,
      actor_name: 'root',
      action: 'option.set',
      target_type: 'option',
      target_id: 'TopUpLink',
      target_name: '',
      target_user_id: 0,
      before: { TopUpLink: 'https://example.com/before' },
      after: { TopUpLink: 'https://example.com/after' },
      reason: '',
      request_id: expect.stringMatching(/^request-\d+$/),
      address: expect.stringMatching(/127\.0\.0\.1$/),
    });
    expect(Math.abs((record?.created_at ?? 0) - nowS())).toBeLessThan(10);
  });

  it('of an adjustment has what it made of the balance, and stands once', async () => {
    const person = await world.person('adjusted');
    const before = (await world.root.done<{ quota: number }>('GET', `/api/user/${person.userId}`)).quota;
    await admin.done('POST', '/api/user/adjust', { id: person.userId, delta: 7, reason: 'the reason given' });
    const { items, total } = await list(`target_type=user&target_id=${person.userId}`);
    expect([total, items[0]]).toEqual([
      1,
      expect.objectContaining({
        actor_name: 'boss',
        action: 'user.adjust',
        target_name: 'adjusted',
        target_user_id: person.userId,
        before: { balance: before },
        after: { balance: before + 7, delta: 7 },
        reason: 'the reason given',
        address: expect.stringMatching(/127\.0\.0\.1$/),
      }),
    ]);
  });

  it('of a price option names the entries that it changed; of a book that is put, its version', async () => {
    await world.root.done('PUT', '/api/option/', { key: 'ModelPrice', value: '{"audited":0.04}' });
    await world.root.done('PUT', '/api/option/', { key: 'ModelPrice', value: '{"audited":0.05}' });
    expect(await newest('target_type=option&target_id=ModelPrice')).toMatchObject({
      action: 'option.set',
      actor_name: 'root',
      before: { 'modelPrice.audited': '0.04' },
      after: { 'modelPrice.audited': '0.05' },
      address: expect.stringMatching(/127\.0\.0\.1$/),
    });
    const { version } = await world.root.done<{ version: number }>('PUT', '/api/pricebook', {
      changes: { modelPrice: { audited: '0.07' } },
      starts_at: nowS() + 3_600,
      reason: 'from next month',
    });
    const put = await newest('target_type=pricebook');
    expect(put).toMatchObject({
      action: 'pricebook.put',
      target_id: String(version),
      reason: 'from next month',
      before: { 'modelPrice.audited': '0.05' },
    });
    // It publishes the version that waits once more, and is one change.
    await world.root.done('PUT', '/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.5}' });
    expect(await newest()).toMatchObject({ target_id: 'GroupRatio', after: { 'groupRatio.vip': '0.5' } });
    expect((await list('target_type=pricebook')).items[0]?.id).toBe(put?.id);
  });

  it('of what a process does by itself names the process, and has no address', async () => {
    expect((await list('actor=ledgate')).items).toMatchObject([
      { actor_id: 0, actor_name: 'ledgate', action: 'user.create', target_id: '1', reason: 'first start', address: '' },
      { actor_id: 0, action: 'pricebook.put', target_id: '1', after: { version: 1 } },
    ]);
  });

  it('is there for who asks for the list as soon as the change is answered, without a worker', async () => {
    for (const value of ['https://example.com/one', 'https://example.com/two']) {
      await world.root.done('PUT', '/api/option/', { key: 'TopUpLink', value });
      const { items } = await world.root.done<{ items: AuditRecord[] }>('GET', '/api/audit/?action=option.set');
      expect(items[0]).toMatchObject({ target_id: 'TopUpLink', after: { TopUpLink: value } });
    }
  });

  it('is none of a change that changes nothing, of a refusal, and of a test', async () => {
    await world.root.done('POST', '/api/channel/', {
      type: 1,
      name: 'same',
      key: 'sk-x',
      models: 'm',
      group: 'default',
    });
    const [channel] = await world.root.done<{ id: number }[]>('GET', '/api/channel/');
    const { total } = await list();
    await world.root.done('PUT', '/api/channel/', { id: channel?.id, name: 'same' });
    await world.root.refused('PUT', '/api/channel/', { id: channel?.id, models: '' });
    await world.root.done('GET', `/api/channel/test/${channel?.id}`);
    const [key] = await world.codes(10);
    const code = (await world.root.done<{ items: { id: number }[] }>('GET', '/api/redemption/')).items[0];
    await world.root.done('PUT', '/api/redemption/', { id: code?.id, name: 'gift', quota: 10 });
    expect(key).toBeDefined();
    expect((await list()).total).toBe(total + 1);
  });

  it('of a code that was deleted stands once, used or not', async () => {
    const codes = await world.codes(500, 2);
    await (await world.person('redeeming')).done('POST', '/api/user/topup', { key: codes[0] });
    const { items } = await world.root.done<{ items: { id: number; key: string }[] }>('GET', '/api/redemption/');
    for (const key of codes) {
      const id = items.find((code) => code.key === key)?.id;
      await admin.done('DELETE', `/api/redemption/${id}/`);
      const { items: records } = await list(`action=redemption.delete&target_id=${id}`);
      expect(records).toMatchObject([{ actor_name: 'boss', target_name: 'gift', target_type: 'redemption' }]);
    }
  });
});

describe('the list and the ledger', () => {
  it('have no secret: passwords, keys, codes, tokens, options', async () => {
    const person = await world.person('secretive');
    await person.done('POST', '/api/token/', { name: 'a', remain_quota: 5, unlimited_quota: false, expired_time: -1 });
    const [token] = await person.done<{ id: number; key: string }[]>('GET', '/api/token/');
    const accessToken = await person.done<string>('GET', '/api/user/token');
    const [code = ''] = await world.codes(5);
    const user = await world.root.done<object>('GET', `/api/user/${person.userId}`);
    await world.root.done('PUT', '/api/user/', { ...user, password: 'Password-in-audit' });
    await world.root.done('POST', '/api/channel/', {
      type: 1,
      name: 'secretive',
      key: 'sk-first-secret',
      models: 'm',
      group: 'default',
      setting: '{"proxy":"http://me:proxy-secret@10.0.0.1:8080"}',
    });
    const channels = await world.root.done<{ id: number; name: string }[]>('GET', '/api/channel/');
    const id = channels.find(({ name }) => name === 'secretive')?.id;
    await world.root.done('PUT', '/api/channel/', { id, key: 'sk-second-secret' });
    await world.root.done('DELETE', `/api/channel/${id}/`);
    for (const key of ['EpayKey', 'SMTPToken', 'GitHubClientSecret'])
      await world.root.done('PUT', '/api/option/', { key, value: `secret-of-${key}` });
    await drainAudit(world.store, world.db);
    const told = JSON.stringify([await list(), (await world.store.readAll(START, 5_000)).map(({ data }) => data)]);
    expect(told).toContain('channel.create');
    for (const secret of [
      token?.key ?? '',
      accessToken,
      code,
      'Password-in-audit',
      'sk-first-secret',
      'sk-second-secret',
      'proxy-secret',
      'secret-of-',
    ])
      expect([secret, told.includes(secret)]).toEqual([secret, false]);
  });
});

describe('what a release before has recorded', () => {
  const append = (stream: string, requestId: string, ...events: readonly LedgerEvent[]): Promise<unknown> =>
    world.store.append(
      stream,
      NO_STREAM,
      encode(events, {
        commandId: `${stream}-${requestId}`,
        correlationId: requestId,
        occurredAtMs: Date.now(),
        actor: 'user-1',
      }),
      WITHOUT_POSITION,
    );
  const act = (action: string, target: string): LedgerEvent => ({
    type: 'AdministrationRecorded',
    data: { actorId: 1 as UserId, action, target, before: {}, after: {}, reason: '', requestId: 'old' },
  });

  it('stands once: adjustments, price books and codes by their events, the rest as it was recorded', async () => {
    await append('audit-200001', 'old-1', act('user.adjust', 'user-1'));
    await append('audit-200002', 'old-2', act('pricebook.put', 'pricebook-9'));
    const code = { codeId: 900_001 as CodeId, amount: quota(5), actorId: 1 as UserId };
    await append(
      'redemption-900001',
      'old',
      { type: 'CodeIssued', data: { ...code, usesMax: 1 } },
      { type: 'CodeWithdrawn', data: { ...code, sold: false } },
    );
    await append('audit-200006', 'old-6', act('redemption.delete', 'code-900001'));
    await append('audit-200003', 'old-3', act('redemption.delete', 'code-900002'));
    await append('audit-200004', 'old-4', act('channel.edit', 'channel-987'));
    await append('audit-200005', 'old-5', act('of.tomorrow', 'thing-5'));
    const { items } = await list(`start_timestamp=${nowS() - 30}`);
    const old = items.filter(({ request_id: requestId }) => requestId === 'old');
    expect(old.map(({ action, target_type, target_id, address }) => [action, target_type, target_id, address])).toEqual(
      [
        ['of.tomorrow', 'option', 'thing-5', ''],
        ['channel.edit', 'channel', '987', ''],
        ['redemption.delete', 'redemption', '900002', ''],
        ['redemption.delete', 'redemption', '900001', ''],
      ],
    );
  });
});

describe('the list', () => {
  it('is newest first, in pages, and goes on below a record', async () => {
    const { items, total } = await list();
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((one, other) => other - one));
    const page = await world.root.done<Records>('GET', '/api/audit/?p=2&page_size=3');
    expect(page).toMatchObject({ page: 2, page_size: 3, total });
    expect(page.items).toEqual(items.slice(3, 6));
    const below = await world.root.done<Records>('GET', `/api/audit/?page_size=3&before=${items[2]?.id}`);
    expect(below.items).toEqual(items.slice(3, 6));
  });

  it('is narrowed by actor, action, target and time, and by all of them', async () => {
    const { items } = await list();
    const one = items.find(({ actor_name: name }) => name === 'boss');
    const filters: readonly (readonly [string, (record: AuditRecord) => boolean])[] = [
      ['actor=boss', (record) => record.actor_name === 'boss'],
      [`action=${one?.action}`, (record) => record.action === one?.action],
      ['target_type=option', (record) => record.target_type === 'option'],
      [
        `target_type=${one?.target_type}&target_id=${one?.target_id}`,
        (record) => record.target_id === one?.target_id && record.target_type === one.target_type,
      ],
      ['actor=root&target_type=user', (record) => record.actor_id === 1 && record.target_type === 'user'],
      [`start_timestamp=${nowS() - 60}&end_timestamp=${nowS()}`, () => true],
      [
        `actor=root&action=option.set&end_timestamp=${nowS()}`,
        (record) => record.actor_id === 1 && record.action === 'option.set',
      ],
    ];
    for (const [filter, matches] of filters) {
      const found = await list(filter);
      expect([filter, found.items.map(({ id }) => id)]).toEqual([filter, items.filter(matches).map(({ id }) => id)]);
      expect([filter, found.total]).toEqual([filter, found.items.length]);
    }
    for (const none of [
      'start_timestamp=1000&end_timestamp=2000',
      'actor=nobody',
      'actor=%27%20or%201=1%20--',
      'target_id=%25',
      `start_timestamp=${nowS() + 60}`,
    ])
      expect([none, (await list(none)).total]).toEqual([none, 0]);
    // What older consoles send for a filter that is not set.
    expect((await list('actor=&action=null&target_type=undefined&start_timestamp=NaN')).total).toBe(items.length);
  });

  it('refuses a filter that is none, and names it', async () => {
    for (const [field, filter] of [
      ['target_type', 'target_type=galaxy'],
      ['actor', `actor=${'x'.repeat(300)}`],
      ['action', 'action=%00'],
      ['start_timestamp', 'start_timestamp=-1'],
    ] as const)
      expect((await world.root.call('GET', `/api/audit/?${filter}`)).json.message).toContain(field);
  });

  it('is root’s alone, and nobody changes it', async () => {
    expect(await admin.refused('GET', '/api/audit/')).toBe('You do not have the rights for this.');
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([404, 405]).toContain(
        (await world.root.call(method, '/api/audit/1', method === 'DELETE' ? undefined : {})).status,
      );
  });
});
