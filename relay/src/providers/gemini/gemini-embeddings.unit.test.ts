import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { GEMINI_EMBEDDED_TEXTS_MAX } from '../../limits.ts';
import { embeddingsOf, ProviderCall } from '../../testing/provider-call.ts';
import type { ReadAnswer } from '../../modes/answer.ts';

type Fixture = {
  /** `told`: the vectors. `prompt`: what it says that it took; null where it says nothing. */
  readonly calls: readonly {
    readonly why: string;
    readonly asked: object;
    readonly action: string;
    readonly sent: object;
    readonly said: object;
    readonly told: readonly unknown[];
    readonly prompt: number | null;
  }[];
  readonly error: object;
};

const fixture = JSON.parse(readFileSync(new URL('fixtures/embeddings.json', import.meta.url), 'utf8')) as Fixture;
const MODEL = 'gemini-embedding-001';

const call = (fields: object = {}, channel: object = {}) =>
  new ProviderCall('gemini', 'embeddings', embeddingsOf({ model: MODEL, ...fields }), {
    channel: { key: 'AIza-key', ...channel },
  });

function answered(read: ReturnType<ReturnType<typeof call>['read']>): ReadAnswer {
  if (read === undefined || 'error' in read) throw new Error('it is no answer');
  return read;
}

describe('embeddings by Gemini', () => {
  it.each(fixture.calls.map((one) => [one.why, one] as const))('are asked for: %s', async (_why, one) => {
    const { url, headers, body } = await call(one.asked).sent();
    expect(url).toBe(`https://generativelanguage.googleapis.com/v1beta/models/${MODEL}:${one.action}`);
    expect([headers.get('x-goog-api-key'), headers.get('accept')]).toEqual(['AIza-key', 'application/json']);
    expect(body).toEqual(one.sent);
  });

  it.each(fixture.calls.map((one) => [one.why, one] as const))('are told: %s', (_why, one) => {
    const read = answered(call(one.asked).read(one.said));
    expect(JSON.parse(read.body.toString('utf8'))).toEqual({
      object: 'list',
      model: MODEL,
      data: one.told.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      ...(one.prompt === null ? {} : { usage: { prompt_tokens: one.prompt, total_tokens: one.prompt } }),
    });
    expect([read.usage?.prompt, read.bodyWith !== undefined]).toEqual(
      one.prompt === null ? [undefined, true] : [one.prompt, false],
    );
  });

  it("have the channel's address and version, and say of which collection a model is", async () => {
    const { url, body } = await call(
      { model: 'tunedModels/own' },
      { baseUrl: 'http://127.0.0.1:9/p', other: 'v1' },
    ).sent();
    expect(url).toBe('http://127.0.0.1:9/p/v1/tunedModels/own:embedContent');
    expect(body['model']).toBe('tunedModels/own');
  });

  it.each([
    ['tokens', [1, 2]],
    ['tokens beside texts', ['a', [1]]],
    ['more texts than it takes', Array.from({ length: GEMINI_EMBEDDED_TEXTS_MAX + 1 }, () => 'x')],
  ])('cannot be had of %s', async (_what, input) => {
    const refused = await call({ input })
      .sent()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnsupportedRequest);
    expect((refused as UnsupportedRequest).field).toBe('input');
  });

  it.each([
    ['no vector', {}],
    ['a vector without values', { embedding: {} }],
    ['fewer vectors than texts', { embeddings: [{ values: [1] }] }],
    ['a list', []],
  ])('are no answer with %s', (_what, said) => {
    expect(call({ input: ['a', 'b'] }).read(said)).toBeUndefined();
    expect(call({ input: 'a' }).read('embeddings' in said ? { embeddings: [] } : said)).toBeUndefined();
  });

  it('are an error in its own words, also with status 200', () => {
    expect(call().read(fixture.error)).toMatchObject({
      status: 404,
      error: { message: expect.stringContaining('no-such') },
    });
  });
});
