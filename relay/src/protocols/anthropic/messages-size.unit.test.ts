import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { utf8Bytes } from '@ledgate/domain/pricing/text-bytes';
import { RelayError } from '../../errors/relay-error.ts';
import type { ChatRequest, NativeSize } from '../../modes/chat-request.ts';
import { chat } from '../../modes/chat.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { parseMessages } from './anthropic-messages.ts';

const UNSTATED = { tokens: 500, completionMax: undefined };
const MODEL = 'claude-sonnet-4-6';
const BOOK = defaultPriceBook();
const LONG = 'word '.repeat(2_000);

function parsed(fields: object): ChatRequest {
  const body = { model: MODEL, max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }], ...fields };
  const json = parseJsonRequest(Buffer.from(JSON.stringify(body)), undefined);
  const request = json instanceof RelayError ? json : parseMessages(json, {}, { maximum: true });
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

function sizeOf(fields: object, model = MODEL): NativeSize {
  const size = parsed(fields).native?.sizeOf(model);
  if (size === undefined) throw new Error('a message has its native form');
  return size;
}

const said = (...content: object[]): object => ({ messages: [{ role: 'user', content }] });
const counted = (request: ChatRequest): number => {
  const { texts, fixedTokens } = chat.promptTexts(request, MODEL, true, true);
  return texts.reduce((sum, text) => sum + utf8Bytes(text), fixedTokens);
};
const TOOL = { name: 'look', input_schema: { type: 'object' } };
const PDF = { type: 'base64', media_type: 'application/pdf', data: 'JVBE' };

describe('the size of a body of messages that passes', () => {
  it.each([
    ["a tool's examples", { tools: [{ ...TOOL, input_examples: [{ text: LONG }] }] }],
    ["a document's context", said({ type: 'document', source: PDF, context: LONG })],
    ["a document's title", said({ type: 'document', source: { type: 'text', data: 'x' }, title: LONG })],
    ['a member of a tool that nobody here knows', { tools: [{ ...TOOL, notes: LONG }] }],
  ])('has %s, which is counted too', (_what, fields) => {
    expect(sizeOf(fields).bound).toBeGreaterThanOrEqual(LONG.length);
    expect(counted(parsed(fields))).toBeGreaterThanOrEqual(LONG.length / 4);
  });

  it.each([
    ['thoughts', { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: LONG, signature: '' }] }] }],
    ['hidden thoughts', { messages: [{ role: 'assistant', content: [{ type: 'redacted_thinking', data: LONG }] }] }],
    [
      'a result that only this provider knows',
      said({ type: 'mcp_tool_result', content: [{ type: 'text', text: LONG }] }),
    ],
    ['how to compact', { context_management: { edits: [{ type: 'compact_20260112', instructions: LONG }] } }],
    ['a format', { output_config: { format: { type: 'json_schema', schema: { description: LONG } } } }],
    ['a member that nobody here knows', { preamble: [{ text: LONG }] }],
    ['what stands beside the data of a picture', said({ type: 'image', source: { ...PDF, context: LONG } })],
  ])('has %s', (_what, fields) => {
    expect(sizeOf(fields).bound).toBeGreaterThanOrEqual(LONG.length);
  });

  it('counts pictures as pictures, wherever they stand and however they are given', () => {
    const data = 'A'.repeat(4_000_000);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: [image] };
    const document = { type: 'document', source: { type: 'content', content: [image] } };
    for (const block of [image, result, document, { type: 'image', source: { type: 'file', file_id: 'file_1' } }]) {
      expect(sizeOf(said(block)).bound).toBeGreaterThanOrEqual(4_784);
      expect(sizeOf(said(block)).bound).toBeLessThan(6_000);
    }
  });

  it.each([
    ['a document by its address', said({ type: 'document', source: { type: 'url', url: 'https://example.test/a' } })],
    ['a document by its id', said({ type: 'document', source: { type: 'file', file_id: 'file_1' } })],
    ['a document that is packed', said({ type: 'document', source: PDF })],
    ['a conversation that is kept', { thread: { type: 'continue', previous_message_id: 'msg_1' } }],
    ['a server of tools', { mcp_servers: [{ type: 'url', url: 'https://example.test' }] }],
    ['a tool that the provider runs', { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }],
  ])('is all that the model reads at a time where there is %s', (_what, fields) => {
    expect(sizeOf(fields).bound).toBe(1_000_000);
    for (const model of ['claude-3-opus-20240229', 'claude-opus-4-20250514', 'claude-sonnet-4-5', 'claude-2.1'])
      expect(sizeOf(fields, model).bound).toBe(200_000);
  });

  it('leaves room for what Anthropic tells a model of its own tools', () => {
    const bash = { type: 'bash_20250124', name: 'bash' };
    expect(sizeOf({ tools: [bash, bash] }).bound).toBeGreaterThanOrEqual(600 + 2 * 735);
    expect(sizeOf({ tools: [bash, { type: 'tool_search_tool_regex_20251119', name: 's' }] }).bound).toBeLessThan(3_500);
  });

  it.each([
    ['a server of tools', { mcp_servers: [{ type: 'url', url: 'https://example.test' }] }],
    ['a search for tools', { tools: [TOOL, { type: 'tool_search_tool_regex_20251119', name: 's' }] }],
    ['a tool that nobody here knows', { tools: [{ type: 'oracle_20300101', name: 'o' }] }],
  ])('is as many times as the provider may run %s, with what is written in between', (_what, fields) => {
    const { bound, rounds } = sizeOf(fields);
    expect(rounds).toBe(10);
    const longer = sizeOf({ ...fields, max_tokens: 1_050 });
    expect(longer.bound - bound).toBe(bound === 1_000_000 ? 0 : 9_000);
    expect(sizeOf({ ...fields, max_tokens: 1_000_000 }).bound).toBe(1_000_000);
    const { usage } = chat.worstCase(parsed(fields), { book: BOOK, model: MODEL, group: 'default' }, UNSTATED, true);
    expect([usage.prompt, usage.completion]).toEqual([10 * bound, 10 * 50]);
    expect(sizeOf({ tools: [TOOL, { type: 'bash_20250124', name: 'bash' }] }).rounds).toBe(1);
  });

  it('is twice where it may be read once more to be compacted, which a short conversation is not', () => {
    const fields = { context_management: { edits: [{ type: 'compact_20260112' }] } };
    expect(sizeOf(fields).rounds).toBe(1);
    const long = { ...fields, system: 'x'.repeat(60_000) };
    expect(sizeOf(long).rounds).toBe(2);
    const priced = { book: BOOK, model: MODEL, group: 'default' };
    const { usage } = chat.worstCase(parsed(long), priced, UNSTATED, true);
    expect(usage.prompt).toBeGreaterThanOrEqual(120_000);
    expect(usage.completion).toBe(100);
  });

  it('does not count settings, marks of the cache and names as more than a little', () => {
    const text = { type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '1h' } };
    const settings = { top_k: 5, thinking: { type: 'enabled', budget_tokens: 2_000 }, metadata: { user_id: LONG } };
    expect(sizeOf({ ...said(text), ...settings }).bound).toBeLessThan(300);
  });

  it('is never less than what is counted of it, even if every byte were a token', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
    const name = fc.string({ minLength: 1 });
    const source = fc.oneof(
      fc.record({ type: fc.constant('base64'), media_type: fc.constant('image/png'), data: text }),
      fc.record({ type: fc.constant('url'), url: text }),
      fc.record({ type: fc.constant('file'), file_id: text }),
    );
    const image = fc.record({ type: fc.constant('image'), source });
    const said = fc.record({ type: fc.constant('text'), text });
    const document = fc.record(
      {
        type: fc.constant('document'),
        source: fc.oneof(
          source,
          fc.record({ type: fc.constant('text'), data: text }),
          fc.record({ type: fc.constant('content'), content: fc.oneof(text, fc.array(fc.oneof(said, image))) }),
        ),
        title: text,
        context: text,
      },
      { requiredKeys: ['type', 'source'] },
    );
    const use = fc.record({
      type: fc.constant('tool_use'),
      id: name,
      name,
      input: fc.dictionary(text, fc.jsonValue()),
    });
    const result = fc.record({
      type: fc.constant('tool_result'),
      tool_use_id: name,
      content: fc.oneof(text, fc.array(fc.oneof(said, image, document))),
      is_error: fc.boolean(),
    });
    const other = fc.record({ type: fc.constantFrom('thinking', 'search_result', 'x'), text, content: fc.jsonValue() });
    const turn = fc.record({
      role: fc.constantFrom('user', 'assistant', 'system'),
      content: fc.oneof(text, fc.array(fc.oneof(said, image, document, use, result, other))),
    });
    const tool = fc.oneof(
      fc.record({
        name,
        description: text,
        input_schema: fc.dictionary(text, fc.jsonValue()),
        input_examples: fc.jsonValue(),
      }),
      fc.record({ type: fc.constantFrom('bash_20250124', 'web_search_20250305'), name, extra: fc.jsonValue() }),
    );
    const body = fc.record(
      {
        messages: fc.array(turn, { minLength: 1 }),
        system: fc.oneof(text, fc.array(said)),
        tools: fc.array(tool),
        output_format: fc.record({ type: fc.constant('json_schema'), schema: fc.dictionary(text, fc.jsonValue()) }),
      },
      { requiredKeys: ['messages'] },
    );
    fc.assert(
      fc.property(body, (fields) => {
        const request = parsed(fields);
        expect(counted(request)).toBeLessThanOrEqual(request.native?.sizeOf(MODEL).bound ?? 0);
      }),
      { numRuns: 500, seed: 20_261_123 },
    );
  });
});
