import { describe, expect, it } from '@jest/globals';
import { readOverride } from './channel-override.ts';

const faultOf = (value: unknown): unknown => {
  const read = readOverride(value);
  return 'fault' in read ? read.fault : undefined;
};
const body = (set: unknown): object => ({ body: { set } });
const headers = (set: unknown): object => ({ headers: { set } });

describe('an override', () => {
  it('is nothing where nothing is said', () => {
    for (const value of [undefined, null, {}, { body: {} }, { body: null, headers: { set: {}, remove: [] } }])
      expect(readOverride(value)).toEqual({ override: { model: undefined, body: undefined, headers: undefined } });
  });

  it('is read with its paths, its model apart, and names of headers in lower case', () => {
    const value = {
      body: { set: { model: 'm', 'a.b': [1] }, remove: ['c'], rename: { d: 'e.f' } },
      headers: { set: { 'X-Team': 'a' }, remove: ['OpenAI-Beta'] },
    };
    expect(readOverride(value)).toEqual({
      override: {
        model: 'm',
        body: {
          set: [{ path: ['a', 'b'], value: [1] }],
          remove: [['c']],
          rename: [{ from: ['d'], to: ['e', 'f'] }],
        },
        headers: { set: new Map([['x-team', 'a']]), remove: new Set(['openai-beta']) },
      },
    });
  });

  it.each<readonly [string, unknown, string, string]>([
    ['a list', [], 'override', 'type'],
    ['another member', { bodies: {} }, 'override.bodies', 'choice'],
    ['another operation', { body: { add: {} } }, 'override.body.add', 'choice'],
    ['a rename of headers', { headers: { rename: {} } }, 'override.headers.rename', 'choice'],
    ['sets as a list', body([]), 'override.body.set', 'type'],
    ['removals as an object', { body: { remove: {} } }, 'override.body.remove', 'type'],
    ['a removal that is no text', { body: { remove: ['a', 1] } }, 'override.body.remove.1', 'type'],
    ['a new name that is no text', { body: { rename: { a: 1 } } }, 'override.body.rename.a', 'type'],
    ['a path without a name', body({ 'a..b': 1 }), 'override.body.set.a..b', 'override_path'],
    ['no path', body({ '': 1 }), 'override.body.set.', 'override_path'],
    ['a blank around a name', body({ 'a. b': 1 }), 'override.body.set.a. b', 'override_path'],
    [
      'the name of every object',
      JSON.parse('{"body":{"set":{"__proto__":1}}}'),
      'override.body.set.__proto__',
      'override_path',
    ],
    ['it within a path', body({ 'a.constructor.b': 1 }), 'override.body.set.a.constructor.b', 'override_path'],
    ['a path too long', body({ ['a'.repeat(129)]: 1 }), `override.body.set.${'a'.repeat(129)}`, 'too_large'],
    ['the messages', body({ messages: [] }), 'override.body.set.messages', 'override_callers'],
    ['a message', body({ 'contents.0': 1 }), 'override.body.set.contents.0', 'override_callers'],
    ['the stream', { body: { remove: ['stream'] } }, 'override.body.remove.0', 'override_callers'],
    ['the tools', { body: { rename: { a: 'tools' } } }, 'override.body.rename.a', 'override_callers'],
    ['no model', { body: { remove: ['model'] } }, 'override.body.remove.0', 'override_model'],
    ['another name for it', { body: { rename: { a: 'model' } } }, 'override.body.rename.a', 'override_model'],
    [
      'it where Spark has it',
      body({ 'parameter.chat.domain': 'x' }),
      'override.body.set.parameter.chat.domain',
      'override_model',
    ],
    ['a model that is no name', body({ model: 5 }), 'override.body.set.model', 'type'],
    ['a model too long', body({ model: 'm'.repeat(256) }), 'override.body.set.model', 'too_large'],
    ['a maximum that is no number', body({ max_tokens: '5' }), 'override.body.set.max_tokens', 'whole_number'],
    ['no maximum', body({ 'a.maxOutputTokens': 0 }), 'override.body.set.a.maxOutputTokens', 'too_small'],
    ['too many choices', body({ n: 129 }), 'override.body.set.n', 'too_large'],
    ['a value too long', body({ a: 'x'.repeat(8_192) }), 'override.body.set.a', 'too_large'],
    ['a member twice', { body: { set: { a: 1 }, remove: ['a'] } }, 'override.body.remove.0', 'override_twice'],
    ['one within another', body({ a: 1, 'a.b': 2 }), 'override.body.set.a.b', 'override_twice'],
    ['one around another', body({ 'a.b': 1, a: 2 }), 'override.body.set.a', 'override_twice'],
    [
      'a header of the connection',
      headers({ Connection: 'close' }),
      'override.headers.set.Connection',
      'override_header',
    ],
    ['the host', headers({ HOST: 'a' }), 'override.headers.set.HOST', 'override_header'],
    ['the length', headers({ 'content-length': '1' }), 'override.headers.set.content-length', 'override_header'],
    ['the key', { headers: { remove: ['Authorization'] } }, 'override.headers.remove.0', 'override_header'],
    ['the key of others', headers({ 'x-api-key': 'a' }), 'override.headers.set.x-api-key', 'override_header'],
    ['what is no name of a header', headers({ 'a b': 'a' }), 'override.headers.set.a b', 'override_header'],
    ['a header of two lines', headers({ a: 'b\r\nc: d' }), 'override.headers.set.a', 'header_text'],
    ['a header beyond ASCII', headers({ a: 'é' }), 'override.headers.set.a', 'header_text'],
    ['a header that is no text', headers({ a: 1 }), 'override.headers.set.a', 'type'],
    ['a header twice', headers({ a: '1', A: '2' }), 'override.headers.set.A', 'override_twice'],
    [
      'a header set and removed',
      { headers: { set: { a: '1' }, remove: ['A'] } },
      'override.headers.remove.0',
      'override_twice',
    ],
    ['a header too long', headers({ a: 'x'.repeat(1_025) }), 'override.headers.set.a', 'too_large'],
    [
      'too many entries',
      body(Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`a${index}`, 1]))),
      'override.body.set',
      'too_large',
    ],
  ])('of %s names its field', (_what, value, field, rule) => {
    expect(faultOf(value)).toMatchObject({ field, rule });
  });

  it('may set names that lie beside each other', () => {
    expect(faultOf(body({ 'a.b': 1, 'a.c': 2, ab: 3 }))).toBeUndefined();
  });
});
