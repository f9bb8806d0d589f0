import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channelId, tokenId } from '@ledgate/domain/shared/ids';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { eventually } from '@ledgate/projections/directory/testing/directory-fixture';
import type { Token } from '../contract/token.ts';
import { EXPORT_STRETCH_ROWS } from '../limits.ts';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

let world: ConsoleWorld;
let spending: Spending;
let person: ConsoleClient;
let admin: ConsoleClient;
let clerk: ConsoleClient;
let token: Token;

beforeAll(async () => {
  world = await openConsoleWorld();
  spending = await spendingOf(world.store);
  person = await world.person('reader');
  [admin, clerk] = [await world.person('boss'), await world.person('clerk')];
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
  await world.root.done('PUT', '/api/user/permissions', { id: clerk.userId, permissions: ['finance'] });
  for (const key of await world.codes(1_000_000)) await person.done('POST', '/api/user/topup', { key });
  await person.done('POST', '/api/token/', { name: '=1+1', unlimited_quota: true });
  [token] = (await person.done<Token[]>('GET', '/api/token/')) as [Token];
  await world.root.done('POST', '/api/channel/', {
    type: 1,
    name: 'up',
    key: 'sk-of-channel',
    models: 'm',
    group: 'default',
  });
  for (let call = 0; call < 3; call += 1)
    await spending.charge(person.userId, 100 + call, {
      tokenId: tokenId(token.id),
      channelId: channelId(1),
      requestId: `call-${call}` as RequestId,
    });
  await world.runner.waitFor(await world.store.head(), 5_000);
});
afterAll(() => world.close());

type Lines = { readonly header: string[]; readonly rows: string[][]; readonly text: string };
const fileOf = async (client: ConsoleClient, path: string): Promise<Lines> => {
  const { status, headers, text } = await client.call('GET', path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return { header, rows, text };
};
const column = ({ header, rows }: Lines, name: string): string[] => rows.map((row) => row[header.indexOf(name)] ?? '');

describe('files', () => {
  it('have the rows of their list, narrowed by its filters, newest first', async () => {
    const all = await fileOf(admin, '/api/log/export?type=2');
    expect(column(all, 'request_id')).toEqual(['call-2', 'call-1', 'call-0']);
    expect(column(all, 'quota')).toEqual(['102', '101', '100']);
    expect(column(await fileOf(admin, '/api/log/export?cost_min=101&cost_max=101'), 'request_id')).toEqual(['call-1']);
    expect(column(await fileOf(admin, '/api/log/export?request_id=call-2'), 'quota')).toEqual(['102']);
    expect((await fileOf(admin, '/api/log/export?username=nobody')).rows).toEqual([]);
    expect(column(await fileOf(person, '/api/log/self/export?type=2'), 'quota')).toEqual(['102', '101', '100']);
    expect((await fileOf(clerk, '/api/log/self/export')).rows).toEqual([]);
    expect(column(await fileOf(admin, '/api/user/export?keyword=boss'), 'username')).toEqual(['boss']);
    expect(column(await fileOf(admin, '/api/channel/export?keyword=up'), 'name')).toEqual(['up']);
    expect((await fileOf(admin, '/api/channel/export?keyword=down')).rows).toEqual([]);
    expect(column(await fileOf(person, `/api/token/export?token=${token.key.slice(3, 20)}`), 'id')).toEqual([
      String(token.id),
    ]);
    expect(column(await fileOf(admin, '/api/redemption/export?status=3'), 'used_user_id')).toEqual([
      String(person.userId),
    ]);
    expect((await fileOf(admin, '/api/user/topups/export')).header).toContain('trade_no');
    await drainAudit(world.store, world.db);
    expect(column(await fileOf(world.root, '/api/audit/export?action=channel.create'), 'target_name')).toEqual(['up']);
  });

  it('tell how many rows they will have', async () => {
    const { headers } = await admin.call('GET', '/api/log/export?type=2');
    expect(headers.get('x-total-count')).toBe('3');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="log-\d{4}-\d\d-\d\d\.csv"$/);
  });

  it('hold no key but codes, no channel for who is no administrator, and nothing that a spreadsheet reckons', async () => {
    const files = [
      await fileOf(admin, '/api/channel/export'),
      await fileOf(person, '/api/token/export'),
      await fileOf(admin, '/api/log/export'),
      await fileOf(admin, '/api/user/export'),
    ];
    for (const { text } of files) {
      expect(text).not.toContain(token.key);
      expect(text).not.toContain('sk-of-channel');
    }
    expect((await fileOf(person, '/api/log/self/export')).header).not.toContain('channel');
    expect(column(await fileOf(person, '/api/token/export'), 'name')).toEqual(["'=1+1"]);
    expect(column(await fileOf(person, '/api/log/self/export?type=2'), 'token_name')[0]).toBe("'=1+1");
  });

  it.each(['log', 'user', 'user/topups', 'channel', 'redemption'])(
    'of everybody (%s) are for administrators, not for who reads money alone',
    async (list) => {
      await fileOf(admin, `/api/${list}/export`);
      for (const client of [person, clerk]) await client.refused('GET', `/api/${list}/export`);
    },
  );

  it('of more rows than are read at a time have each once', async () => {
    const many = await world.codes(7, 100);
    for (let more = 0; more < 5; more += 1) many.push(...(await world.codes(7, 100)));
    expect(many.length).toBeGreaterThan(EXPORT_STRETCH_ROWS);
    await world.runner.waitFor(await world.store.head(), 5_000);
    const keys = column(await fileOf(admin, '/api/redemption/export?status=1'), 'key');
    expect(keys).toEqual([...many].reverse());
  });

  it.each(['status=9999', 'cost_min=-1', 'cost_min=x', 'cost_max=1.5'])(
    'refuses %s and names the field',
    async (query) => {
      expect(await admin.refused('GET', `/api/log/export?${query}`)).toContain(query.split('=')[0]);
    },
  );

  it('are made two at a time for one person: a third is refused, and may come when one has been left', async () => {
    // More than connections take that nobody reads from.
    await world.db.query(
      `insert into directory.codes (name, user_id, created_time) select repeat('n', 20000), 1, 1 from generate_series(1, 4000)`,
    );
    const unread = () =>
      new Promise<() => void>((resolve, reject) => {
        const call = request(`${world.url}/api/redemption/export`, {
          headers: { cookie: admin.cookie, 'new-api-user': admin.userId },
        });
        call.on('response', (response) => {
          response.pause();
          resolve(() => response.destroy());
        });
        call.on('error', reject);
        call.end();
      });
    const busy = (): number => world.db.totalCount - world.db.idleCount;
    const before = busy();
    const [leaveFirst, leaveSecond] = [await unread(), await unread()];
    expect(await admin.refused('GET', '/api/log/export')).toContain('2');
    // Those of statements are among them.
    const { status, json: full } = await admin.call('GET', '/api/statement/self/file');
    expect([status, full]).toEqual([409, expect.objectContaining({ success: false, code: 'exports_too_many' })]);
    // Nothing of the database is held by them meanwhile.
    await eventually(() => busy() <= before, 'no connection is held');
    await fileOf(world.root, '/api/log/export?type=2');
    leaveFirst();
    leaveSecond();
    await eventually(async () => {
      const { json } = await admin.call('GET', '/api/log/export?type=2');
      return json.success !== false;
    }, 'the places are given back');
  });
});
