import { describe, expect, it } from '@jest/globals';
import { editOf, formProblem } from './fields.ts';

const OPENAI = { type: 1, baseUrl: '', other: '' };
const target = (fields: object) => ({ ...OPENAI, ...fields });

describe('formProblem', () => {
  it.each([
    ['a mapping that is no JSON', { model_mapping: '{' }, 'model_mapping'],
    ['a mapping that is a list', { status_code_mapping: '[]' }, 'status_code_mapping'],
    ['a setting that is a number', { setting: '5' }, 'setting'],
    ['a mapping to a number', { model_mapping: '{"a":1}' }, 'model_mapping'],
    ['a mapping to nothing', { model_mapping: '{"a":""}' }, 'model_mapping'],
    ['a mapping of a name of every object to a list', { model_mapping: '{"__proto__":["gpt-4o"]}' }, 'model_mapping'],
    ['a mapping to text that cannot be stored', { model_mapping: '{"a":"b\\u0000"}' }, 'model_mapping'],
    ['a status as a number', { status_code_mapping: '{"400":500}' }, 'status_code_mapping'],
    ['a status of two digits', { status_code_mapping: '{"40":"500"}' }, 'status_code_mapping'],
    ['a failure made a success', { status_code_mapping: '{"500":"200"}' }, 'status_code_mapping'],
    ['a proxy of another protocol', { setting: '{"proxy":"ftp://proxy:21"}' }, 'setting'],
    ['a proxy that is no address', { setting: '{"proxy":"http://["}' }, 'setting'],
    ['a proxy that is no text', { setting: '{"proxy":8080}' }, 'setting'],
    ['a word for what is unpriced that is not known', { setting: '{"unpriced":"yes"}' }, 'setting.unpriced'],
    ['true for what is unpriced', { setting: '{"unpriced":true}' }, 'setting.unpriced'],
    ['an override that is a list', { setting: '{"override":[]}' }, 'setting.override'],
    [
      'a header that the connection has',
      { setting: '{"override":{"headers":{"set":{"Host":"a"}}}}' },
      'setting.override.headers.set.Host',
    ],
    [
      'an override of what the caller says',
      { setting: '{"override":{"body":{"remove":["a","messages"]}}}' },
      'setting.override.body.remove.1',
    ],
    ['a key beyond ASCII', { key: 'sk-é' }, 'key'],
    ['a key with a tab', { key: 'sk-\t1' }, 'key'],
    ['an organization beyond ASCII', { openai_organization: '名' }, 'openai_organization'],
    ['an address that is none', { base_url: 'http://[' }, 'base_url'],
    ['an address without a protocol', { base_url: 'api.example.com' }, 'base_url'],
    ['a model name of 256 characters', { models: `gpt-4o,${'m'.repeat(256)}` }, 'models'],
    ['no name', { name: ' ' }, 'name'],
    ['no models', { models: '' }, 'models'],
    ['models without a name', { models: ' , ' }, 'models'],
    ['no group', { group: '' }, 'group'],
  ])('names %s', (_what, form, field) => {
    expect(formProblem(form, OPENAI)).toMatchObject({ code: 'field_invalid', field });
  });

  it.each([
    ['type 33 without a region in its key', { type: 33, key: 'ak|sk' }, {}, 'key'],
    ['type 23 with an empty part of its key', { type: 23, key: '1|2|3\n1||3' }, {}, 'key'],
    ['type 41 with a key that is no JSON', { type: 41, key: 'sk-1' }, { other: 'us' }, 'key'],
    ['type 39 without an account', { type: 39 }, {}, 'other'],
    ['type 41 without a region', { type: 41 }, {}, 'other'],
    ['type 41 with a map without default', { type: 41 }, { other: '{"gemini-pro":"us"}' }, 'other.default'],
    ['a type that there is not', { type: 999 }, {}, 'type'],
    ['type 3 without address', { type: 3 }, {}, 'base_url'],
    ['type 8 without address', { type: 8 }, { baseUrl: ' ' }, 'base_url'],
    ['an address taken away from type 8', { base_url: '' }, { type: 8 }, 'base_url'],
  ])('names %s', (_what, form, fields, field) => {
    expect(formProblem(form, target({ ...form, ...fields }))).toMatchObject({ code: 'field_invalid', field });
  });

  it('does not hold against an edit what it leaves as it is', () => {
    expect(formProblem({ priority: 5 }, target({ type: 999 }))).toBeUndefined();
    expect(formProblem({ type: 8 }, target({ type: 8, baseUrl: 'https://own.example' }))).toBeUndefined();
  });

  it('accepts empty texts, objects and a region', () => {
    expect(formProblem({ model_mapping: '', setting: '{"proxy":""}', base_url: '', other: '' })).toBeUndefined();
    for (const proxy of ['http://p:1', 'https://u:w@p', 'socks5://u:w@127.0.0.1:1080'])
      expect(formProblem({ setting: JSON.stringify({ proxy, force_format: true }) })).toBeUndefined();
    const override = { body: { set: { temperature: 0 } }, headers: { remove: ['OpenAI-Beta'] } };
    expect(formProblem({ setting: JSON.stringify({ override }) })).toBeUndefined();
    for (const unpriced of ['pass', '', null])
      expect(formProblem({ setting: JSON.stringify({ unpriced }) })).toBeUndefined();
    expect(
      formProblem({
        model_mapping: '{"gpt-4":"gpt-4o","__proto__":"o1"}',
        status_code_mapping: '{"400":"500","429":"503"}',
      }),
    ).toBeUndefined();
    expect(formProblem({ key: 'sk-one\r\nsk-two', base_url: 'https://example.com/{model}/chat' })).toBeUndefined();
    expect(formProblem({ type: 41, key: '{\n\t"a": 1\n}' }, target({ type: 41, other: 'us' }))).toBeUndefined();
    expect(formProblem({ type: 33, key: 'ak|sk|us-east-1\nak|sk|eu-west-1' }, target({ type: 33 }))).toBeUndefined();
    expect(formProblem({ key: '' }, target({ type: 33 }))).toBeUndefined();
    expect(formProblem({ type: 41 }, target({ type: 41, other: 'us-central1' }))).toBeUndefined();
    expect(formProblem({ type: 41 }, target({ type: 41, other: '{"default":"us"}' }))).toBeUndefined();
  });
});

describe('editOf', () => {
  it('keeps what is left out, null or an empty key as it is, and clears what is empty', () => {
    expect(editOf({ key: '', name: null, other: '', tag: '', priority: 0 })).toEqual({
      other: '',
      tag: '',
      priority: 0,
    });
  });

  it('writes names once and without spaces', () => {
    expect(editOf({ models: ' gpt-4o, o1,gpt-4o ,', group: 'default, vip' })).toEqual({
      models: 'gpt-4o,o1',
      group: 'default,vip',
    });
  });
});
