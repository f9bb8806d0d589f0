import { describe, expect, it } from '@jest/globals';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { chatOf, embeddingsOf, ProviderCall } from '../../testing/provider-call.ts';

const call = (fields: object = {}) => new ProviderCall('ollama', 'embeddings', embeddingsOf(fields));
// Ollama's API, "Generate embeddings".
const ANSWER = { model: 'all-minilm', embeddings: [[0.5, -1], [0.25]], total_duration: 1, prompt_eval_count: 8 };

it.each([false, true])('a chat by Ollama shows no key, streamed: %s', async (stream) => {
  const { headers } = await new ProviderCall('ollama', 'chat', chatOf({ stream })).sent();
  expect([...headers.keys()]).toEqual(['content-type', 'accept', 'accept-encoding']);
});

describe('embeddings by Ollama', () => {
  it('are asked for by what it knows', async () => {
    const { url, headers, body } = await call({
      input: ['a', 'b'],
      dimensions: 2,
      user: 'u',
      encoding_format: 'float',
    }).sent();
    expect(url).toBe('http://localhost:11434/api/embed');
    expect(headers.has('authorization')).toBe(false);
    expect(body).toEqual({ model: 'm', input: ['a', 'b'], dimensions: 2 });
  });

  it('cannot be had of tokens', async () => {
    await expect(call({ input: [[1, 2]] }).sent()).rejects.toThrow(UnsupportedRequest);
  });

  it('are a vector for each input, and say what they took', () => {
    const read = call().read(ANSWER);
    if (read === undefined || 'error' in read) throw new Error('it is no answer');
    expect(JSON.parse(read.body.toString('utf8'))).toEqual({
      object: 'list',
      model: 'all-minilm',
      data: [
        { object: 'embedding', index: 0, embedding: [0.5, -1] },
        { object: 'embedding', index: 1, embedding: [0.25] },
      ],
      usage: { prompt_tokens: 8, total_tokens: 8 },
    });
    expect(read.usage).toMatchObject({ prompt: 8, completion: 0 });
  });

  it('are packed where that is asked for', () => {
    const read = call({ encoding_format: 'base64' }).read(ANSWER);
    if (read === undefined || 'error' in read) throw new Error('it is no answer');
    const { data } = JSON.parse(read.body.toString('utf8')) as {
      readonly data: readonly { readonly embedding: string }[];
    };
    expect(data.map(({ embedding }) => embedding)).toEqual(['AAAAPwAAgL8=', 'AACAPg==']);
  });

  it('are counted where it does not say what they took', () => {
    const read = call().read({ embeddings: [[1]] });
    if (read === undefined || 'error' in read) throw new Error('it is no answer');
    expect(read.usage).toBeUndefined();
    const told = read.bodyWith?.({ prompt: 3, completion: 0 }).toString('utf8') ?? '';
    expect(JSON.parse(told)).toMatchObject({
      data: [{ embedding: [1] }],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
  });
});
