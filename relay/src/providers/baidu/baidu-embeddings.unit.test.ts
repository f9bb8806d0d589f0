import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { RelayError } from '../../errors/relay-error.ts';
import { validateEmbeddings } from '../../modes/embeddings-request.ts';
import { answerHead, bodyOf, chatCall } from '../../testing/chat-calls.ts';
import { type JsonObject, jsonRequestOf } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { baidu } from './baidu-provider.ts';

const { embeddings: told } = JSON.parse(readFileSync(new URL('fixtures/baidu.json', import.meta.url), 'utf8')) as {
  readonly embeddings: JsonObject;
};
const { embeddings } = baidu.adapters;
const CREDENTIALS = { shortLivedKey: () => '24.abc' };

function callOf(fields: JsonObject): Call<'embeddings'> {
  const { channel } = chatCall({ type: 15, key: 'a|b' });
  const json = jsonRequestOf({ model: 'Embedding-V1', input: ['a', 'b'], ...fields });
  const request = json instanceof RelayError ? json : validateEmbeddings(json);
  if (request instanceof RelayError) throw new Error(request.message);
  const atMs = 0;
  return { mode: 'embeddings', dialect: 'openai', channel, model: 'Embedding-V1', request, priced: undefined, atMs };
}

const read = (body: object, fields: JsonObject = {}): JsonObject => {
  const answer = embeddings?.readAnswer(
    { head: answerHead(), body: Buffer.from(JSON.stringify(body)) },
    callOf(fields),
  );
  if (answer === undefined) return {};
  if ('error' in answer) return { status: answer.status };
  return { ...(JSON.parse(answer.body.toString()) as JsonObject), reported: answer.usage?.prompt };
};

describe('vectors by Baidu', () => {
  it('are asked for with texts, at their own path', () => {
    const request = embeddings?.request(callOf({ input: 'a', user: 'u' }), CREDENTIALS);
    if (request === undefined || request instanceof Promise) throw new Error('it is sent at once');
    expect(request.path).toBe('/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/embedding-v1?access_token=24.abc');
    expect(bodyOf(request)).toEqual({ input: ['a'], user_id: 'u' });
  });

  it.each([
    ['input', { input: [1, 2] }],
    ['dimensions', { dimensions: 8 }],
  ])('are refused by %s where they would be others', (field, fields) => {
    expect(() => embeddings?.request(callOf(fields), CREDENTIALS)).toThrow(expect.objectContaining({ field }));
  });

  it('come as a list, as numbers or packed', () => {
    expect(read(told)).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [0.5, -0.25] },
        { object: 'embedding', index: 1, embedding: [1, 2] },
      ],
      model: 'Embedding-V1',
      usage: { prompt_tokens: 12, total_tokens: 12 },
      reported: 12,
    });
    const [first] = read(told, { encoding_format: 'base64' })['data'] as [{ embedding: string }];
    expect(first.embedding).toBe('AAAAPwAAgL4=');
  });

  it('are a refusal where Baidu tells a code, and none without a list', () => {
    expect(read({ error_code: 111, error_msg: 'Access token expired' })).toEqual({ status: 401 });
    expect(read({ usage: {} })).toEqual({});
  });
});
