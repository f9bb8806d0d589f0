import { describe, expect, it } from '@jest/globals';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { embeddingsOf, ProviderCall } from '../../testing/provider-call.ts';

const call = (fields: object = {}) => new ProviderCall('ali', 'embeddings', embeddingsOf(fields));
// DashScope, "Text Embedding API reference".
const ANSWER = {
  output: {
    embeddings: [
      { text_index: 1, embedding: [0.25] },
      { text_index: 0, embedding: [0.5] },
    ],
  },
  usage: { total_tokens: 8 },
  request_id: 'a-request',
};

describe('vectors by DashScope', () => {
  it('are asked of its own service, with their length where it is stated', async () => {
    const { url, headers, body } = await call({ input: ['a', 'b'], dimensions: 64, user: 'u' }).sent();
    expect(url).toBe('https://dashscope.aliyuncs.com/api/v1/services/embeddings/text-embedding/text-embedding');
    expect(headers.get('authorization')).toBe('Bearer sk-upstream-1');
    expect(body).toEqual({ model: 'm', input: { texts: ['a', 'b'] }, parameters: { dimension: 64 } });
    expect((await call({ input: 'a' }).sent()).body).toEqual({ model: 'm', input: { texts: ['a'] } });
  });

  it('cannot be had of tokens', async () => {
    await expect(call({ input: [1, 2] }).sent()).rejects.toThrow(UnsupportedRequest);
  });

  it('come in the order of their texts, and say what they took', () => {
    const read = call().read(ANSWER);
    if (read === undefined || 'error' in read) throw new Error('it is no answer');
    expect(JSON.parse(read.body.toString('utf8'))).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [0.5] },
        { object: 'embedding', index: 1, embedding: [0.25] },
      ],
      model: 'm',
      usage: { prompt_tokens: 8, total_tokens: 8 },
    });
    expect([read.usage?.prompt, read.facts?.id]).toEqual([8, 'a-request']);
    expect(call().read({ output: {} })).toBeUndefined();
  });
});
