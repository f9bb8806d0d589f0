import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { passedMessagesBody } from './passed-messages-body.ts';

function native(text: string, headers: readonly string[] = []): NativeRequest {
  const json = parseJsonRequest(Buffer.from(text), undefined);
  if (json instanceof RelayError) throw new Error(json.message);
  const sizeOf = () => ({ bound: 0, likely: 0, soundBound: 0, soundLikely: 0, rounds: 1 });
  return { json, headers, only: undefined, sizeOf, leftBehind: [] };
}

const ODD =
  '{ "model" : "claude", "max_tokens":1e2,"big":12345678901234567890,"messages":[{"role":"user","content":"\\u00e4"}]}';

describe('a body of messages for who speaks the same', () => {
  it("is the caller's very bytes", () => {
    const request = native(ODD);
    expect(passedMessagesBody(request, 'claude', false)).toBe(request.json.bytes);
  });

  it("has the model's name after the mapping, and nothing else changed", () => {
    expect(passedMessagesBody(native(ODD), 'claude-3', false).toString()).toBe(
      '{"model" : "claude-3","max_tokens":1e2,"big":12345678901234567890,"messages":[{"role":"user","content":"\\u00e4"}]}',
    );
  });

  it.each([
    ['speed', '"speed":"fast"'],
    ['inference_geo', '"inference_geo":"us"'],
    ['tools.1.type', '"tools":[{"name":"f"},{"type":"web_search_20250305","name":"web_search"}]'],
    ...['code_execution_20250522', 'web_fetch_20250910', 'advisor_20260301', 'of_tomorrow', 'customer', 'bash'].map(
      (type) => ['tools.0.type', `"tools":[{"type":"${type}","name":"a"}]`] as const,
    ),
  ])('refuses %s, which multiplies the price, unless that may be', (field, member) => {
    const request = native(`{"model":"claude",${member}}`);
    let refused: unknown;
    try {
      passedMessagesBody(request, 'claude', false);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(UnsupportedRequest);
    expect((refused as UnsupportedRequest).field).toBe(field);
    expect(passedMessagesBody(request, 'claude', true)).toBe(request.json.bytes);
  });

  it('loses the tier of service, unless that may be unpriced', () => {
    const request = native('{"model":"claude","service_tier":"auto","speed":"standard","x":1}');
    expect(passedMessagesBody(request, 'claude', false).toString()).toBe('{"model":"claude","speed":"standard","x":1}');
    expect(passedMessagesBody(request, 'claude', true)).toBe(request.json.bytes);
  });

  it('passes tools that cost nothing beside their tokens', () => {
    const types = [
      'bash_20250124',
      'text_editor_20250728',
      'computer_20250124',
      'memory_20250818',
      'custom',
      'mcp_toolset',
    ];
    const tools = [{ name: 'f' }, ...[...types, 'tool_search_tool_bm25_20251119'].map((type) => ({ type, name: 'a' }))];
    const request = native(JSON.stringify({ model: 'claude', tools }));
    expect(passedMessagesBody(request, 'claude', false)).toBe(request.json.bytes);
  });

  it('refuses the header that makes a long prompt dearer, of models that have another price for it, and no other beta', () => {
    const headers = (...betas: string[]) => ['anthropic-version', '1', 'anthropic-beta', betas.join(',')];
    const long = native(ODD, headers('a', ' context-1m-2025-08-07'));
    for (const model of ['claude-sonnet-4-5', 'claude-sonnet-4-20250514', 'some-name'])
      expect(() => passedMessagesBody(long, model, false)).toThrow(/^context-1m-2025-08-07 has no price/);
    for (const model of ['claude-sonnet-4-6', 'claude-opus-5'])
      expect(passedMessagesBody(long, model, false).toString()).toContain(model);
    expect(passedMessagesBody(long, 'claude', true)).toBe(long.json.bytes);
    const others = native(ODD, headers('extended-cache-ttl-2025-04-11', 'claude-code-20250219', 'of-tomorrow'));
    expect(passedMessagesBody(others, 'claude', false)).toBe(others.json.bytes);
  });
});
