import { describe, expect, it } from '@jest/globals';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { RelayError } from '../../errors/relay-error.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { askedOfMessages } from '../../modes/asked.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { passedMessagesBody } from './passed-messages-body.ts';

function native(text: string, headers: readonly string[] = []): NativeRequest {
  const json = parseJsonRequest(Buffer.from(text), undefined);
  if (json instanceof RelayError) throw new Error(json.message);
  const sizeOf = () => ({ bound: 0, likely: 0, soundBound: 0, soundLikely: 0, rounds: 1 });
  const asked = () => askedOfMessages(json.body);
  return { json, headers, only: undefined, sizeOf, leftBehind: [], asked, effort: undefined };
}

const passed = (request: NativeRequest, model: string, setting: Readonly<Record<string, unknown>> = {}, book = BOOK) =>
  passedMessagesBody(request, {
    model,
    channel: channelView({ id: 1, setting }),
    priced: { book, model, group: 'default' },
  });

const BOOK: PriceBook = defaultPriceBook();
const ODD =
  '{ "model" : "claude", "max_tokens":1e2,"big":12345678901234567890,"messages":[{"role":"user","content":"\\u00e4"}]}';

describe('a body of messages for who speaks the same', () => {
  it("is the caller's very bytes", () => {
    const request = native(ODD);
    expect(passed(request, 'claude')).toBe(request.json.bytes);
  });

  it("has the model's name after the mapping, and nothing else changed", () => {
    expect(passed(native(ODD), 'claude-3').toString()).toBe(
      '{"model" : "claude-3","max_tokens":1e2,"big":12345678901234567890,"messages":[{"role":"user","content":"\\u00e4"}]}',
    );
  });

  it.each([
    ['speed', '"speed":"fast"'],
    ['inference_geo', '"inference_geo":"us"'],
    ['fallbacks', '"fallbacks":[{"model":"claude-dear"}]'],
    ['fallbacks', '"fallbacks":"default"'],
    ['tools.1.type', '"tools":[{"name":"f"},{"type":"web_search_20250305","name":"web_search"}]'],
    ...['code_execution_20250522', 'web_fetch_20250910', 'advisor_20260301', 'of_tomorrow', 'customer', 'bash'].map(
      (type) => ['tools.0.type', `"tools":[{"type":"${type}","name":"a"}]`] as const,
    ),
  ])('refuses %s, which multiplies the price, unless that may be', (field, member) => {
    const request = native(`{"model":"claude",${member}}`);
    let refused: unknown;
    try {
      passed(request, 'claude');
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(UnsupportedRequest);
    expect((refused as UnsupportedRequest).field).toBe(field);
    expect(passed(request, 'claude', { unpriced: 'pass' })).toBe(request.json.bytes);
  });

  it('loses the tier of service, unless that may be unpriced', () => {
    const request = native('{"model":"claude","service_tier":"auto","speed":"standard","fallbacks":[],"x":1}');
    expect(passed(request, 'claude').toString()).toBe('{"model":"claude","speed":"standard","fallbacks":[],"x":1}');
    expect(passed(request, 'claude', { unpriced: 'pass' })).toBe(request.json.bytes);
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
    expect(passed(request, 'claude')).toBe(request.json.bytes);
  });

  it('refuses the header that makes a long prompt dearer, of models that have another price for it, and no other beta', () => {
    const headers = (...betas: string[]) => ['anthropic-version', '1', 'anthropic-beta', betas.join(',')];
    const long = native(ODD, headers('a', ' context-1m-2025-08-07'));
    for (const model of ['claude-sonnet-4-5', 'claude-sonnet-4-20250514', 'some-name'])
      expect(() => passed(long, model)).toThrow(/^context-1m-2025-08-07 has no price/);
    for (const model of ['claude-sonnet-4-6', 'claude-opus-5']) expect(passed(long, model).toString()).toContain(model);
    expect(passed(long, 'claude', { unpriced: 'pass' })).toBe(long.json.bytes);
    const others = native(ODD, headers('extended-cache-ttl-2025-04-11', 'claude-code-20250219', 'of-tomorrow'));
    expect(passed(others, 'claude')).toBe(others.json.bytes);
  });

  it('passes searches, tiers of service and long prompts that the price book prices for the model', () => {
    const book: PriceBook = {
      ...BOOK,
      prices: { claude: { input: '3', output: '15', search: '0.01' } },
      services: { claude: { priority: { ratio: '2' } } },
      tiers: { claude: [{ above: 200_000, prices: { input: '6' } }] },
    };
    const request = native(
      '{"model":"claude","service_tier":"auto","tools":[{"type":"web_search_20250305","name":"web_search"}]}',
      ['anthropic-beta', 'context-1m-2025-08-07'],
    );
    expect(passed(request, 'claude', {}, book)).toBe(request.json.bytes);
    const other = native('{"model":"claude","tools":[{"type":"code_execution_20250522","name":"a"}]}');
    expect(() => passed(other, 'claude', {}, book)).toThrow(UnsupportedRequest);
  });

  it('keeps a tier of service that is the standard one', () => {
    const request = native('{"model":"claude","service_tier":"standard_only"}');
    expect(passed(request, 'claude')).toBe(request.json.bytes);
  });
});
