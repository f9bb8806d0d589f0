import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { RelayError } from '../../errors/relay-error.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { ZERO_USAGE } from '../../usage/usage.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { providers } from '../registry.ts';
import { passedResponsesBody } from './passed-responses-body.ts';
import { PassedResponsesStream } from './passed-responses-stream.ts';
import { readResponse } from './response-answer.ts';

type Told = Record<string, unknown> & { readonly type: string };
type Seen = { readonly answer: object; readonly stream: readonly Told[] };
type Fixtures = Readonly<Record<'text' | 'call' | 'search' | 'cut' | 'failed' | 'error', Seen>>;

const SEEN = JSON.parse(
  readFileSync(new URL('response-fixtures/responses.json', import.meta.url), 'utf8'),
) as Fixtures & { readonly url: string };
const CHANNEL = channelView({ id: 1, baseUrl: '' });
const BOOK: PriceBook = defaultPriceBook();
const USAGE = { prompt: 36, completion: 87, parts: { cachedRead: 16, reasoning: 12 } };
const COST = { units: 7, usd: '0.000014', stream: null, revision: null, balance_at_most: null } as never;

function native(text: string): NativeRequest {
  const json = parseJsonRequest(Buffer.from(text), undefined);
  if (json instanceof RelayError) throw new Error(json.message);
  const sizeOf = () => ({ bound: 0, likely: 0, soundBound: 0, soundLikely: 0, rounds: 1 });
  const asked = () => ({ serviceTier: undefined, measuredMax: undefined, measured: undefined, searchTool: undefined });
  return { json, headers: ['openai-beta', 'b'], only: undefined, sizeOf, leftBehind: [], asked, effort: undefined };
}
const passed = (text: string, model: string, setting: Readonly<Record<string, unknown>> = {}, book = BOOK): string =>
  passedResponsesBody(native(text), {
    model,
    channel: channelView({ id: 1, setting }),
    priced: { book, model, group: 'default' },
  }).toString();

const eventOf = (told: Told): string => `event: ${told.type}\ndata: ${JSON.stringify(told)}\n\n`;
const bytesOf = (stream: readonly Told[]): Buffer => Buffer.from(stream.map(eventOf).join(''));
function pushed(stream: PassedResponsesStream, bytes: Buffer, size = bytes.length): string {
  let seen = '';
  for (let at = 0; at < bytes.length; at += size) seen += stream.push(bytes.subarray(at, at + size))?.toString() ?? '';
  return seen;
}

const ODD =
  '{ "model" : "gpt-5", "input":"\\u00e4","max_output_tokens":1e2,"big":12345678901234567890,"new":{"a":1.0}}';

describe('a body of Responses for who has them', () => {
  it("is the caller's very bytes", () => {
    expect(passed(ODD, 'gpt-5')).toBe(ODD);
  });

  it('has the name that the channel gives the model, and the effort that a name asks for by its end', () => {
    expect(passed(ODD, 'other')).toBe(
      '{"model" : "other","input":"\\u00e4","max_output_tokens":1e2,"big":12345678901234567890,"new":{"a":1.0}}',
    );
    expect(JSON.parse(passed('{"model":"m","input":"a","reasoning":{"summary":"auto"}}', 'o3-mini-high'))).toEqual({
      model: 'o3-mini',
      input: 'a',
      reasoning: { summary: 'auto', effort: 'high' },
    });
  });

  it('loses a tier of service that has no price, and keeps the standard one', () => {
    expect(JSON.parse(passed('{"model":"m","input":"a","service_tier":"priority"}', 'm'))).not.toHaveProperty(
      'service_tier',
    );
    const standard = '{"model":"m","input":"a","service_tier":"default"}';
    expect(passed(standard, 'm')).toBe(standard);
  });

  it.each([
    'web_search',
    'web_search_preview_2025_03_11',
    'file_search',
    'code_interpreter',
    'image_generation',
    'shell',
  ])('is refused where %s has no price, unless the channel lets it pass', (type) => {
    const body = JSON.stringify({ model: 'm', input: 'a', tools: [{ type: 'function', name: 'f' }, { type }] });
    expect(() => passed(body, 'm')).toThrow(
      new UnsupportedRequest('tools[1].type', 'has no price here for this model'),
    );
    expect(passed(body, 'm', { unpriced: 'pass' })).toBe(body);
  });

  it('has a search that has a price, and tools that cost nothing beside their tokens', () => {
    const book = { ...BOOK, prices: { m: { input: '1', output: '2', search: '0.01' } } };
    const tools = ['web_search', 'custom', 'mcp', 'local_shell', 'computer_use_preview'].map((type) => ({ type }));
    const body = JSON.stringify({ model: 'm', input: 'a', tools });
    expect(passed(body, 'm', {}, book)).toBe(body);
  });
});

describe('the way to Responses', () => {
  it('leads to their path with the key of the channel and the header that says what the body means', () => {
    const way = providers.wayOf(1, 'chat', 'responses');
    const request = { native: native(ODD), stream: false, model: 'gpt-5' } as never;
    const call = {
      mode: 'chat',
      dialect: 'responses',
      channel: CHANNEL,
      model: 'gpt-5',
      request,
      priced: undefined,
      atMs: 0,
    };
    const { origin, pathname } = new URL(SEEN.url);
    expect(way?.isNative).toBe(true);
    expect(way?.adapter.request(call as never, {} as never)).toMatchObject({
      origin,
      path: pathname,
      headers: expect.arrayContaining(['authorization', `Bearer ${CHANNEL.key}`, 'openai-beta', 'b']),
    });
  });

  it('is a conversion by all others who speak like OpenAI', () => {
    expect(providers.wayOf(25, 'chat', 'responses')?.isNative).toBe(false);
  });
});

describe('a response as it came', () => {
  it.each(['text', 'call', 'cut'] as const)('%s: passes with what it used', (name) => {
    const bytes = Buffer.from(JSON.stringify(SEEN[name].answer));
    expect(readResponse(bytes, CHANNEL)).toMatchObject({
      body: bytes,
      usage: USAGE,
      facts: { id: 'resp_67ccd2bed1ec', model: 'gpt-4.1-2025-04-14' },
    });
  });

  it('has the searches that were made, and none for pages that were opened', () => {
    expect(readResponse(Buffer.from(JSON.stringify(SEEN.search.answer)), CHANNEL)).toMatchObject({
      usage: { ...USAGE, measured: { searches: 2 } },
    });
  });

  it('is counted by its texts where it does not say what it used', () => {
    const read = readResponse(Buffer.from(JSON.stringify({ ...SEEN.call.answer, usage: null })), CHANNEL);
    if (read === undefined || 'error' in read) throw new Error('no answer');
    expect([read.usage, read.produced()]).toEqual([
      undefined,
      {
        texts: ['get_current_weather', '{"location":"Boston, MA","unit":"celsius"}'],
        fixedTokens: 7,
        soundTokens: 0,
      },
    ]);
  });

  it('tells what of its prompt was written to a cache', () => {
    const usage = {
      input_tokens: 2_100,
      input_tokens_details: { cached_tokens: 100, cache_write_tokens: 1_920 },
      output_tokens: 5,
      total_tokens: 2_105,
    };
    const read = readResponse(Buffer.from(JSON.stringify({ ...SEEN.text.answer, usage })), CHANNEL);
    expect(read).toMatchObject({ usage: { prompt: 2_100, parts: { cachedRead: 100, cachedWrite: 1_920 } } });
  });

  it('is a refusal where it failed, and nothing where it is no response', () => {
    expect(readResponse(Buffer.from(JSON.stringify(SEEN.failed.answer)), CHANNEL)).toMatchObject({
      status: 500,
      error: { status: 500, code: 'server_error' },
    });
    expect(readResponse(Buffer.from('{"choices":[]}'), CHANNEL)).toBeUndefined();
    expect(readResponse(Buffer.from('[]'), CHANNEL)).toBeUndefined();
  });
});

describe("a response's events on their way to who speaks them", () => {
  it.each(['text', 'call', 'cut'] as const)('%s: pass byte for byte, the last one at the end alone', (name) => {
    const { stream } = SEEN[name];
    for (const size of [1, 7, 1_000_000]) {
      const passing = new PassedResponsesStream(CHANNEL);
      expect(pushed(passing, bytesOf(stream), size)).toBe(bytesOf(stream.slice(0, -1)).toString());
      expect([passing.ended, passing.isWhole(), passing.nextNumber]).toEqual([true, true, stream.length]);
      expect(passing.usage()).toMatchObject(USAGE);
      expect(passing.facts()).toMatchObject({ id: 'resp_67ccd2bed1ec' });
      expect(passing.ending(ZERO_USAGE).toString()).toBe(bytesOf(stream.slice(-1)).toString());
    }
  });

  it('end with what they cost, where their caller asked', () => {
    const passing = new PassedResponsesStream(CHANNEL);
    pushed(passing, bytesOf(SEEN.text.stream));
    const [, data] = passing.ending(ZERO_USAGE, COST).toString().split('data: ');
    expect(JSON.parse(data ?? '')).toMatchObject({
      type: 'response.completed',
      response: { usage: { input_tokens: 36, cost: { units: 7 } } },
    });
  });

  it.each(['response.completed', 'response.incomplete', 'response.failed'])(
    '%s: bills the searches that did not fail',
    (type) => {
      const [created] = SEEN.text.stream;
      const output = ['completed', 'failed', 'completed'].map((status) => ({ type: 'web_search_call', status }));
      const usage = { input_tokens: 4, output_tokens: 2, total_tokens: 6 };
      const passing = new PassedResponsesStream(CHANNEL);
      pushed(passing, bytesOf([created as Told, { type, response: { id: 'r', output, usage } }]));
      expect(passing.usage()).toMatchObject({ prompt: 4, completion: 2, measured: { searches: 2 } });
    },
  );

  it('are counted where they broke off, with the name of each tool that is called', () => {
    const passing = new PassedResponsesStream(CHANNEL);
    pushed(passing, bytesOf(SEEN.call.stream.slice(0, 4)));
    expect([passing.flush(), passing.isWhole(), passing.usage(), passing.nextNumber]).toEqual([
      undefined,
      false,
      undefined,
      4,
    ]);
    expect(passing.produced()).toEqual({
      texts: ['get_current_weather{"location":"Boston, MA",'],
      fixedTokens: 7,
      soundTokens: 0,
    });
  });

  it('end where a text of the model is spelled like a piece', () => {
    const [created] = SEEN.text.stream;
    const said = {
      type: 'response.completed',
      response: { id: 'r', output: [{ text: '"response.output_text.delta"' }] },
    };
    const passing = new PassedResponsesStream(CHANNEL);
    pushed(passing, bytesOf([created as Told, said]));
    expect(passing.ended).toBe(true);
  });

  it('are a refusal where they begin with an error, with the status that is due to it', () => {
    const passing = new PassedResponsesStream(CHANNEL);
    expect(pushed(passing, bytesOf(SEEN.error.stream), 1)).toBe('');
    expect([passing.ended, passing.refusal?.status, passing.refusal?.error.message]).toEqual([
      true,
      429,
      'Rate limit reached',
    ]);
  });

  it('tell of a failure themselves and are no answer then, without the key of the channel', () => {
    const told = SEEN.failed.stream.map((event) =>
      event.type === 'response.failed'
        ? { ...event, response: { error: { code: 'server_error', message: `the key ${CHANNEL.key}` } } }
        : event,
    );
    const passing = new PassedResponsesStream(CHANNEL);
    const seen = pushed(passing, bytesOf(told));
    expect(seen).toContain('"code":"server_error"');
    expect(seen).not.toContain(CHANNEL.key);
    expect([passing.hasToldError, passing.isWhole(), passing.usage(), passing.produced()]).toEqual([
      true,
      false,
      undefined,
      undefined,
    ]);
  });

  it('tell of an error in their middle without the key of the channel', () => {
    const broken = { type: 'error', code: 'x', message: `no ${CHANNEL.key}` };
    const passing = new PassedResponsesStream(CHANNEL);
    const seen = pushed(passing, bytesOf([...SEEN.text.stream.slice(0, 5), broken]));
    expect(seen).toContain('event: error\n');
    expect(seen).not.toContain(CHANNEL.key);
    expect([passing.hasToldError, passing.ended]).toEqual([true, false]);
  });
});
