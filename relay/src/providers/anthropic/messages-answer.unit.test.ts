import { describe, expect, it } from '@jest/globals';
import { readMessage, readMessageAsCompletion } from './messages-answer.ts';

const USAGE = { input_tokens: 5, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 7 };
const message = (fields: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: USAGE,
      ...fields,
    }),
  );
const completion = (fields?: object): { choices: [{ message: object; finish_reason: string }]; usage?: object } =>
  JSON.parse(readMessageAsCompletion(message(fields), 7)?.body.toString() ?? '{}') as never;

const REPORTED = {
  prompt: 10,
  completion: 7,
  parts: { cachedRead: 3, cachedWrite: 2, cachedWrite1h: 0 },
};

describe('a message', () => {
  it('is a completion, whose prompt has what the cache took part in', () => {
    expect(completion()).toEqual({
      id: 'msg_1',
      object: 'chat.completion',
      created: 7,
      model: 'claude',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, logprobs: null, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 7,
        total_tokens: 17,
        prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
      },
    });
    expect(readMessageAsCompletion(message(), 7)?.usage).toEqual(REPORTED);
  });

  it('tells what of its answer was thought', () => {
    const usage = { ...USAGE, output_tokens_details: { thinking_tokens: 6 } };
    expect(completion({ usage })).toMatchObject({ usage: { completion_tokens_details: { reasoning_tokens: 6 } } });
    expect(readMessage(message({ usage }))?.usage?.parts).toMatchObject({ cachedRead: 3, reasoning: 6 });
  });

  it('tells what it wrote for an hour apart from what it wrote for five minutes', () => {
    const creation = { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 1 };
    const { parts } = readMessage(message({ usage: { ...USAGE, cache_creation: creation } }))?.usage ?? {};
    expect(parts).toEqual({ cachedRead: 3, cachedWrite: 1, cachedWrite1h: 1 });
  });

  it.each([
    ['no sum', undefined, 600, 300, { cachedWrite: 600, cachedWrite1h: 300 }],
    ['null', null, 0, 300, { cachedWrite: 0, cachedWrite1h: 300 }],
    ['a sum that nobody was told', 0, 600, undefined, { cachedWrite: 600, cachedWrite1h: 0 }],
    ['a greater sum', 1_000, 600, 300, { cachedWrite: 700, cachedWrite1h: 300 }],
    ['a smaller sum', 200, 600, 300, { cachedWrite: 0, cachedWrite1h: 200 }],
    ['a sum, and nonsense', 200, -1, 'x', { cachedWrite: 200, cachedWrite1h: 0 }],
  ])('has written to the cache what its figures say, with %s', (_name, sum, short, long, parts) => {
    const creation = { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long };
    const usage = { ...USAGE, cache_creation_input_tokens: sum, cache_creation: creation };
    expect(readMessage(message({ usage }))?.usage).toEqual({
      prompt: 8 + parts.cachedWrite + parts.cachedWrite1h,
      completion: 7,
      parts: { cachedRead: 3, ...parts },
    });
  });

  it('tells how often it searched the web, and in which tier it was served', () => {
    const usage = { ...USAGE, server_tool_use: { web_search_requests: 3 }, service_tier: 'priority' };
    expect(readMessage(message({ usage }))?.usage).toEqual({
      ...REPORTED,
      measured: { searches: 3 },
      serviceTier: 'priority',
    });
    expect(readMessage(message({ usage: { ...USAGE, service_tier: 'standard' } }))?.usage).toEqual(REPORTED);
  });

  it('has used what its compactions took too, which its own figures leave out', () => {
    const iterations = [
      { type: 'compaction', input_tokens: 1_000, output_tokens: 100, cache_read_input_tokens: 50 },
      { type: 'message', input_tokens: 5, output_tokens: 7 },
      { type: 'compaction', input_tokens: 2_000, output_tokens: 200 },
    ];
    expect(readMessage(message({ usage: { ...USAGE, iterations } }))?.usage).toEqual({
      ...REPORTED,
      prompt: REPORTED.prompt + 3_050,
      completion: REPORTED.completion + 300,
      parts: { ...REPORTED.parts, cachedRead: REPORTED.parts.cachedRead + 50 },
    });
  });

  it('passes as it came where the caller speaks the same', () => {
    const bytes = message({ odd: 1.0 });
    const read = readMessage(bytes);
    expect(read?.body).toBe(bytes);
    expect(read?.usage).toEqual(REPORTED);
  });

  it('tells thoughts, calls and other blocks apart', () => {
    const content = [
      { type: 'thinking', thinking: 'So', signature: 's' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
      { type: 'tool_use', id: 'toolu_2', name: 'g', input: {} },
    ];
    const [{ message: answer, finish_reason: finish }] = completion({ content, stop_reason: 'tool_use' }).choices;
    expect(answer).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'So',
      tool_calls: [
        { id: 'toolu_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
        { id: 'toolu_2', type: 'function', function: { name: 'g', arguments: '{}' } },
      ],
    });
    expect(finish).toBe('tool_calls');
  });

  it.each([
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['refusal', 'content_filter'],
    ['something_new', 'stop'],
    [null, 'stop'],
  ])('ends for %s as %s', (stop_reason, finish) => {
    expect(completion({ stop_reason }).choices[0].finish_reason).toBe(finish);
  });

  it.each([
    undefined,
    null,
    {},
    { input_tokens: 5 },
    { input_tokens: 0, output_tokens: 0 },
    { input_tokens: -1, output_tokens: 5 },
    { input_tokens: 5, output_tokens: 5, cache_creation: { ephemeral_5m_input_tokens: -1 } },
    { input_tokens: 5, output_tokens: 5, cache_creation: { ephemeral_1h_input_tokens: 2 ** 53 } },
    { input_tokens: 5, output_tokens: 5, iterations: [{ type: 'compaction', input_tokens: -1, output_tokens: 5 }] },
  ])('has what was produced to count where its usage is %j', (usage) => {
    const content = [
      { type: 'thinking', thinking: 'So' },
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
    ];
    const read = readMessage(message({ content, usage }));
    expect(read?.usage).toBeUndefined();
    expect(read?.produced()).toEqual({ texts: ['So', 'Hello', 'f', '{"a":1}'], fixedTokens: 7, soundTokens: 0 });
    expect(completion({ content, usage }).usage).toBeUndefined();
  });

  it.each(['', '7', 'null', '[]', '{}', '{"type":"error","error":{"type":"api_error","message":"x"}}'])(
    'is not read into %s',
    (text) => {
      expect(readMessage(Buffer.from(text))).toBeUndefined();
      expect(readMessageAsCompletion(Buffer.from(text), 7)).toBeUndefined();
    },
  );
});
