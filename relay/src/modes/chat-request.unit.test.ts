import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../errors/relay-error.ts';
import { parseJsonRequest } from '../wire/json.ts';
import { type ChatRequest, validateChat } from './chat-request.ts';

const GOOD = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };

function read(body: unknown): ChatRequest | RelayError {
  const request = parseJsonRequest(
    Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    'application/json',
  );
  return request instanceof RelayError ? request : validateChat(request);
}

function refusal(body: unknown): { status: number; message: string } {
  const answer = read(body);
  if (!(answer instanceof RelayError)) throw new Error('was accepted');
  return answer;
}

describe('a chat request', () => {
  it.each([['{"model": "m", "messages": ['], ['hello'], [''], ['[]'], ['null'], ['7']])(
    '%s is refused as a body',
    (body) => {
      expect(refusal(body).status).toBe(400);
    },
  );

  it.each([
    ['model', { model: 5 }],
    ['model', { model: undefined }],
    ['model', { model: '' }],
    ['model', { model: 'm'.repeat(256) }],
    ['model', { model: 'm'.repeat(600_000) }],
    ['model', { model: 'a\0b' }],
    ['model', { model: 'a\ud800' }],
    ['messages', { messages: 'hello' }],
    ['messages', { messages: undefined }],
    ['messages', { messages: [] }],
    ['messages[1]', { messages: [{}, 'x'] }],
    ['max_tokens', { max_tokens: 'many' }],
    ['max_tokens', { max_tokens: -1 }],
    ['max_tokens', { max_tokens: 1_073_741_824 }],
    ['max_tokens', { max_tokens: 1.5 }],
    ['max_completion_tokens', { max_completion_tokens: '1' }],
    ['n', { n: 0 }],
    ['n', { n: 129 }],
    ['n', { n: 1.5 }],
    ['stream', { stream: 'yes' }],
    ['stream_options', { stream_options: [] }],
  ])('names the wrong field %s', (field, fields) => {
    const { status, message } = refusal({ ...GOOD, ...fields });
    expect(status).toBe(400);
    expect(message.startsWith(`${field}: `)).toBe(true);
  });

  it('may ask for a model whose name has 255 characters, pairs of surrogates among them', () => {
    expect(read({ ...GOOD, model: 'm'.repeat(255) })).toMatchObject({ stream: false });
    expect(read({ ...GOOD, model: '模型-😀' })).toMatchObject({ model: '模型-😀' });
  });

  it('is refused when a member that decides the price stands in it twice', () => {
    expect(refusal('{"model":"dear","messages":[{}],"model":"cheap"}').message).toContain('twice');
    expect(refusal('{"model":"m","messages":[{}],"max_tokens":1,"max_tokens":9}').message).toContain('twice');
    expect(refusal('{"model":"m","messages":[{}],"mod\\u0065l":"x"}').message).toContain('twice');
    for (const [field, dear] of [
      ['service_tier', '"priority"'],
      ['web_search_options', '{}'],
      ['search_parameters', '{"mode":"auto"}'],
      ['plugins', '[{"id":"web"}]'],
      ['enable_search', 'true'],
      ['models', '["dear"]'],
      ['deferred', 'true'],
      ['audio', '{"voice":"ash"}'],
    ])
      expect(refusal(`{"model":"m","messages":[{}],"${field}":${dear},"${field}":null}`).message).toContain(
        `${field}: stands in the body twice`,
      );
  });

  it('must be JSON by its Content-Type too', () => {
    expect(parseJsonRequest(Buffer.from('{"model":"m"}'), 'text/plain')).toBeInstanceOf(RelayError);
    expect(parseJsonRequest(Buffer.from('{"model":"m"}'), 'application/json; charset=utf-8')).not.toBeInstanceOf(
      RelayError,
    );
  });

  it('states its maximum, its choices and its wish for usage', () => {
    expect(read({ ...GOOD, max_tokens: 5, max_completion_tokens: 9, n: 2 })).toMatchObject({
      completionMax: 9,
      choices: 2,
      stream: false,
      usageAsked: false,
    });
    expect(read({ ...GOOD, max_tokens: null, n: null, stream: null })).toMatchObject({
      completionMax: undefined,
      choices: 1,
      stream: false,
    });
    expect(read({ ...GOOD, max_tokens: 0 })).toMatchObject({ completionMax: undefined });
    expect(read({ ...GOOD, stream: true, stream_options: { include_usage: true } })).toMatchObject({
      stream: true,
      usageAsked: true,
    });
    expect(read({ ...GOOD, stream: true, stream_options: { include_usage: false } })).toMatchObject({
      usageAsked: false,
    });
  });

  it.each([
    ['Model', '"Model":"gpt-4o"'],
    ['MAX_TOKENS', '"MAX_TOKENS":100000'],
    ['N', '"N":50'],
    ['Stream_Options', '"Stream_Options":{"include_usage":false}'],
    ['\u017ftream', '"\u017ftream":true'],
    ['\u017ftream', '"\\u017ftream":true'],
    ['max_to\u212aens', '"max_to\\u212Aens":100000'],
    ['Model', '"\\u004dodel":"gpt-4o"'],
    ['Max_Completion_Tokens', '"Max_Completion_Tokens":1'],
    ['Tools', '"Tools":[]'],
    ['Service_Tier', '"Service_Tier":"priority"'],
    ['stream_options.Include_Usage', '"stream_options":{"include_usage":true,"Include_Usage":false}'],
    ['stream_options.include_u\u017fage', '"stream_options":{"include_u\\u017fage":false}'],
  ])('%s is no way to spell a member: an upstream may take it for the one that is meant', (field, member) => {
    for (const body of [`{${member},"model":"m","messages":[{}]}`, `{"model":"m","messages":[{}],${member}}`]) {
      const { status, message } = refusal(body);
      expect({ status, message }).toMatchObject({ status: 400, message: expect.stringContaining(`${field}: `) });
    }
  });

  it('may hold members that nobody here knows, in any spelling', () => {
    expect(read({ ...GOOD, Extra: 1, x: { Model: 'm' }, ['s'.repeat(5_000)]: 1, İ: 1 })).toMatchObject({ model: 'm' });
  });
});
