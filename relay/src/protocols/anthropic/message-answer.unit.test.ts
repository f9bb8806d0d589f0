import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import { ZERO_USAGE } from '../../usage/usage.ts';
import { anthropicError } from './anthropic-error.ts';
import { messageOf } from './message-answer.ts';
import { streamOfMessage } from './message-events.ts';

const CHARGED = {
  ...ZERO_USAGE,
  prompt: 20,
  completion: 7,
  parts: { cachedRead: 4, cachedAudio: 1, cachedWrite: 2, cachedWrite1h: 1, reasoning: 6 },
};
const completion = (
  message: object,
  finish_reason: string | null = 'stop',
  more: object = {},
): Record<string, unknown> => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  ...more,
});
const converted = (...of: Parameters<typeof completion>): { content: Record<string, unknown>[]; stop_reason: string } =>
  messageOf(completion(...of), CHARGED, 'asked') as never;

describe('a completion as a message', () => {
  it('has its text, and the usage that is charged, the cache apart', () => {
    expect(converted({ content: 'Hello' })).toEqual({
      id: 'chatcmpl-1',
      type: 'message',
      role: 'assistant',
      model: 'gpt',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 12,
        cache_creation_input_tokens: 3,
        cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 1 },
        cache_read_input_tokens: 5,
        output_tokens: 7,
        output_tokens_details: { thinking_tokens: 6 },
      },
    });
  });

  it('has thoughts, texts and calls in their order', () => {
    const calls = [
      { id: 'call:1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
      { type: 'function', function: { name: 'g', arguments: '' } },
      { id: 'c3', type: 'function', function: { name: 'h', arguments: '[1]' } },
      'nonsense',
    ];
    const { content, stop_reason: reason } = converted(
      { content: 'x', reasoning_content: 'So', tool_calls: calls },
      'tool_calls',
    );
    expect(content).toEqual([
      { type: 'thinking', thinking: 'So', signature: '' },
      { type: 'text', text: 'x' },
      { type: 'tool_use', id: 'call_1', name: 'f', input: { a: 1 } },
      { type: 'tool_use', id: 'toolu_chatcmpl-1_1', name: 'g', input: {} },
      { type: 'tool_use', id: 'c3', name: 'h', input: { arguments: '[1]' } },
    ]);
    expect(reason).toBe('tool_use');
  });

  it('understands other spellings', () => {
    expect(converted({ content: [{ type: 'text', text: 'a' }, { text: 'b' }, 7], reasoning: 'r' }).content).toEqual([
      { type: 'thinking', thinking: 'r', signature: '' },
      { type: 'text', text: 'ab' },
    ]);
    expect(converted({ content: null, refusal: 'No.' }).content).toEqual([{ type: 'text', text: 'No.' }]);
    const { content, stop_reason: reason } = converted({
      content: null,
      function_call: { name: 'f', arguments: '{}' },
    });
    expect([content[0]?.['name'], reason]).toEqual(['f', 'tool_use']);
  });

  it.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
    [null, 'end_turn'],
  ])('ends for %s as %s', (finish, reason) => {
    expect(converted({ content: 'x' }, finish).stop_reason).toBe(reason);
  });

  it('is one for whatever has choices', () => {
    for (const odd of [{}, { choices: [] }, { choices: [null] }, { choices: [{ message: 7 }], id: 7, model: '' }]) {
      const message = messageOf(odd, CHARGED, 'asked');
      expect(message).toMatchObject({ type: 'message', model: 'asked', content: [], stop_reason: 'end_turn' });
      expect(message['id']).toMatch(/^msg_/);
    }
  });
});

describe('arguments of a call that would be too dear to parse', () => {
  it.each([
    ['nest too deep', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['hold too many values', `{"a":[${'{},'.repeat(500_000)}1]}`],
  ])('stand as they are where they %s', (_what, written) => {
    const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: written } }];
    const { content } = messageOf({ choices: [{ message: { tool_calls: calls } }] }, CHARGED, 'asked');
    expect((content as { input: unknown }[])[0]?.input).toEqual({ arguments: written });
  });
});

describe('a whole message as a stream', () => {
  it('has its blocks one after the other', () => {
    const message = {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'c',
      content: [
        { type: 'thinking', thinking: 'So', signature: 's' },
        { type: 'text', text: 'Hi' },
        { type: 'redacted_thinking', data: 'x' },
        { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 2 },
    };
    const events = streamOfMessage(Buffer.from(JSON.stringify(message)), undefined)
      .toString()
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => {
        const [name, data] = event.split('\n');
        const told = JSON.parse((data ?? '').slice(6)) as Record<string, unknown>;
        expect(name).toBe(`event: ${String(told['type'])}`);
        return told;
      });
    expect(events.map(({ type, index, delta, content_block: block }) => [type, index, delta ?? block])).toEqual([
      ['message_start', undefined, undefined],
      ['content_block_start', 0, { type: 'thinking', thinking: '', signature: '' }],
      ['content_block_delta', 0, { type: 'thinking_delta', thinking: 'So' }],
      ['content_block_delta', 0, { type: 'signature_delta', signature: 's' }],
      ['content_block_stop', 0, undefined],
      ['content_block_start', 1, { type: 'text', text: '' }],
      ['content_block_delta', 1, { type: 'text_delta', text: 'Hi' }],
      ['content_block_stop', 1, undefined],
      ['content_block_start', 2, { type: 'redacted_thinking', data: 'x' }],
      ['content_block_stop', 2, undefined],
      ['content_block_start', 3, { type: 'tool_use', id: 't', name: 'f', input: {} }],
      ['content_block_delta', 3, { type: 'input_json_delta', partial_json: '{"a":1}' }],
      ['content_block_stop', 3, undefined],
      ['message_delta', undefined, { stop_reason: 'tool_use', stop_sequence: null }],
      ['message_stop', undefined, undefined],
    ]);
    expect(events[0]?.['message']).toMatchObject({ content: [], stop_reason: null });
  });
});

describe("an error in Anthropic's shape", () => {
  it.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [402, 'billing_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [413, 'request_too_large'],
    [422, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [503, 'api_error'],
    [504, 'timeout_error'],
    [529, 'overloaded_error'],
  ])('has for %s the type %s', (status, type) => {
    const { body, lastEvent, ...said } = anthropicError(RelayError.own(status, 'code', 'no'), 'r-1');
    expect(said).toEqual({ status });
    expect(JSON.parse(body)).toEqual({ type: 'error', error: { type, message: 'no' }, request_id: 'r-1' });
    expect(lastEvent).toBe(`event: error\ndata: ${body}\n\n`);
  });

  it.each([
    [400, 'billing_error', 'billing_error'],
    [401, 'invalid_request_error', 'authentication_error'],
    [500, 'server_error', 'api_error'],
  ])('has for %s and the type %s of an upstream %s', (status, type, told) => {
    const error = new RelayError(status, { message: 'no', type, param: null, code: null }, true);
    expect(anthropicError(error, 'r').body).toContain(`"error":{"type":"${told}"`);
  });
});
