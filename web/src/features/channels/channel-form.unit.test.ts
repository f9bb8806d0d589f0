import { describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { en } from '../../shared/i18n/en.ts';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import type { Channel } from './api/channels-api.ts';
import { channelForm, channelValues, type ChannelValues } from './channel-form-values.ts';

const fresh: ChannelValues = { ...channelValues(undefined), name: 'main', key: 'sk-1', models: ['gpt-4o'] };
const [custom, bedrock, vertex, cloudflare] = (['custom', 'bedrock', 'vertex', 'cloudflare'] as const).map((key) =>
  String(channelTypeNamed(key).code),
) as [string, string, string, string];
const AWS = 'AccessKey|SecretKey|Region';

describe('the form of a channel', () => {
  it.each<readonly [Partial<ChannelValues>, Partial<Record<keyof ChannelValues, string>>]>([
    [{}, {}],
    [
      { name: '', key: ' ', models: [], groups: [] },
      { name: en.form.required, key: en.form.required, models: en.form.required, groups: en.form.required },
    ],
    [{ name: 'a'.repeat(256) }, { name: en.form.charactersMax(255) }],
    [{ type: custom }, { baseUrl: en.form.required }],
    [{ type: custom, baseUrl: 'https://a.test/x' }, {}],
    [{ type: bedrock, key: 'ak|sk|' }, { key: en.channels.keyFault({ rule: 'key_parts', form: AWS, line: 1 }) }],
    [
      { type: bedrock, key: 'ak|sk|eu-west-1\nak' },
      { key: en.channels.keyFault({ rule: 'key_parts', form: AWS, line: 2 }) },
    ],
    [{ type: bedrock, key: 'ak|sk|eu-west-1' }, {}],
    [
      { type: vertex, key: 'sk-1' },
      { key: en.channels.keyFault({ rule: 'key_json' }), other: en.form.required },
    ],
    [{ type: vertex, key: '{}', other: '{"gemini-pro":"us"}' }, { other: en.channels.regionsWrong }],
    [{ type: vertex, key: '{}', other: '{"default":"us"}' }, {}],
    [{ type: cloudflare }, { other: en.form.required }],
    [{ baseUrl: 'a.test' }, { baseUrl: en.channels.addressWrong }],
    [{ mapping: '[]' }, { mapping: en.channels.mappingWrong }],
    [
      { statusMapping: '{', setting: 'x' },
      { statusMapping: en.form.json, setting: en.form.json },
    ],
    [{ override: '[' }, { override: en.form.json }],
    [{ override: '[]' }, { override: en.form.json }],
    [
      { override: '{"body":{"set":{"messages":[]}}}' },
      { override: `body.set.messages: ${en.channels.overrideFault({ field: '', rule: 'override_callers' })}` },
    ],
    [{ setting: '{"override":{"body":{}}}' }, { setting: en.channels.overrideElsewhere }],
    [
      { priority: '-1000', weight: '-1' },
      { priority: en.channels.priorityWrong, weight: en.channels.weightWrong },
    ],
    [
      { priority: '1.5', weight: '' },
      { priority: en.channels.priorityWrong, weight: en.channels.weightWrong },
    ],
  ])('%j is answered at its fields', async (change, faults) => {
    const values = { ...fresh, ...change };
    expect(await faultsOf(channelForm(values, true, en), values)).toEqual(faults);
  });

  it('may leave the key empty where there is one', async () => {
    const values = { ...fresh, key: '' };
    expect(await faultsOf(channelForm(values, false, en), values)).toEqual({});
  });

  it('says of a new one alone whether all keys are its own', () => {
    const values = { ...fresh, key: 'sk-1\nsk-2', isOne: true };
    expect(channelForm(values, true, en).parse(values)).toMatchObject({ key: 'sk-1\nsk-2', multi_key: true });
    expect(channelForm(fresh, true, en).parse(fresh)).not.toHaveProperty('multi_key');
    expect(channelForm(values, false, en).parse(values)).not.toHaveProperty('multi_key');
  });

  it('shows what is changed of requests apart from the other settings, and sends both as one', () => {
    const setting = '{"proxy":"http://p:1","override":{"body":{"set":{"n":2}}}}';
    const channel = { setting, models: 'm', group: 'default', type: 1, weight: 0, priority: 0 } as Channel;
    const shown = channelValues(channel);
    expect(shown.setting).toBe('{"proxy":"http://p:1"}');
    expect(JSON.parse(shown.override)).toEqual({ body: { set: { n: 2 } } });
    const sent = channelForm(fresh, true, en).parse({ ...fresh, setting: shown.setting, override: shown.override });
    expect(JSON.parse(sent.setting ?? '')).toEqual(JSON.parse(setting));
    const cleared = channelForm(fresh, true, en).parse({ ...fresh, setting: shown.setting, override: ' ' });
    expect(cleared.setting).toBe('{"proxy":"http://p:1"}');
    expect(channelValues({ ...channel, setting: '{' }).setting).toBe('{');
  });

  it('is sent as the contract says', () => {
    const values = {
      ...fresh,
      name: ' main ',
      baseUrl: 'https://a.test/ ',
      models: ['a', 'b'],
      priority: '-3',
      autoBan: false,
    };
    expect(channelForm(values, true, en).parse(values)).toMatchObject({
      type: Number(fresh.type),
      name: 'main',
      base_url: 'https://a.test',
      models: 'a,b',
      group: 'default',
      priority: -3,
      auto_ban: 0,
    });
  });
});
