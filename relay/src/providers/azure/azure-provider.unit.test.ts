import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { upstreamError } from '../../upstream/upstream-error.ts';
import { chatOf, chunksIn, embeddingsOf, ProviderCall } from '../../testing/provider-call.ts';

type Fixture = { readonly answer: object; readonly stream: readonly unknown[]; readonly refused: object };
const FIXTURE = JSON.parse(readFileSync(new URL('fixtures/chat.json', import.meta.url), 'utf8')) as Fixture;
const RESOURCE = 'https://own.openai.azure.com';

const chat = (fields: object = {}, other = '', apiVersion?: string) =>
  new ProviderCall(
    'azure',
    'chat',
    { ...chatOf(fields), ...(apiVersion === undefined ? {} : { apiVersion }) },
    {
      channel: { baseUrl: RESOURCE, other },
    },
  );

describe('Azure OpenAI', () => {
  it.each([
    ['gpt-4.1', '2024-10-21', undefined, '/openai/deployments/gpt-41/chat/completions?api-version=2024-10-21'],
    ['gpt-4.1', '2024-10-21', '2023-05-15', '/openai/deployments/gpt-41/chat/completions?api-version=2023-05-15'],
    ['gpt-4.1', ' ', undefined, '/openai/deployments/gpt-41/chat/completions?api-version=2024-12-01-preview'],
    ['o3-mini-high', '', undefined, '/openai/deployments/o3-mini/chat/completions?api-version=2024-12-01-preview'],
    ['a/b', '', undefined, '/openai/deployments/a%2Fb/chat/completions?api-version=2024-12-01-preview'],
    ['gpt-4.1', 'v1', '2023-05-15', '/openai/v1/chat/completions'],
  ])('has a deployment for %s at version %j, of which the caller wants %s', async (model, other, wanted, path) => {
    const sent = await chat({ model }, other, wanted).sent();
    expect(sent.url).toBe(`${RESOURCE}${path}`);
  });

  it('has the key in a header of its own, and the body as it came', async () => {
    const call = chat({ future: 1, stream_options: { include_usage: true }, stream: true });
    const { headers, bytes } = await call.sent();
    expect(headers.get('api-key')).toBe(call.call.channel.key);
    expect(headers.has('authorization')).toBe(false);
    expect(bytes).toBe(call.call.request.bytes);
  });

  it('embeds by a deployment too', async () => {
    const call = new ProviderCall('azure', 'embeddings', embeddingsOf({ model: 'text-embedding-3.1' }), {
      channel: { baseUrl: RESOURCE, other: '2024-10-21' },
    });
    const { url } = await call.sent();
    expect(url).toBe(`${RESOURCE}/openai/deployments/text-embedding-31/embeddings?api-version=2024-10-21`);
  });

  it('cannot be asked without an address', async () => {
    await expect(new ProviderCall('azure', 'chat', chatOf()).sent()).rejects.toThrow('address');
  });

  it('answers as OpenAI does', () => {
    expect(chat().read(FIXTURE.answer)).toMatchObject({
      body: Buffer.from(JSON.stringify(FIXTURE.answer)),
      usage: { prompt: 50, completion: 12, parts: { cachedRead: 20, reasoning: 4 } },
    });
  });

  it.each([1, 7, Infinity])('streams in pieces of %s bytes, its filters first', (pieceBytes) => {
    const { passed, stream } = chat({ stream: true }).streamed(FIXTURE.stream, pieceBytes);
    expect(chunksIn(passed)).toEqual(FIXTURE.stream.slice(0, 4));
    expect([stream.ended, stream.produced()?.texts]).toEqual([true, ['Grüße']]);
    expect(stream.usage()).toMatchObject({ prompt: 9, completion: 2 });
  });

  it('ends a stream without a usage under the id of its answer', () => {
    const stream = chat({ stream: true, stream_options: { include_usage: true } }).streamed([
      ...FIXTURE.stream.slice(0, 4),
      '[DONE]',
    ]).stream;
    expect(chunksIn(stream.ending({ prompt: 1, completion: 1 }).toString())).toMatchObject([
      { id: 'chatcmpl-azure-2' },
    ]);
  });

  it('tells errors in its own words', () => {
    const head = { status: 404, statusText: '', headers: {} };
    const error = upstreamError(head, Buffer.from(JSON.stringify(FIXTURE.refused)), chat().call.channel);
    expect(error).toMatchObject({
      status: 404,
      code: 'DeploymentNotFound',
      message: expect.stringContaining('deployment'),
    });
  });
});
