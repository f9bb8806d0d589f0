import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world.close());

const options = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await world.root.done<{ key: string; value: string }[]>('GET', '/api/option')).map(({ key, value }) => [
      key,
      value,
    ]),
  );
const set = (key: string, value: unknown) => ['PUT', '/api/option/', { key, value }] as const;

describe('options', () => {
  it('are there with their defaults, but no secrets', async () => {
    const all = await options();
    expect(all.get('RetryTimes')).toBe('0');
    expect(all.get('QuotaPerUnit')).toBe('500000');
    for (const key of [
      'ModelRatio',
      'ModelPrice',
      'CompletionRatio',
      'GroupRatio',
      'UserUsableGroups',
      'TopupGroupRatio',
      'Chats',
    ])
      expect(() => JSON.parse(all.get(key) ?? '')).not.toThrow();
    expect([...all.keys()].filter((key) => /(Token|Secret|Key)$/.test(key))).toEqual([]);
    await world.root.done(...set('EpayKey', 'very secret'));
    expect(JSON.stringify([...(await options())])).not.toContain('very secret');
  });

  it('take numbers and switches, and hold at once', async () => {
    await world.root.done(...set('RetryTimes', 2));
    await world.root.done(...set('DrawingEnabled', false));
    await world.root.done(...set('SystemName', 'Our gate'));
    expect((await options()).get('RetryTimes')).toBe('2');
    expect((await world.client().call('GET', '/api/status')).json.data).toMatchObject({
      enable_drawing: false,
      system_name: 'Our gate',
    });
  });

  it('are refused when they make no sense, and nothing changes', async () => {
    const before = await options();
    for (const [key, value] of [
      ['RetryTimes', '-1'],
      ['ModelRatio', '{'],
      ['ModelRatio', '{"gpt-4o": "cheap"}'],
      ['ModelRatio', '{"gpt-4o": -1}'],
      ['GroupRatio', '[]'],
      ['QuotaPerUnit', '0'],
      ['GitHubOAuthEnabled', 'true'],
      ['Chats', 'x'],
      ['NoSuchOption', 'x'],
      ['TurnstileCheckEnabled', true],
    ] as const) {
      expect(await world.root.refused(...set(key, value))).toContain(key);
    }
    expect(await options()).toEqual(before);
  });

  it('stay as they are without a value, as older consoles leave out a secret that was not typed again', async () => {
    await world.root.done(...set('WorkerValidKey', 'kept'));
    await world.root.done(...set('RetryTimes', 2));
    for (const key of ['RetryTimes', 'WorkerValidKey', 'ModelRatio']) {
      await world.root.done('PUT', '/api/option/', { key });
      await world.root.done('PUT', '/api/option/', { key, value: null });
    }
    expect((await options()).get('RetryTimes')).toBe('2');
    expect(world.view.options.WorkerValidKey).toBe('kept');
    expect(await world.root.refused('PUT', '/api/option/', { key: 'NoSuchOption' })).toContain('NoSuchOption');
  });

  it('that are secrets are told to be set or not, and since when, and what they are to nobody', async () => {
    const before = Math.floor(Date.now() / 1_000);
    await world.root.done(...set('SMTPToken', 'a password of mail'));
    type Told = { key: string; set: boolean; set_time: number | null };
    const told = await world.root.done<Told[]>('GET', '/api/option/secrets');
    const of = (key: string) => told.find((each) => each.key === key);
    expect(told).toHaveLength(8);
    expect(of('SMTPToken')).toEqual({ key: 'SMTPToken', set: true, set_time: expect.any(Number) });
    expect(of('SMTPToken')?.set_time).toBeGreaterThanOrEqual(before);
    expect(of('GitHubClientSecret')).toEqual({ key: 'GitHubClientSecret', set: false, set_time: null });
    expect(JSON.stringify([told, [...(await options())]])).not.toContain('a password of mail');
    await world.root.done(...set('SMTPToken', ''));
    expect(world.view.options.SMTPToken).toBe('');
    const audited = await world.db.query(
      "select record::text from directory.audit_outbox where record::text like '%SMTPToken%'",
    );
    expect(JSON.stringify(audited.rows)).not.toContain('a password of mail');
    const kept = await world.db.query(
      'select t::text from directory.options t union all select t::text from directory.option_secrets t',
    );
    expect(JSON.stringify(kept.rows)).not.toContain('a password of mail');
  });

  it('that something rests on are set before it is switched on, and not taken away while it is', async () => {
    await world.root.done(...set('TurnstileSiteKey', 'a site'));
    expect(await world.root.refused(...set('TurnstileCheckEnabled', true))).toContain('TurnstileSecretKey');
    await world.root.done(...set('TurnstileSecretKey', 'a secret'));
    await world.root.done(...set('TurnstileCheckEnabled', true));
    for (const key of ['TurnstileSecretKey', 'TurnstileSiteKey'])
      expect(await world.root.refused(...set(key, ''))).toContain('TurnstileCheckEnabled');
    await world.root.done('PUT', '/api/option/', { key: 'TurnstileSecretKey' });
    expect(world.view.options).toMatchObject({ TurnstileCheckEnabled: true, TurnstileSecretKey: 'a secret' });
    await world.root.done(...set('TurnstileCheckEnabled', false));
    for (const key of ['TurnstileSecretKey', 'TurnstileSiteKey']) await world.root.done(...set(key, ''));
  });

  it('cannot be switched on and have taken away what they need in one moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      for (const [key, value] of [
        ['GitHubClientId', 'an id'],
        ['GitHubClientSecret', 'a secret'],
      ] as const)
        await world.root.done(...set(key, value));
      const answers = await Promise.all([
        world.root.call(...set('GitHubOAuthEnabled', true)),
        world.root.call(...set('GitHubClientSecret', '')),
      ]);
      expect(answers.filter(({ json }) => json.success === true)).toHaveLength(1);
      await world.root.done(...set('GitHubOAuthEnabled', false));
    }
  });

  it('that are prices keep every digit, and all of parallel saves', async () => {
    const saved = {
      ModelPrice: '{"fixed":0.0000001}',
      ModelRatio: '{"gpt-4o":1.3333333333333333}',
      CompletionRatio: '{"gpt-4o":2.50}',
      GroupRatio: '{"default":1,"vip":0.8}',
    };
    await Promise.all(Object.entries(saved).map(([key, value]) => world.root.done(...set(key, value))));
    const all = await options();
    expect(all.get('ModelPrice')).toBe('{"fixed":0.0000001}');
    expect(all.get('ModelRatio')).toBe('{"gpt-4o":1.3333333333333333}');
    expect(all.get('CompletionRatio')).toBe('{"gpt-4o":2.5}');
    expect(await world.root.done('GET', '/api/group')).toEqual(['default', 'vip']);
    expect(world.view.prices().book.modelRatio).toEqual({ 'gpt-4o': '1.3333333333333333' });
  });

  it('may name a group as every object has a member, which then is a group like others', async () => {
    await world.root.done(...set('GroupRatio', '{"default":1,"vip":0.8,"__proto__":2}'));
    expect(await world.root.done('GET', '/api/group')).toEqual(['default', 'vip', '__proto__']);
    expect((await options()).get('GroupRatio')).toBe('{"default":1,"vip":0.8,"__proto__":2}');
    await world.root.done(...set('GroupRatio', '{"default":1,"vip":0.8}'));
    expect(await world.root.refused(...set('__proto__', 'x'))).toContain('__proto__');
  });

  it('have their built-in model ratios back', async () => {
    await world.root.done(...set('ModelRatio', '{}'));
    const answer = (await world.root.call('POST', '/api/option/rest_model_ratio')).json;
    expect(answer.success).toBe(true);
    expect(answer.message).not.toBe('');
    expect(JSON.parse((await options()).get('ModelRatio') ?? '{}')).toMatchObject({ 'gpt-4o': 1.25 });
  });
});
