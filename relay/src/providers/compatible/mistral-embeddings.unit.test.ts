import { describe, expect, it } from '@jest/globals';
import { embeddingsOf, ProviderCall } from '../../testing/provider-call.ts';

const call = (fields: object = {}, model = 'm') =>
  new ProviderCall('mistral', 'embeddings', embeddingsOf(fields), { model });

describe('embeddings by Mistral', () => {
  it('are asked for in the very bytes of a caller where nothing has to change', async () => {
    const plain = call({ input: ['a', 'b'], encoding_format: 'float', output_dtype: 'float' });
    const { url, bytes } = await plain.sent();
    expect([url, bytes]).toEqual(['https://api.mistral.ai/v1/embeddings', plain.call.request.bytes]);
  });

  it('are asked for by what it knows, by the mapped model', async () => {
    const { body } = await call(
      { dimensions: 8, user: 'u', future: 1, encoding_format: null },
      'codestral-embed',
    ).sent();
    expect(body).toEqual({ model: 'codestral-embed', input: 'hi', output_dimension: 8 });
  });

  it('are answered as by OpenAI', () => {
    // EmbeddingResponse of the SDK mistralai.
    const answer = {
      id: 'embd-1',
      object: 'list',
      model: 'mistral-embed',
      data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
      usage: { prompt_tokens: 4, completion_tokens: 0, total_tokens: 4 },
    };
    expect(call().read(answer)).toMatchObject({
      body: Buffer.from(JSON.stringify(answer)),
      usage: { prompt: 4, completion: 0 },
    });
  });
});
