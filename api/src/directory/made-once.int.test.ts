import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

type Append = EventStore['append'];

/** A ledger whose appends a test can refuse. */
class WatchedStore extends MemoryEventStore {
  before: (...batch: Parameters<Append>) => Promise<void> = () => Promise.resolve();

  override async append(...batch: Parameters<Append>): ReturnType<Append> {
    await this.before(...batch);
    return super.append(...batch);
  }
}

const DAY_S = 24 * 3_600;
const store = new WatchedStore(() => Date.now());
let world: ConsoleWorld;
let admin: ConsoleClient;
let other: ConsoleClient;
beforeAll(async () => {
  world = await openConsoleWorld({ store });
  [admin, other] = await Promise.all([world.person('one-admin'), world.person('other-admin')]);
  for (const { userId } of [admin, other])
    await world.root.done('POST', '/api/user/manage', { id: userId, action: 'promote' });
});
afterAll(() => world.close());

let ids = 0;
const newId = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;
let names = 0;
const newName = (): string => `made-${(names += 1)}`;

const count = async (table: string): Promise<number> =>
  Number((await world.db.query<{ count: string }>(`select count(*) from directory.${table}`)).rows[0]?.count);

/** What each call makes, of a name; how another body differs; what it answers. */
const CALLS = [
  [
    '/api/token/',
    'tokens',
    (name: string) => ({ name, remain_quota: 500, unlimited_quota: false, expired_time: -1 }),
    { remain_quota: 501 },
    1,
  ],
  ['/api/redemption/', 'codes', (name: string) => ({ name, quota: 1_000, count: 3 }), { quota: 2_000 }, 3],
  [
    '/api/user/',
    'users',
    (name: string) => ({ username: name, password: 'a long secret', display_name: name }),
    { password: 'a longer secret' },
    1,
  ],
  [
    '/api/channel/',
    'channels',
    (name: string) => ({ name, type: 1, key: `sk-${name}\nsk-${name}-2`, models: 'gpt-4o', group: 'default' }),
    { key: 'sk-another' },
    2,
  ],
] as const;

describe.each(CALLS)('POST %s with a command_id', (path, table, bodyOf, change, makes) => {
  const body = (id: string | null = newId()) => ({ ...bodyOf(newName()), command_id: id });

  it('makes once, and answers again as the first time', async () => {
    const before = await count(table);
    const asked = body();
    const first = await admin.call('POST', path, asked);
    const again = await admin.call('POST', path, { ...asked, command_id: asked.command_id?.toUpperCase() });
    expect(first.json).toMatchObject({ success: true });
    expect(again.json).toEqual(first.json);
    expect(await count(table)).toBe(before + makes);
  });

  it('makes one of calls that come in one moment', async () => {
    const before = await count(table);
    const asked = body();
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.call('POST', path, asked)));
    for (const { json } of answers) expect(json).toEqual({ ...answers[0]?.json, success: true });
    expect(await count(table)).toBe(before + makes);
  });

  it('is refused with another body, naming the field, and makes nothing', async () => {
    const asked = body();
    await admin.done('POST', path, asked);
    const before = await count(table);
    expect((await admin.call('POST', path, { ...asked, ...change })).json).toEqual({
      success: false,
      message: expect.stringContaining('command_id'),
      code: 'command_id_reused',
    });
    expect(await count(table)).toBe(before);
  });

  it("is another's under the same id", async () => {
    const [id, before] = [newId(), await count(table)];
    const [mine, theirs] = [await admin.call('POST', path, body(id)), await other.call('POST', path, body(id))];
    expect(theirs.json).toMatchObject({ success: true });
    if (mine.json.data !== null) expect(theirs.json.data).not.toEqual(mine.json.data);
    expect(await count(table)).toBe(before + 2 * makes);
  });

  it('makes anew after a day, not before', async () => {
    const asked = body();
    await admin.done('POST', path, asked);
    const aged = (seconds: number) =>
      world.db.query('update directory.made_commands set made_time = made_time - $1 where command_id = $2', [
        seconds,
        asked.command_id,
      ]);
    await aged(DAY_S - 60);
    const before = await count(table);
    await admin.done('POST', path, asked);
    expect(await count(table)).toBe(before);
    await aged(61);
    // By then the name may stand for another person, and no name stands for two.
    await admin.done('POST', path, table === 'users' ? { ...asked, username: newName() } : asked);
    expect(await count(table)).toBe(before + makes);
  });

  it('is free again when the call that had it was refused', async () => {
    const [id, before] = [newId(), await count(table)];
    await admin.refused('POST', path, { ...body(id), name: '', username: '' });
    await admin.done('POST', path, body(id));
    expect(await count(table)).toBe(before + makes);
  });

  it('is refused where it is no uuid, and left out makes each time', async () => {
    expect(await admin.refused('POST', path, body('mine'))).toContain('command_id');
    const before = await count(table);
    for (const id of [null, undefined])
      await admin.done('POST', path, { ...bodyOf(newName()), ...(id === null ? { command_id: id } : {}) });
    expect(await count(table)).toBe(before + 2 * makes);
  });
});

describe('what is made under a command_id', () => {
  it('is of one kind', async () => {
    const id = newId();
    await admin.done('POST', '/api/redemption/', { name: 'kind', quota: 5, count: 1, command_id: id });
    expect(
      await admin.refused('POST', '/api/token/', { name: 'kind', unlimited_quota: true, command_id: id }),
    ).toContain('command_id');
  });

  it('is told without what was deleted meanwhile', async () => {
    const asked = { name: 'deleted', quota: 5, count: 3, command_id: newId() };
    const keys = await admin.done<string[]>('POST', '/api/redemption/', asked);
    const { items } = await admin.done<{ items: { id: number; key: string }[] }>(
      'GET',
      '/api/redemption/?p=1&page_size=10',
    );
    await admin.done('DELETE', `/api/redemption/${items.find(({ key }) => key === keys[1])?.id}/`);
    expect(await admin.done('POST', '/api/redemption/', asked)).toEqual([keys[0], keys[2]]);
  });

  it('stands there as references, and as a hash under the master key', async () => {
    const { rows } = await world.db.query<Record<string, unknown>>('select * from directory.made_commands');
    const kept = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(20);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'command_id',
      'content_hash',
      'made_ids',
      'made_time',
      'master_key',
      'user_id',
    ]);
    expect(kept).not.toMatch(/a long secret|sk-|[0-9a-f]{32}/u);
  });

  it('is brought into the ledger by who asks again, where the first call did not come so far', async () => {
    const person = await world.person('half-way');
    for (const [path, body, client] of [
      ['/api/redemption/', { name: 'half', quota: 700, count: 2 }, admin],
      ['/api/user/', { username: 'half-made', password: 'a long secret' }, admin],
      ['/api/token/', { name: 'half', remain_quota: 500, unlimited_quota: false }, person],
    ] as const) {
      const asked = { ...body, command_id: newId() };
      store.before = () => Promise.reject(new StoreUnavailable('cut off'));
      const first = (await client.call('POST', path, asked)).json;
      expect(first).toMatchObject({ success: true, message: expect.stringContaining('follows by itself') });
      store.before = () => Promise.resolve();
      const head = await store.head();
      expect((await client.call('POST', path, asked)).json).toEqual({ ...first, message: '' });
      expect(await store.head()).toBeGreaterThan(head);
      expect(await count('outbox')).toBe(0);
    }
  });
});
