import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Token } from '../contract/token.ts';
import { TOKENS_OF_USER_MAX } from '../limits.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
let person: ConsoleClient;
beforeAll(async () => {
  world = await openConsoleWorld();
  person = await world.person('maker');
});
afterAll(() => world.close());

const listed = (client: ConsoleClient) => client.done<Token[]>('GET', '/api/token/?p=0&size=100');
const batch = (client: ConsoleClient, fields: object) =>
  client.done<string[]>('POST', '/api/token/batch', { name: 'many', remain_quota: 500, expired_time: -1, ...fields });

describe('tokens that are made at once', () => {
  it('are all there, each with its key, its limit and a name of its own', async () => {
    const keys = await batch(person, {
      count: 3,
      group: '',
      allow_ips: '10.0.0.1',
      model_limits: 'a',
      model_limits_enabled: true,
    });
    const tokens = [...(await listed(person))].reverse();
    expect(tokens.map(({ key }) => key)).toEqual(keys);
    expect(new Set(keys).size).toBe(3);
    expect(tokens.map(({ name }) => name)).toEqual([
      'many',
      expect.stringMatching(/^many-\w{6}$/),
      expect.stringMatching(/^many-\w{6}$/),
    ]);
    for (const token of tokens)
      expect(token).toMatchObject({ remain_quota: 500, allow_ips: '10.0.0.1', model_limits: 'a', status: 1 });
  });

  it('are made once under one command_id, and refused where the same one asks for others', async () => {
    const other = await world.person('once');
    const command_id = randomUUID();
    const keys = await batch(other, { count: 2, command_id });
    expect(await batch(other, { count: 2, command_id })).toEqual(keys);
    expect(await listed(other)).toHaveLength(2);
    const { json } = await other.call('POST', '/api/token/batch', {
      name: 'many',
      remain_quota: 500,
      expired_time: -1,
      count: 3,
      command_id,
    });
    expect(json).toMatchObject({ success: false, code: 'command_id_reused' });
  });

  it.each([
    [{ count: 0 }, 'count'],
    [{ count: 101 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ count: undefined }, 'count'],
    [{ count: 2, name: 'n'.repeat(24) }, 'name'],
    [{ count: 2, name: '' }, 'name'],
    [{ count: 2, remain_quota: -1 }, 'remain_quota'],
    [{ count: 2, group: 'no-such' }, 'no-such'],
    [{ count: 2, allow_ips: '300.1.1.1' }, 'allow_ips'],
    [{ count: 2, command_id: 'x' }, 'command_id'],
  ])('%j makes none and names %s', async (fields, named) => {
    const before = (await listed(person)).length;
    const body = { name: 'many', remain_quota: 500, expired_time: -1, ...fields };
    expect(await person.refused('POST', '/api/token/batch', body)).toContain(named);
    expect(await listed(person)).toHaveLength(before);
  });

  it('take a whole name where there is one alone', async () => {
    expect(await batch(await world.person('alone'), { count: 1, name: 'n'.repeat(30) })).toHaveLength(1);
  });

  it('are never more than a person may have, though he asks for many at the same moment', async () => {
    const greedy = await world.person('greedy');
    await world.db.query(
      `insert into directory.tokens (user_id, name, created_time, accessed_time) select $1, 'made', 1, 1 from generate_series(1, $2)`,
      [greedy.userId, TOKENS_OF_USER_MAX - 150],
    );
    const body = { name: 'many', unlimited_quota: true, expired_time: -1, count: 100 };
    const answers = await Promise.all(Array.from({ length: 4 }, () => greedy.call('POST', '/api/token/batch', body)));
    expect(answers.map(({ json }) => json.success).filter(Boolean)).toHaveLength(1);
    expect(answers.find(({ json }) => json.success === false)?.json.message).toContain(String(TOKENS_OF_USER_MAX));
    const { rows } = await world.db.query('select count(*)::int as count from directory.tokens where user_id = $1', [
      greedy.userId,
    ]);
    expect(rows).toEqual([{ count: TOKENS_OF_USER_MAX - 50 }]);
  });
});

describe('the log of a key', () => {
  it('is told to who has the key, from any page, and of no other key', async () => {
    const owner = await world.person('owner');
    const [key = ''] = await batch(owner, { count: 1, unlimited_quota: true });
    const [token] = await listed(owner);
    const ask = (shown: string, headers = {}) =>
      world.client().call('GET', `/api/log/token?key=${encodeURIComponent(shown)}`, undefined, headers);
    const { headers, json } = await ask(key, { origin: 'https://tool.example' });
    expect([json.data, headers.get('access-control-allow-origin')]).toEqual([[], '*']);
    for (const wrong of ['', '%', 'sk-', key.slice(1), `${key}x`])
      expect((await ask(wrong)).json).toMatchObject({ success: false });
    const preflight = await fetch(`${world.url}/api/log/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://tool.example' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    await owner.done('PUT', '/api/token/?status_only=true', { id: token?.id, status: 2 });
    expect((await ask(key)).json).toMatchObject({ success: false });
  });
});

describe('lists of drawing jobs and tasks', () => {
  it.each([
    '/api/mj/self/?p=0&mj_id=&start_timestamp=1700000000000&end_timestamp=1800000000000',
    '/api/task/self?p=2&task_id=x&start_timestamp=1700000000&end_timestamp=NaN',
  ])('%s is a bare list', async (path) => {
    const { json, headers } = await person.call('GET', path);
    expect([json.data, headers.get('x-total-count')]).toEqual([[], '0']);
  });

  it('refuse a time that is none, naming it', async () => {
    expect(await person.refused('GET', '/api/task/self?start_timestamp=yesterday')).toContain('start_timestamp');
  });
});
