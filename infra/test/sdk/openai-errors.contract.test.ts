import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { tokenView } from '@ledgate/relay/testing/fake-relay-view';
import { errorText, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import OpenAI from 'openai';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

const client = (apiKey = 'key'): OpenAI =>
  new OpenAI({ apiKey, baseURL: `http://127.0.0.1:${relay.port}/v1`, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'one two' }];
const chat = (apiKey?: string, model = 'gpt-4o') => client(apiKey).chat.completions.create({ model, messages });
const upstreamSays = (status: number): void => {
  relay.upstream.play = (response) =>
    sendJson(response, errorText({ message: 'the model is on holiday', code: 'c' }), status);
};

describe('the OpenAI SDK', () => {
  it('reads answers, streams and models', async () => {
    expect((await chat()).choices[0]?.message.role).toBe('assistant');
    const models = await client().models.list();
    expect(models.data.map(({ id }) => id)).toContain('gpt-4o');
    expect((await client().models.retrieve('gpt-4o')).id).toBe('gpt-4o');
  });

  it('raises its own error for a wrong key', async () => {
    await expect(chat('unknown')).rejects.toThrow(OpenAI.AuthenticationError);
  });

  it('raises its own error for who may not call', async () => {
    relay.view.tokens.set('key', tokenView({ user: { status: 2 } }));
    await expect(chat()).rejects.toThrow(OpenAI.PermissionDeniedError);
  });

  it('raises its own error for a body that makes no sense, streamed or not', async () => {
    const wrong = { model: 'gpt-4o', messages: 'none' } as never;
    await expect(client().chat.completions.create(wrong)).rejects.toThrow(OpenAI.BadRequestError);
    await expect(client().chat.completions.create({ ...(wrong as object), stream: true } as never)).rejects.toThrow(
      OpenAI.BadRequestError,
    );
  });

  it('raises its own error for a path and a model that are not there', async () => {
    await expect(client().models.retrieve('no-such-model')).rejects.toThrow(OpenAI.NotFoundError);
    await expect(client().get('/no/such/path')).rejects.toThrow(OpenAI.NotFoundError);
  });

  it.each([
    [400, OpenAI.BadRequestError],
    [404, OpenAI.NotFoundError],
    [422, OpenAI.UnprocessableEntityError],
    [429, OpenAI.RateLimitError],
    [500, OpenAI.InternalServerError],
  ] as const)(
    'raises its own error when an upstream fails with %d, with the message and the request id',
    async (status, error) => {
      upstreamSays(status);
      const raised: unknown = await chat().catch((thrown: unknown) => thrown);
      expect(raised).toBeInstanceOf(error);
      expect(raised instanceof OpenAI.APIError ? raised.status : 0).toBe(status);
      expect(String(raised)).toMatch(/\(request id: id-\d+\)/);
    },
  );

  it('raises its own error for want of quota, which is told apart by its code', async () => {
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 10 };
    const raised: unknown = await chat().catch((thrown: unknown) => thrown);
    expect(raised).toBeInstanceOf(OpenAI.PermissionDeniedError);
    expect(raised instanceof OpenAI.APIError ? raised.code : '').toBe('insufficient_user_quota');
  });
});
