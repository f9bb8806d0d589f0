import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChannelEvent, channelEventSchemas, channelStream } from '@ledgate/domain/channel/events';
import { decode } from '@ledgate/domain/events/codec';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { type Revision, START } from '@ledgate/domain/ports/event-store';
import { type ChannelId, eventIdOf } from '@ledgate/domain/shared/ids';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import { findChannelWithKeys } from '@ledgate/projections/directory/channels/find';
import { noteSpent } from '@ledgate/projections/directory/channels/spent';
import { beginLedgerSchema } from '@ledgate/projections/directory/ledger-schema/ledger-schema';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { eventually } from '@ledgate/projections/directory/testing/directory-fixture';
import { testKeys } from '@ledgate/projections/testing/directory-keys';
import { currentVersion } from '@ledgate/projections/directory/changes';
import { verify } from '@ledgate/projections/verify/verify';
import type { Channel } from '../contract/channel.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world.close());

const SECRET = 'sk-upstream-secret';
const channels = (query = 'p=0&page_size=100&id_sort=false&tag_mode=false'): Promise<Channel[]> =>
  world.root.done('GET', `/api/channel/?${query}`);

async function made(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Channel> {
  await world.root.done('POST', '/api/channel/', {
    type: 1,
    name,
    key: SECRET,
    base_url: 'http://127.0.0.1:9',
    models: 'gpt-4o,gpt-4o-mini',
    group: 'default',
    groups: ['default'],
    other: '',
    model_mapping: '',
    status_code_mapping: '',
    setting: '',
    tag: '',
    priority: 0,
    weight: 0,
    auto_ban: 1,
    ...fields,
  });
  const channel = (await channels()).find((one) => one.name === name);
  if (channel === undefined) throw new Error(`channel ${name} is not listed`);
  return channel;
}

describe('models that nothing prices', () => {
  type Unpriced = { readonly models: Channel['unpriced_models']; readonly calls: string };
  const unpriced = (form: object) => world.root.done<Unpriced>('POST', '/api/channel/unpriced', form);
  const nameless = { model: 'priced-by-nobody', billed_as: 'priced-by-nobody' };

  it('are named by their channel, with what they would be billed by, until they have a price', async () => {
    const { id, unpriced_models: listed } = await made('unpriced', {
      models: 'gpt-4o,priced-by-nobody,alias',
      model_mapping: '{"alias":"also-by-nobody"}',
    });
    const alias = { model: 'alias', billed_as: 'also-by-nobody' };
    expect(listed).toEqual([nameless, alias]);
    await world.root.done('PUT', '/api/pricebook', {
      reason: 'priced now',
      changes: { prices: { 'priced-by-nobody': { input: '1', output: '2' } } },
    });
    for (const [method, path, body] of [
      ['GET', `/api/channel/${id}`, undefined],
      ['PUT', '/api/channel/', { id, weight: 2 }],
    ] as const)
      expect((await world.root.done<Channel>(method, path, body)).unpriced_models).toEqual([alias]);
    await world.root.done('PUT', '/api/pricebook', {
      reason: 'as before',
      changes: { prices: { 'priced-by-nobody': null } },
    });
    const [found] = await world.root.done<Channel[]>('GET', '/api/channel/search?keyword=unpriced&group=&model=');
    expect(found?.unpriced_models).toEqual([nameless, alias]);
  });

  it('are named of a form that nobody has saved, with what becomes of their calls', async () => {
    const form = { models: 'gpt-4o,priced-by-nobody,alias', group: 'default', model_mapping: '{"alias":"gpt-4o"}' };
    const before = (await channels()).length;
    expect(await unpriced(form)).toEqual({ models: [nameless], calls: 'ratio' });
    await world.root.done('PUT', '/api/option/', { key: 'UnpricedModels', value: 'refuse' });
    expect(await unpriced({ models: 'gpt-4o' })).toEqual({ models: [], calls: 'refuse' });
    await world.root.done('PUT', '/api/option/', { key: 'UnpricedModels', value: 'ratio' });
    expect(await unpriced({})).toEqual({ models: [], calls: 'ratio' });
    expect(await channels()).toHaveLength(before);
    const person = await world.person('nobody');
    expect((await person.call('POST', '/api/channel/unpriced', form)).json.success).toBe(false);
  });
});

describe('a channel', () => {
  it('is listed as it was posted, and its key is in no answer', async () => {
    const channel = await made('posted', { group: 'default,vip', models: 'gpt-4o, gpt-4o-mini' });
    expect(channel).toMatchObject({
      type: 1,
      status: 1,
      base_url: 'http://127.0.0.1:9',
      models: 'gpt-4o,gpt-4o-mini',
      group: 'default,vip',
      used_quota: 0,
      key: '',
      keys: [{ number: expect.any(Number), state: 1, reason: '', time: 0 }],
    });
    for (const [method, path, body] of [
      ['GET', '/api/channel/?p=0&id_sort=true'],
      ['GET', `/api/channel/${channel.id}`],
      ['PUT', '/api/channel/', { id: channel.id, weight: 3 }],
      ['GET', '/api/channel/search?keyword=posted&group=vip&model=mini'],
    ] as const) {
      const answer = await world.root.call(method, path, body);
      expect(answer.json.success).toBe(true);
      expect(JSON.stringify(answer.json)).not.toContain(SECRET);
    }
  });

  it('has several keys after an edit of several lines, tells their states, and calls use those that are enabled', async () => {
    const { id } = await made('several', { key: 'sk-several-one' });
    const [, second, third] = (
      await world.root.done<Channel>('PUT', '/api/channel/', {
        id,
        key: 'sk-several-one\nsk-several-two\nsk-several-three',
      })
    ).keys;
    const state = { state: 2, reason: 'spent', state_time: 1_700_000_000 };
    await world.db.query(
      'update directory.channel_keys set state = $2, reason = $3, state_time = $4 where channel_id = $1 and number < $5',
      [id, ...Object.values(state), third?.number],
    );
    const { keys } = await world.root.done<Channel>('GET', `/api/channel/${id}`);
    expect(keys[1]).toEqual({ number: second?.number, state: 2, reason: 'spent', time: 1_700_000_000 });
    expect(keys.map((key) => key.state)).toEqual([2, 2, 1]);
    expect((await findChannelWithKeys(world.db, testKeys(world.db), id))?.keys).toEqual(['sk-several-three']);
    for (const one of ['one', 'two', 'three']) {
      const found = await world.root.done<Channel[]>(
        'GET',
        `/api/channel/search?keyword=sk-several-${one}&group=&model=`,
      );
      expect(found.map((channel) => channel.id)).toEqual([id]);
    }
  });

  it('changes the fields sent, empty ones too, and no other', async () => {
    const channel = await made('partly', { tag: 'one', other: 'something', model_mapping: '{"a":"b"}' });
    expect(
      await world.root.done('PUT', '/api/channel/', {
        id: channel.id,
        priority: 7,
        other: '',
        model_mapping: '',
        key: '',
      }),
    ).toMatchObject({
      priority: 7,
      other: '',
      model_mapping: '',
      name: 'partly',
      models: channel.models,
      status: 1,
      tag: 'one',
    });
    expect(await world.root.done('PUT', '/api/channel/', { id: channel.id, status: 2 })).toMatchObject({
      status: 2,
      priority: 7,
    });
    await world.root.refused('PUT', '/api/channel/', { id: 999_999, priority: 1 });
  });

  it.each([
    [{ model_mapping: '{' }, 'model_mapping'],
    [{ status_code_mapping: '[1]' }, 'status_code_mapping'],
    [{ setting: 'proxy' }, 'setting'],
    [{ setting: '{"unpriced":true}' }, 'setting.unpriced must be one of: pass'],
    [{ base_url: 'nowhere' }, 'base_url'],
    [{ priority: 'high' }, 'priority'],
    [{ weight: -1 }, 'weight'],
    [{ key: ' \n ' }, 'key'],
    [
      { setting: '{"override":{"body":{"set":{"messages":[]}}}}' },
      'setting.override.body.set.messages is for the caller',
    ],
    [{ setting: '{"override":{"headers":{"remove":["Host"]}}}' }, 'setting.override.headers.remove.0 is no header'],
    [{ type: 33, key: 'ak|sk' }, 'key must be AccessKey|SecretKey|Region, and key 1 is not'],
    [{ type: 41, key: 'sk-x', other: 'us' }, 'key must be the JSON'],
    [{ type: 41, key: '{}', other: '' }, 'other'],
    [{ name: '' }, 'name'],
    [{ models: '' }, 'models'],
    [{ models: undefined }, 'models'],
    [{ group: '', groups: [] }, 'group'],
    [{ group: undefined }, 'group'],
    [{ type: 999 }, 'type'],
    [{ type: 3, base_url: '' }, 'base_url'],
    [{ type: 8, base_url: '' }, 'base_url'],
  ])('is not made with %j', async (wrong, field) => {
    const before = (await channels()).length;
    expect(
      await world.root.refused('POST', '/api/channel/', {
        type: 1,
        name: 'wrong',
        key: 'sk-x',
        models: 'm',
        group: 'default',
        ...wrong,
      }),
    ).toContain(field);
    expect(await channels()).toHaveLength(before);
  });

  it('keeps its models, its group and the address that its type needs, but can be switched as it is', async () => {
    const channel = await made('kept', { type: 8, base_url: 'http://127.0.0.1:1/v1' });
    for (const [wrong, field] of [
      [{ models: '' }, 'models'],
      [{ group: ' ' }, 'group'],
      [{ base_url: '' }, 'base_url'],
      [{ type: 999 }, 'type'],
    ] as const)
      expect(await world.root.refused('PUT', '/api/channel/', { id: channel.id, ...wrong })).toContain(field);
    await world.db.query({ text: 'update directory.channels set type = 999 where id = $1', values: [channel.id] });
    expect(await world.root.done('PUT', '/api/channel/', { id: channel.id, status: 2 })).toMatchObject({ status: 2 });
  });

  it('is found whatever an older console sends for a filter that is not set', async () => {
    await made('unfiltered');
    for (const nothing of ['null', 'undefined', 'NaN', '']) {
      const found = await world.root.done<Channel[]>(
        'GET',
        `/api/channel/search?keyword=unfiltered&group=${nothing}&model=${nothing}&p=words`,
      );
      expect(found.map(({ name }) => name)).toEqual(['unfiltered']);
    }
    expect(await world.root.done('GET', '/api/user/?p=words&page_size=words')).toMatchObject({ page: 1 });
  });

  it('of a type that the relay cannot serve is kept, and its models are offered to nobody', async () => {
    await made('served', { type: 1, models: 'of-served-type' });
    await made('unserved', { type: 36, models: 'of-unserved-type' });
    const offered = JSON.stringify([
      await world.root.done('GET', '/api/user/models'),
      (await world.root.call('GET', '/api/pricing')).json,
    ]);
    expect(offered).toContain('of-served-type');
    expect(offered).not.toContain('of-unserved-type');
  });

  it('is not a copy that has a number for its key', async () => {
    const channel = await made('original');
    await world.root.refused('POST', '/api/channel/', { ...channel, id: undefined, key: String(channel.id) });
  });

  it('is made once for each line of keys', async () => {
    const before = (await channels()).length;
    await made('lines', { key: 'sk-one\n\nsk-two\n' });
    expect((await channels()).length - before).toBe(2);
  });

  it('is made once with all keys where that is asked for, each once', async () => {
    const before = (await channels()).length;
    const { id, keys } = await made('one of several', { key: 'sk-in-one\n\nsk-in-two\nsk-in-one', multi_key: true });
    expect((await channels()).length - before).toBe(1);
    expect(keys.map(({ state }) => state)).toEqual([1, 1]);
    expect((await findChannelWithKeys(world.db, testKeys(world.db), id))?.keys).toEqual(['sk-in-one', 'sk-in-two']);
  });

  it('has a key that was put aside enabled by hand, or by a test of all that it passes', async () => {
    const { id, keys } = await made('put aside', { key: 'sk-aside-one\nsk-aside-two', multi_key: true });
    const [first, second] = keys.map(({ number }) => number);
    const putAside = (number: number | undefined) =>
      withDirectoryTransaction(world.db, null, (tx) =>
        noteSpent(tx, testKeys(world.db), id, number, {
          actorId: null,
          process: 'relay',
          requestId: '',
          reason: '401',
        }),
      );
    const states = async () =>
      (await world.root.done<Channel>('GET', `/api/channel/${id}`)).keys.map(({ state, reason }) => [state, reason]);
    await putAside(first);
    expect(await states()).toEqual([
      [2, '401'],
      [1, ''],
    ]);
    await world.root.done('POST', '/api/channel/key/enabled', { id, number: first });
    expect(await states()).toEqual([
      [1, ''],
      [1, ''],
    ]);
    await world.root.refused('POST', '/api/channel/key/enabled', { id: 999_999, number: 1 });
    expect(await world.root.refused('POST', '/api/channel/key/enabled', { id, number: 999_999 })).toBe(
      'number: the channel has no key 999999.',
    );

    await putAside(second);
    await putAside(first);
    const spent = await world.root.done<Channel>('GET', `/api/channel/${id}`);
    expect([spent.status, spent.keys.map(({ state }) => state)]).toEqual([3, [1, 2]]);
    await world.root.done('PUT', '/api/option/', { key: 'AutomaticEnableChannelEnabled', value: 'true' });
    world.channelTest = { ok: true, message: '', seconds: 0.25 };
    await world.root.done('GET', '/api/channel/test');
    await eventually(async () => {
      const { status, keys: after } = await world.root.done<Channel>('GET', `/api/channel/${id}`);
      return status === 1 && after.every(({ state }) => state === 1);
    }, 'the channel and its key are enabled');
    await world.root.done('PUT', '/api/option/', { key: 'AutomaticEnableChannelEnabled', value: 'false' });
  });

  it('is tested, with the time kept and told also when it fails', async () => {
    const channel = await made('tested');
    const passed = (await world.root.call('GET', `/api/channel/test/${channel.id}?model=`)).json;
    expect(passed).toMatchObject({ success: true, time: 0.25 });
    const after = await world.root.done<Channel>('GET', `/api/channel/${channel.id}`);
    expect([after.response_time, after.test_passed]).toEqual([250, true]);
    expect(Math.abs(after.test_time - Date.now() / 1_000)).toBeLessThan(60);

    world.channelTest = { ok: false, message: 'connection refused', seconds: 0.5 };
    const failed = (await world.root.call('GET', `/api/channel/test/${channel.id}?model=`)).json;
    expect(failed).toMatchObject({ success: false, time: 0.5, message: expect.stringContaining('connection refused') });
    expect((await world.root.done<Channel>('GET', `/api/channel/${channel.id}`)).test_passed).toBe(false);
    await drainAudit(world.store, world.db);
    const recorded = (await world.store.readAll(START, 500)).filter(
      ({ data }) => data.includes('"channel.test"') && data.includes(`"channel-${channel.id}"`),
    );
    expect(recorded.map(({ data }) => JSON.parse(data).after)).toMatchObject([
      { ok: true, durationMs: 250 },
      { ok: false, durationMs: 500 },
    ]);
    expect((await world.root.call('GET', '/api/channel/test/999999')).json).toMatchObject({ success: false, time: 0 });
    for (const [type, message] of [
      [36, 'cannot be tested'],
      [21, 'no longer offered'],
    ] as const) {
      const untestable = await made(`type-${type}`, { type });
      expect((await world.root.call('GET', `/api/channel/test/${untestable.id}`)).json).toMatchObject({
        success: false,
        time: 0,
        message: expect.stringContaining(message),
      });
    }
  });

  it('has the attempts of each of its tests in its stream, once, with who tested and when it began', async () => {
    const { id } = await made('attempted');
    const attempt = { channelId: id as ChannelId, keyId: 3, latencyMs: 7, status: 200, outcome: 'answered' } as const;
    const tried = { attempts: [attempt], privateSalt: 'AAECAwQFBgcICQoLDA0ODw' };
    const sinceMs = Date.now();
    world.channelTest = { ok: true, message: '', seconds: 0.25, tried };
    await world.root.done('GET', `/api/channel/test/${id}?model=`);
    const [first, ...none] = await world.store.readStream(channelStream(id), 0 as Revision, 10);
    if (first === undefined) throw new Error('nothing was written');
    expect(none).toEqual([]);
    const { event, id: eventId, metadata, occurredAtMs } = decode<ChannelEvent>(first);
    expect(event).toEqual({ type: 'ChannelTested', data: tried });
    expect(channelEventSchemas.ChannelTested.safeParse(event.data).error).toBeUndefined();
    expect(eventId).toBe(eventIdOf(`test-channel-${id}-${metadata['$correlationId']}`, 0));
    expect([metadata['actor'], metadata['accountId']]).toEqual(['user-1', undefined]);
    expect(occurredAtMs).toBeGreaterThanOrEqual(sinceMs);

    const broken = { attempts: [{ ...attempt, status: 401, outcome: 'failed', error: 'upstream_error' }] } as const;
    world.channelTest = { ok: false, message: 'no', seconds: 1, tried: { ...tried, attempts: [...broken.attempts] } };
    await world.root.refused('GET', `/api/channel/test/${id}?model=`);
    world.channelTest = { ok: false, message: 'nothing was sent', seconds: 0 };
    await world.root.refused('GET', `/api/channel/test/${id}?model=`);
    const both = await world.store.readStream(channelStream(id), 0 as Revision, 10);
    expect(both.map(({ data }) => JSON.parse(data).attempts[0].outcome)).toEqual(['answered', 'failed']);
    await world.runner.waitFor(await world.store.head(), 10_000);
    expect(await verify({ pool: world.db, store: world.store })).toEqual([]);
  });

  it('answers its test while an upgrade runs, without a word of its attempts in the ledger', async () => {
    const { id } = await made('upgraded');
    const tried = {
      attempts: [{ channelId: id as ChannelId, latencyMs: 7, status: 200, outcome: 'answered' as const }],
      privateSalt: 's',
    };
    world.channelTest = { ok: true, message: '', seconds: 0.5, tried };
    await beginLedgerSchema(world.db, 3);
    expect((await world.root.call('GET', `/api/channel/test/${id}?model=`)).json).toMatchObject({ success: true });
    await world.db.query('update directory.ledger_schema set number = $1', [LEDGER_SCHEMA]);
    expect(await world.store.readStream(channelStream(id), 0 as Revision, 10)).toEqual([]);
    expect((await world.root.done<Channel>('GET', `/api/channel/${id}`)).test_passed).toBe(true);
  });

  it('has the attempts of its test in its stream when all are tested', async () => {
    const ids = [(await made('all-one')).id, (await made('all-two')).id];
    const tried = {
      attempts: [{ channelId: 1 as ChannelId, latencyMs: 7, status: 200, outcome: 'answered' as const }],
      privateSalt: 's',
    };
    world.channelTest = { ok: true, message: '', seconds: 0.5, tried };
    await world.root.done('GET', '/api/channel/test');
    for (const id of ids) {
      const written = () => world.store.readStream(channelStream(id), 0 as Revision, 10);
      await eventually(async () => (await written()).length > 0, `channel ${id} has been tested`);
      expect(await written()).toMatchObject([{ type: 'ChannelTested', metadata: { actor: 'api' } }]);
    }
  });

  it('is changed with all of its tag, and deleted alone, in batches or when disabled', async () => {
    const [one, two] = [await made('tag-one', { tag: 'pair' }), await made('tag-two', { tag: 'pair' })];
    await world.root.done('PUT', '/api/channel/tag', { tag: 'pair', priority: 9, models: '', groups: 'vip' });
    for (const { id } of [one, two])
      expect(await world.root.done('GET', `/api/channel/${id}`)).toMatchObject({
        priority: 9,
        group: 'vip',
        models: one.models,
      });
    expect((await channels('p=0&page_size=10&tag_mode=true')).filter(({ tag }) => tag === 'pair')).toHaveLength(2);
    await world.root.done('POST', '/api/channel/tag/disabled', { tag: 'pair' });
    expect(await world.root.done('GET', `/api/channel/${one.id}`)).toMatchObject({ status: 2 });
    await world.root.done('POST', '/api/channel/tag/enabled', { tag: 'pair' });
    for (const { id } of [one, two])
      expect(await world.root.done('GET', `/api/channel/${id}`)).toMatchObject({ status: 1 });
    await world.root.done('POST', '/api/channel/tag/disabled', { tag: 'pair' });
    expect(await world.root.done('POST', '/api/channel/batch/tag', { ids: [one.id, two.id], tag: null })).toBe(2);

    await world.root.done('DELETE', `/api/channel/${one.id}/`);
    await world.root.refused('GET', `/api/channel/${one.id}`);
    expect(await world.root.done<number>('DELETE', '/api/channel/disabled')).toBeGreaterThanOrEqual(1);
    await world.root.refused('GET', `/api/channel/${two.id}`);
    const three = await made('batch');
    expect(await world.root.done('POST', '/api/channel/batch', { ids: [three.id, 999_999] })).toBe(1);
  });

  it('lets its upstream say which models it has', async () => {
    const asked: string[] = [];
    const upstream = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`);
      response.end(request.url === '/v1/models' ? '{"data":[{"id":"b"},{"id":"a"},{"id":"b"}]}' : '<html>');
    });
    await new Promise<void>((resolve) => {
      upstream.listen(0, '127.0.0.1', resolve);
    });
    const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    try {
      const channel = await made('listing', { base_url });
      expect(await world.root.done('GET', `/api/channel/fetch_models/${channel.id}`)).toEqual(['b', 'a']);
      expect(
        await world.root.done('POST', '/api/channel/fetch_models', {
          base_url: `${base_url}/`,
          type: 1,
          key: 'sk-new',
        }),
      ).toEqual(['b', 'a']);
      expect(asked).toEqual([`/v1/models Bearer ${SECRET}`, '/v1/models Bearer sk-new']);
      await world.root.refused('POST', '/api/channel/fetch_models', {
        base_url: `${base_url}/elsewhere`,
        type: 1,
        key: 'sk-new',
      });
      await world.root.refused('POST', '/api/channel/fetch_models', {
        base_url: 'http://127.0.0.1:9',
        type: 1,
        key: 'sk-new',
      });

      const setting = '{"proxy":"http://proxy.example:1"}';
      const proxied = await made('listing by a proxy', { base_url, setting });
      const answers = [
        await world.root.refused('GET', `/api/channel/fetch_models/${proxied.id}`),
        await world.root.refused('POST', '/api/channel/fetch_models', { base_url, type: 1, key: 'sk-new', setting }),
      ];
      for (const message of answers) expect(message).toContain('ENOPROXY');
      expect(asked.filter((path) => path.startsWith('/v1/models'))).toHaveLength(2);
    } finally {
      upstream.closeAllConnections();
      upstream.close();
    }
  });

  it('may be given the models that are known, each of which is told once', async () => {
    const names = (await world.root.done<{ id: string }[]>('GET', '/api/channel/models')).map(({ id }) => id);
    expect(names).toEqual(expect.arrayContaining(['gpt-4o', 'claude-3-5-sonnet-20241022']));
    expect(new Set(names).size).toBe(names.length);
  });

  it('is read again by every relay on demand', async () => {
    await made('reread');
    const before = await currentVersion(world.db);
    expect(await world.root.done('POST', '/api/channel/fix')).toBe((await channels()).length);
    expect(await currentVersion(world.db)).toBeGreaterThan(before);
    expect(world.view.version()).toBeGreaterThan(before);
  });

  it('makes its models usable for its groups, while it is enabled', async () => {
    const person = await world.person('modeller');
    await made('shown', { models: 'shown-model' });
    await made('hidden', { models: 'hidden-model', group: 'svip' });
    const models = await person.done<string[]>('GET', '/api/user/models');
    expect(models).toContain('shown-model');
    expect(models).not.toContain('hidden-model');
    expect(await person.done('GET', '/api/user/self/groups')).toMatchObject({
      default: { ratio: 1, desc: expect.any(String) },
      vip: { ratio: 1 },
    });
    const pricing = (await world.client().call('GET', '/api/pricing')).json;
    expect(pricing).toMatchObject({
      success: true,
      group_ratio: { default: 1 },
      usable_group: { default: expect.any(String) },
    });
    expect(pricing.data).toContainEqual(
      expect.objectContaining({
        model_name: 'shown-model',
        quota_type: 0,
        model_ratio: 30,
        completion_ratio: 1,
        enable_groups: ['default'],
      }),
    );
  });
});
