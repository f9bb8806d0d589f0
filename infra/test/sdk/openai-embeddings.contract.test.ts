import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { sendJson } from '@ledgate/relay/testing/fake-upstream';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import OpenAI from 'openai';

const MODEL = 'text-embedding-3-small';
const VECTOR = [0.25, -1, 3.5];

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.push(channelView({ id: 2, baseUrl: relay.upstream.url, models: [MODEL] }));
  relay.upstream.play = (response, { text }) => {
    const { encoding_format: encoding, input } = JSON.parse(text) as { encoding_format?: string; input: unknown[] };
    const embedding = encoding === 'base64' ? Buffer.from(new Float32Array(VECTOR).buffer).toString('base64') : VECTOR;
    const data = input.map((_, index) => ({ object: 'embedding', index, embedding }));
    const usage = { prompt_tokens: 7, total_tokens: 7 };
    sendJson(response, JSON.stringify({ object: 'list', data, model: MODEL, usage }));
  };
});
afterEach(() => closeSettled(relay));

const client = (): OpenAI => new OpenAI({ apiKey: 'key', baseURL: `http://127.0.0.1:${relay.port}/v1`, maxRetries: 0 });
const asked = (): unknown =>
  (JSON.parse(relay.upstream.received[0]?.text ?? '') as { encoding_format?: string }).encoding_format;

describe('the OpenAI SDK reads vectors', () => {
  it('as floats', async () => {
    const { data, usage } = await client().embeddings.create({
      model: MODEL,
      input: ['one', 'two'],
      encoding_format: 'float',
    });
    expect(data.map(({ index, embedding }) => [index, embedding])).toEqual([
      [0, VECTOR],
      [1, VECTOR],
    ]);
    expect(usage.prompt_tokens).toBe(7);
    expect(asked()).toBe('float');
  });

  it('as base64, as it asks for them by itself and as its caller may', async () => {
    expect((await client().embeddings.create({ model: MODEL, input: ['one'] })).data[0]?.embedding).toEqual(VECTOR);
    expect(asked()).toBe('base64');
    const packed = await client().embeddings.create({ model: MODEL, input: ['one'], encoding_format: 'base64' });
    const text = packed.data[0]?.embedding as unknown as string;
    expect([...new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)]).toEqual(VECTOR);
  });

  it('and raises its own error for an input that is none', async () => {
    await expect(client().embeddings.create({ model: MODEL, input: [] })).rejects.toThrow(OpenAI.BadRequestError);
    expect(relay.upstream.received).toEqual([]);
  });

  it('and each call is charged for its prompt', async () => {
    await client().embeddings.create({ model: MODEL, input: ['one'] });
    expect(relay.cashier.charges[0]).toMatchObject({ modelAsked: MODEL, usage: { prompt: 7, completion: 0 } });
  });
});
