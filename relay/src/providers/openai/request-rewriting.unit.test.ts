import { describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { RelayError } from '../../errors/relay-error.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { NOTHING_ASKED } from '../../modes/asked.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { reasoningEffortOf } from '../../modes/reasoning-effort.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { openAiBody } from './request-rewriting.ts';

function request(text: string): ChatRequest {
  const parsed = parseJsonRequest(Buffer.from(text), undefined);
  const valid = parsed instanceof RelayError ? parsed : validateChat(parsed);
  if (valid instanceof RelayError) throw new Error(valid.message);
  return valid;
}

const SOLD_BY_RATIO = {
  channel: channelView({ id: 1 }),
  priced: { book: defaultPriceBook(), group: 'default' },
};
const callOf = (asked: ChatRequest, model: string) => ({
  request: asked,
  model,
  ...SOLD_BY_RATIO,
  priced: { ...SOLD_BY_RATIO.priced, model },
});
const rewritten = (text: string, model: string): string => openAiBody(callOf(request(text), model)).toString();

const DEAR = {
  service_tier: 'priority',
  web_search_options: {},
  modalities: ['text', 'audio'],
  tools: [{ type: 'function' }, { type: 'file_search' }],
  search_parameters: { mode: 'auto' },
  plugins: [{ id: 'web' }],
  enable_search: true,
};

/** Of who speaks another protocol. */
const nativeOf = (json: ChatRequest): NonNullable<ChatRequest['native']> => ({
  json,
  headers: [],
  only: undefined,
  sizeOf: () => ({ bound: 0, likely: 0, soundBound: 0, soundLikely: 0, rounds: 1 }),
  leftBehind: [],
  effort: undefined,
  asked: () => NOTHING_ASKED,
});
const PLAIN = '{"messages":[{"role":"user","content":"\\u00e9"}], "seed":9007199254740993,"model":"a","top_p":1.0}';

describe('a request for an upstream that speaks OpenAI', () => {
  it('is the very same bytes when nothing changes', () => {
    const same = request(PLAIN);
    expect(openAiBody(callOf(same, 'a'))).toBe(same.bytes);
  });

  it('leaves out a maximum of 0, which means none', () => {
    expect(rewritten('{"model":"m","max_tokens":0,"x":1.0,"max_completion_tokens":0,"messages":[{}]}', 'm')).toBe(
      '{"model":"m","x":1.0,"messages":[{}]}',
    );
  });

  it.each([
    ['gpt-5', 'max_completion_tokens'],
    ['gpt-5.1-codex', 'max_completion_tokens'],
    ['o4-mini', 'max_completion_tokens'],
    ['gpt-4o', 'max_tokens'],
    ['gpt-35-turbo', 'max_tokens'],
    ['openai/gpt-5', 'max_tokens'],
  ])(
    'for %s has a maximum that was said in another protocol as %s, and one that was said in this as it was',
    (model, name) => {
      const own = request(`{"model":"${model}","max_tokens":64,"messages":[{}]}`);
      const sent = openAiBody(callOf({ ...own, native: nativeOf(own) }, model)).toString();
      expect(JSON.parse(sent)).toEqual({ model, messages: [{}], [name]: 64 });
      expect(openAiBody(callOf(own, model))).toBe(own.bytes);
    },
  );

  it.each([
    ['gpt-5', {}],
    ['o4-mini', {}],
    ['gpt-5-chat-latest', { temperature: 0, top_p: 0.5 }],
    ['gpt-4o', { temperature: 0, top_p: 0.5 }],
  ])('for %s has of what was said in another protocol %j to choose among words by', (model, said) => {
    const own = request(`{"model":"${model}","temperature":0,"top_p":0.5,"messages":[{}]}`);
    expect(JSON.parse(openAiBody(callOf({ ...own, native: nativeOf(own) }, model)).toString())).toEqual({
      model,
      messages: [{}],
      ...said,
    });
    expect(openAiBody(callOf(own, model))).toBe(own.bytes);
  });

  it.each([
    ['o3', {}],
    ['o4-mini', {}],
    ['gpt-5', {}],
    ['gpt-5.4-mini', {}],
    ['o3-mini', { stop: ['END'] }],
    ['gpt-5.5', { stop: ['END'] }],
    ['gpt-5.10', { stop: ['END'] }],
    ['gpt-5-chat-latest', { stop: ['END'] }],
    ['gpt-4.1', { stop: ['END'] }],
  ])('for %s has of a text that ends an answer in another protocol %j', (model, said) => {
    const own = request(`{"model":"${model}","stop":["END"],"messages":[{}]}`);
    const sent = openAiBody(callOf({ ...own, native: nativeOf(own) }, model)).toString();
    expect(JSON.parse(sent)).toEqual({ model, messages: [{}], ...said });
    expect(openAiBody(callOf(own, model))).toBe(own.bytes);
  });

  it.each([
    ['gpt-4o', {}],
    ['gpt-4o-2024-08-06', {}],
    ['gpt-4.1-mini', {}],
    ['chatgpt-4o-latest', {}],
    ['gpt-3.5-turbo-0125', {}],
    ['gpt-5', { reasoning_effort: 'low' }],
    ['gpt-4o-of-our-own', { reasoning_effort: 'low' }],
    ['deepseek-r1', { reasoning_effort: 'low' }],
  ])('for %s has of an effort that was asked for in another protocol %j', (model, said) => {
    const own = request(`{"model":"${model}","reasoning_effort":"low","messages":[{}]}`);
    const sent = openAiBody(callOf({ ...own, native: nativeOf(own) }, model)).toString();
    expect(JSON.parse(sent)).toEqual({ model, messages: [{}], ...said });
    expect(openAiBody(callOf(own, model))).toBe(own.bytes);
  });

  it.each([
    ['openai', {}],
    ['custom', {}],
    ['moonshot', { reasoning_content: 'So' }],
    ['deepseek', { reasoning_content: 'So' }],
  ] as const)('has of thoughts that were told in another protocol by a channel of %s %j', (key, told) => {
    const calling = { role: 'assistant', content: null, tool_calls: [{ id: 'c' }] };
    const own = request(JSON.stringify({ model: 'm', messages: [{ ...calling, reasoning_content: 'So' }] }));
    const channel = channelView({ id: 1, type: channelTypeNamed(key).code });
    const sent = openAiBody({ ...callOf({ ...own, native: nativeOf(own) }, 'm'), channel }).toString();
    expect(JSON.parse(sent)).toEqual({ model: 'm', messages: [{ ...calling, ...told }] });
    expect(openAiBody({ ...callOf(own, 'm'), channel })).toBe(own.bytes);
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
    expect(openAiBody(callOf(asking, 'a'))).toBe(asking.bytes);
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

  describe("asks for what multiplies the provider's price", () => {
    const asking = (name: keyof typeof DEAR) =>
      request(JSON.stringify({ model: 'a', messages: [{}], [name]: DEAR[name] }));
    const names = Object.keys(DEAR) as (keyof typeof DEAR)[];

    it('loses the tier of service, and is refused for all else, where the book does not price it', () => {
      expect(openAiBody(callOf(asking('service_tier'), 'a')).toString()).toBe('{"model":"a","messages":[{}]}');
      expect(
        names.slice(1).map((name) => {
          try {
            return openAiBody(callOf(asking(name), 'a')).toString();
          } catch (error) {
            return error instanceof UnsupportedRequest ? error.field : error;
          }
        }),
      ).toEqual(['web_search_options', 'modalities', 'tools[1].type', 'search_parameters', 'plugins', 'enable_search']);
    });

    it('as pictures in the answer, is refused where the book does not price them for the model', () => {
      const asked = request(JSON.stringify({ model: 'a', messages: [{}], modalities: ['image', 'text'] }));
      expect(() => openAiBody(callOf(asked, 'a'))).toThrow(UnsupportedRequest);
      const book = { ...defaultPriceBook(), prices: { a: { input: '1', output: '2', imageOutput: '30' } } };
      const sold = { ...callOf(asked, 'a'), priced: { book, group: 'default', model: 'a' } };
      expect(openAiBody(sold)).toBe(asked.bytes);
    });

    it('passes as it is where the book prices it for the model, or the channel lets it pass', () => {
      const book = {
        ...defaultPriceBook(),
        prices: { a: { input: '1', output: '2', audioOutput: '9', search: '0.01', fileSearch: '0.0025' } },
        services: { a: { priority: { ratio: '2' } } },
      };
      for (const name of names) {
        const asked = asking(name);
        const sold = { ...callOf(asked, 'a'), priced: { book, group: 'default', model: 'a' } };
        expect(openAiBody(sold)).toBe(asked.bytes);
        const passing = { ...callOf(asked, 'a'), channel: channelView({ id: 1, setting: { unpriced: 'pass' } }) };
        expect(openAiBody(passing)).toBe(asked.bytes);
      }
    });

    it.each([
      ['plugins', [{ id: 'web' }, { id: 'file-parser' }]],
      ['models', ['dear']],
      ['deferred', true],
    ])('is refused for %s, which no book can price, unless the channel lets it pass', (name, value) => {
      const asked = request(JSON.stringify({ model: 'a', messages: [{}], [name]: value }));
      const book = { ...defaultPriceBook(), prices: { a: { input: '1', output: '2', search: '0.01' } } };
      const sold = { ...callOf(asked, 'a'), priced: { book, group: 'default', model: 'a' } };
      expect(() => openAiBody(sold)).toThrow(UnsupportedRequest);
      expect(openAiBody({ ...sold, channel: channelView({ id: 1, setting: { unpriced: 'pass' } }) })).toBe(asked.bytes);
    });

    it('passes with what is the standard', () => {
      for (const tier of ['auto', 'default', null]) {
        const asked = request(JSON.stringify({ model: 'a', messages: [{}], service_tier: tier }));
        expect(openAiBody(callOf(asked, 'a'))).toBe(asked.bytes);
      }
    });
  });
});
