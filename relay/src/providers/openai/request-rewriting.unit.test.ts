import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { reasoningEffortOf } from '../../modes/reasoning-effort.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { openAiBody } from './request-rewriting.ts';

function request(text: string): ChatRequest {
  const parsed = parseJsonRequest(Buffer.from(text), undefined);
  const valid = parsed instanceof RelayError ? parsed : validateChat(parsed);
  if (valid instanceof RelayError) throw new Error(valid.message);
  return valid;
}

const rewritten = (text: string, model: string): string => openAiBody({ request: request(text), model }).toString();

const PLAIN = '{"messages":[{"role":"user","content":"\\u00e9"}], "seed":9007199254740993,"model":"a","top_p":1.0}';

describe('a request for an upstream that speaks OpenAI', () => {
  it('is the very same bytes when nothing changes', () => {
    const same = request(PLAIN);
    expect(openAiBody({ request: same, model: 'a' })).toBe(same.bytes);
  });

  it('leaves out a maximum of 0, which means none', () => {
    expect(rewritten('{"model":"m","max_tokens":0,"x":1.0,"max_completion_tokens":0,"messages":[{}]}', 'm')).toBe(
      '{"model":"m","x":1.0,"messages":[{}]}',
    );
  });

  it('has the mapped model and everything else as it was spelled', () => {
    expect(rewritten(PLAIN, 'b')).toBe(
      '{"messages":[{"role":"user","content":"\\u00e9"}],"seed":9007199254740993,"model":"b","top_p":1.0}',
    );
  });

  it('asks for usage on a stream, and keeps other stream options', () => {
    expect(rewritten('{"model":"a","messages":[{}],"stream":true}', 'a')).toBe(
      '{"model":"a","messages":[{}],"stream":true,"stream_options":{"include_usage":true}}',
    );
    expect(
      JSON.parse(
        rewritten('{"model":"a","messages":[{}],"stream":true,"stream_options":{"x":1,"include_usage":false}}', 'a'),
      ).stream_options,
    ).toEqual({ x: 1, include_usage: true });
    expect(
      JSON.parse(rewritten('{"model":"a","messages":[{}],"stream":true,"stream_options":null}', 'a')).stream_options,
    ).toEqual({ include_usage: true });
    const asking = request('{"model":"a","messages":[{}],"stream":true,"stream_options":{"include_usage":true}}');
    expect(openAiBody({ request: asking, model: 'a' })).toBe(asking.bytes);
  });
});

describe('a request for o1 and o3', () => {
  it('states its maximum as max_completion_tokens', () => {
    expect(JSON.parse(rewritten('{"model":"o1","messages":[{}],"max_tokens":7}', 'o1'))).toEqual({
      model: 'o1',
      messages: [{}],
      max_completion_tokens: 7,
    });
    expect(
      JSON.parse(rewritten('{"model":"o1","messages":[{}],"max_tokens":7,"max_completion_tokens":5}', 'o1')),
    ).toEqual({ model: 'o1', messages: [{}], max_completion_tokens: 5 });
  });

  it('turns the effort in the name into a field', () => {
    expect(JSON.parse(rewritten('{"model":"o3-mini-high","messages":[{}]}', 'o3-mini-high'))).toEqual({
      model: 'o3-mini',
      messages: [{}],
      reasoning_effort: 'high',
    });
  });

  it('drops the temperature for o3 only', () => {
    expect(JSON.parse(rewritten('{"model":"o3-mini","messages":[{}],"temperature":1}', 'o3-mini'))).toEqual({
      model: 'o3-mini',
      messages: [{}],
    });
    expect(JSON.parse(rewritten('{"model":"o1","messages":[{}],"temperature":1}', 'o1'))).toMatchObject({
      temperature: 1,
    });
  });

  it('calls the first system message developer, where the model knows that role', () => {
    const text = '{"model":"o1","messages":[ {"content":"\\u00e9","role" : "system"},{"role":"system","content":1.0}]}';
    expect(rewritten(text, 'o1')).toBe(
      '{"model":"o1","messages":[ {"content":"\\u00e9","role" : "developer"},{"role":"system","content":1.0}]}',
    );
    expect(JSON.parse(rewritten(text.replace('"o1"', '"o1-mini"'), 'o1-mini')).messages[0].role).toBe('system');
  });
});

describe('how hard a model is asked to think', () => {
  it.each([
    ['o3-mini-high', {}, 'high'],
    ['o3-mini-high', { reasoning_effort: 'low' }, 'high'],
    ['o3-mini', { reasoning_effort: 'low' }, 'low'],
    ['gpt-5', { reasoning_effort: 'minimal' }, 'minimal'],
    ['gpt-4o-high', {}, undefined],
    ['o1', { reasoning_effort: 7 }, undefined],
    ['o1', {}, undefined],
  ])('is said by the name %s, else by the request %j', (model, body, effort) => {
    expect(reasoningEffortOf({ body }, model)).toBe(effort);
  });
});
