import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { passedMessagesBody } from './passed-messages-body.ts';

function native(text: string): NativeRequest {
  const json = parseJsonRequest(Buffer.from(text), undefined);
  if (json instanceof RelayError) throw new Error(json.message);
  return { dialect: 'anthropic', json, headers: [], only: undefined };
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
    ['tools.0.type', '"tools":[{"type":"code_execution_20250522","name":"code_execution"}]'],
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
    const request = native('{"model":"claude","tools":[{"type":"bash_20250124","name":"bash"},{"type":"custom"}]}');
    expect(passedMessagesBody(request, 'claude', false)).toBe(request.json.bytes);
  });
});
