import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { RelayError } from '../../errors/relay-error.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { type ChatRequest, nativeOf } from '../../modes/chat-request.ts';
import { parseContent } from '../../protocols/gemini/gemini-content.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { passedContentBody } from './passed-content-body.ts';

const PRICES = { input: '1', output: '2', search: '0.01', fileSearch: '0.0025', codeSession: '0.03' };

function asking(tool: object): ChatRequest {
  const body = { contents: [{ parts: [{ text: 'hi' }] }], tools: [tool] };
  const json = parseJsonRequest(Buffer.from(JSON.stringify(body)), undefined, 'gemini-a');
  const request = json instanceof RelayError ? json : parseContent(json, false);
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

/** Whether the caller's own bytes pass, or else which field is refused. */
function passes(tool: object, prices: object, setting: Readonly<Record<string, unknown>> = {}): unknown {
  const native = nativeOf(asking(tool));
  const book = { ...defaultPriceBook(), prices: { 'gemini-a': prices } };
  const priced = { book, group: 'default', model: 'gemini-a' };
  try {
    const sent = passedContentBody(native, { model: 'gemini-a', channel: channelView({ id: 1, setting }), priced });
    return sent === native.json.bytes;
  } catch (error) {
    return error instanceof UnsupportedRequest ? error.field : error;
  }
}

describe('a tool of Gemini’s', () => {
  it.each(['googleSearch', 'google_search_retrieval', 'codeExecution', 'code_execution', 'fileSearch'])(
    'passes as %s only where the book prices it, or the channel lets it',
    (name) => {
      expect(passes({ [name]: {} }, { input: '1', output: '2' })).toBe(`tools[0].${name}`);
      expect(passes({ [name]: {} }, PRICES)).toBe(true);
      expect(passes({ [name]: {} }, {}, { unpriced: 'pass' })).toBe(true);
    },
  );

  it.each(['urlContext', 'googleMaps', 'ofTomorrow'])('passes as %s, which no book can price, only so', (name) => {
    expect(passes({ [name]: {} }, PRICES)).toBe(`tools[0].${name}`);
    expect(passes({ [name]: {} }, PRICES, { unpriced: 'pass' })).toBe(true);
  });

  it.each(['functionDeclarations', 'computerUse'])('passes as %s, which the caller runs', (name) => {
    expect(passes({ [name]: name === 'computerUse' ? {} : [{ name: 'f' }] }, {})).toBe(true);
  });

  it('is billed once a request, but for searches, of which the answer tells', () => {
    const billed = (tool: object) => nativeOf(asking(tool)).asked('gemini-2.5-flash');
    const once = { codeSessions: 1, fileSearches: 1 };
    expect(billed({ codeExecution: {}, fileSearch: {} })).toMatchObject({ measured: once, measuredMax: once });
    expect(billed({ googleSearch: {} })).toMatchObject({ measured: undefined, measuredMax: { searches: 10 } });
    expect(billed({ computerUse: {} })).toMatchObject({ measured: undefined, measuredMax: undefined });
  });
});
