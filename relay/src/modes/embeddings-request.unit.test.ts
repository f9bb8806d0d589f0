import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { RelayError } from '../errors/relay-error.ts';
import { parseJsonRequest } from '../wire/json.ts';
import { embeddings } from './embeddings.ts';
import { type EmbeddingsRequest, validateEmbeddings } from './embeddings-request.ts';

const UNSTATED = { tokens: 500, completionMax: undefined };
const MODEL = 'text-embedding-ada-002';

function read(body: object | string, named?: string): EmbeddingsRequest | RelayError {
  const text = typeof body === 'string' ? body : JSON.stringify({ model: MODEL, ...body });
  const json = parseJsonRequest(Buffer.from(text), 'application/json', named);
  return json instanceof RelayError ? json : validateEmbeddings(json);
}

function good(body: object): EmbeddingsRequest {
  const request = read(body);
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

describe('a request for vectors', () => {
  it.each([
    ['input', {}],
    ['input', { input: '' }],
    ['input', { input: [] }],
    ['input', { input: 7 }],
    ['input', { input: null }],
    ['input', { input: { text: 'x' } }],
    ['input[1]', { input: ['x', ''] }],
    ['input[1]', { input: ['x', 7] }],
    ['input[0]', { input: [5, 'x'] }],
    ['input[0]', { input: [[]] }],
    ['input[1]', { input: [[1], [1.5]] }],
    ['input[0]', { input: [[-1]] }],
    ['input', { input: Array.from({ length: 2_049 }, () => 'x') }],
    ['encoding_format', { input: 'x', encoding_format: 'hex' }],
    ['encoding_format', { input: 'x', encoding_format: 1 }],
    ['dimensions', { input: 'x', dimensions: 0 }],
    ['dimensions', { input: 'x', dimensions: 1.5 }],
    ['dimensions', { input: 'x', dimensions: '3' }],
    ['Input', { input: 'x', Input: 'y' }],
  ])('is refused for its %s', (field, body) => {
    expect(read(body)).toMatchObject({ status: 400, code: 'invalid_text_request', param: field });
  });

  it('is refused where its input or its model stands twice', () => {
    expect(read(`{"model":"m","input":"a","input":"b"}`)).toMatchObject({ param: 'input' });
    expect(read(`{"model":"m","model":"n","input":"b"}`)).toMatchObject({ param: 'model' });
  });

  it('has its model from the path, where that names it', () => {
    expect(read('{"input":"x"}', 'm')).toMatchObject({ model: 'm' });
    expect(read('{"model":7,"input":"x"}', 'm')).toMatchObject({ model: 'm' });
    expect(read('{"input":"x"}', '')).toMatchObject({ param: 'model' });
  });

  it('is made of texts and of what a caller has made into tokens', () => {
    expect(good({ input: 'one' })).toMatchObject({ texts: ['one'], tokens: 0 });
    expect(good({ input: ['one', 'two'], encoding_format: null })).toMatchObject({ texts: ['one', 'two'], tokens: 0 });
    expect(good({ input: [5, 6, 7] })).toMatchObject({ texts: [], tokens: 3 });
    expect(good({ input: [[5, 6], 'x', [7]], dimensions: 8 })).toMatchObject({ texts: ['x'], tokens: 3 });
  });
});

describe('what vectors cost', () => {
  const priced = { book: defaultPriceBook(), model: MODEL, group: 'default' };

  it('is at most a token for each byte of text and each token, and nothing for an answer', () => {
    const { usage } = embeddings.worstCase(good({ input: ['zwölf', 'x'] }), priced, UNSTATED, true);
    expect(usage.prompt).toBeGreaterThanOrEqual(7);
    expect(usage.prompt).toBeLessThan(20);
    expect(usage.completion).toBe(0);
    const tokens = embeddings.worstCase(
      good({ input: Array.from({ length: 1_000 }, () => 99_999) }),
      priced,
      UNSTATED,
      true,
    );
    expect(tokens.usage.prompt).toBeGreaterThanOrEqual(1_000);
    expect(tokens.usage.prompt).toBeLessThan(1_010);
  });

  it('does not rest on what is not read as input', () => {
    const request = good({ input: 'x', encoding_format: 'base64', dimensions: 3, user: 'u'.repeat(500) });
    expect(embeddings.worstCase(request, priced, UNSTATED, true).usage.prompt).toBeLessThan(20);
  });

  it('is likely a quarter of the bytes of its texts, and all its tokens', () => {
    expect(embeddings.promptCharge(good({ input: 'x'.repeat(400) }), priced, true).usage.prompt).toBeLessThan(110);
    expect(embeddings.promptCharge(good({ input: [1, 2, 3] }), priced, true).usage.prompt).toBeGreaterThanOrEqual(3);
  });
});
