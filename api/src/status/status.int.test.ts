import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world.close());

const set = (key: string, value: string): Promise<unknown> => world.root.done('PUT', '/api/option/', { key, value });

describe('what everybody may know', () => {
  it('is told before anybody signs in, and follows the options at once', async () => {
    const status = (): Promise<Record<string, unknown>> => world.client().done('GET', '/api/status');
    expect(await status()).toMatchObject({
      version: 'test',
      system_name: 'Ledgate',
      server_address: 'http://localhost:3000',
      quota_per_unit: 500_000,
      display_in_currency: true,
      register_enabled: true,
      password_login_enabled: true,
      enable_data_export: true,
      chats: [],
      email_verification: false,
    });
    await set('SystemName', 'Gate');
    await set('ServerAddress', 'https://gate.example/');
    await set('DisplayInCurrencyEnabled', 'false');
    await set('Chats', '[{"Chat":"https://chat.example"}]');
    expect(await status()).toMatchObject({
      system_name: 'Gate',
      server_address: 'https://gate.example',
      display_in_currency: false,
      chats: [{ Chat: 'https://chat.example' }],
    });
  });

  it('holds no secret', async () => {
    await set('GitHubClientSecret', 'not-to-be-told');
    expect(JSON.stringify(await world.client().done('GET', '/api/status'))).not.toContain('not-to-be-told');
  });

  it.each([
    ['/api/notice', 'Notice'],
    ['/api/about', 'About'],
    ['/api/home_page_content', 'HomePageContent'],
  ])('%s is the text of the option %s', async (path, key) => {
    expect(await world.client().done('GET', path)).toBe('');
    await set(key, `# ${key} 通知`);
    expect(await world.client().done('GET', path)).toBe(`# ${key} 通知`);
  });
});

describe('models and groups to choose from', () => {
  it('are models by channel type, groups that anybody may use, and for administrators those that have a ratio', async () => {
    const person = await world.person('chooser');
    const byType = await person.done<Record<string, string[]>>('GET', '/api/models');
    expect(byType['1']).toContain('gpt-4o');
    const anybodys = await world.client().done<Record<string, { ratio: number }>>('GET', '/api/user/groups');
    expect(anybodys).toMatchObject({ default: { ratio: 1 }, vip: { ratio: 1 } });
    expect(anybodys['svip']).toBeUndefined();
    expect(await world.root.done('GET', '/api/group/')).toEqual(expect.arrayContaining(['default', 'vip', 'svip']));
    for (const path of ['/api/group/', '/api/status/test'])
      expect((await person.call('GET', path)).json.success).toBe(false);
  });
});

describe('while the database is away', () => {
  it('pages about its health say so, and what everybody may know is still told', async () => {
    expect(await world.root.call('GET', '/api/status/test')).toMatchObject({ status: 200, json: { success: true } });
    const lost = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    const query = world.db.query.bind(world.db);
    try {
      Object.assign(world.db, { query: () => Promise.reject(lost) });
      for (const path of ['/api/status/test', '/api/health/books', '/api/ledger/trial_balance']) {
        expect(await world.root.call('GET', path)).toMatchObject({
          status: 503,
          json: { success: false, message: expect.stringContaining('database') },
        });
      }
      expect(await world.client().call('GET', '/api/status')).toMatchObject({ status: 200, json: { success: true } });
    } finally {
      Object.assign(world.db, { query });
    }
    expect(await world.root.call('GET', '/api/health/books')).toMatchObject({ status: 200, json: { success: true } });
  });
});
