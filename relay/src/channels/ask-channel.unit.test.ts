import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../errors/bad-channel.ts';
import { RelayError } from '../errors/relay-error.ts';
import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { type ChatRequest, validateChat } from '../modes/chat-request.ts';
import type { Adapter } from '../providers/provider.ts';
import type { Way } from '../providers/registry.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { type JsonRequest, parseJsonRequest } from '../wire/json.ts';
import { notSendable, readOutcome } from './ask-channel.ts';

const chat: Adapter<'chat'> = {
  request: () => ({ origin: 'http://127.0.0.1:9', path: '/', headers: [], body: Buffer.alloc(0) }),
  readAnswer: () => undefined,
};
const json = parseJsonRequest(Buffer.from('{"model":"m","messages":[{}]}'), undefined) as JsonRequest;
const request = validateChat(json) as ChatRequest;
const call = {
  mode: 'chat',
  dialect: 'openai',
  channel: channelView({ id: 1 }),
  model: 'm',
  request,
  priced: undefined,
  atMs: 0,
} as const;
const answered = (status: number, text: string) =>
  ({ kind: 'whole', head: { status, statusText: '', headers: {} }, body: Buffer.from(text) }) as const;

describe('what a channel answers', () => {
  it("is an error in the provider's own words, where it reads them, and in everybody's else", async () => {
    const readError = (): RelayError => RelayError.attempt(418, 'own', 'read by the provider');
    const way = (own: boolean): Way<'chat'> => ({
      key: 'openai',
      provider: { adapters: { chat }, ...(own ? { readError } : {}) },
      adapter: chat,
      isNative: true,
    });
    const outcome = answered(500, '{"error":{"message":"broken"}}');
    expect(await readOutcome(way(true), call, outcome)).toMatchObject({ status: 500, error: { code: 'own' } });
    expect(await readOutcome(way(false), call, outcome)).toMatchObject({ status: 500, error: { message: 'broken' } });
    expect(await readOutcome(way(true), call, answered(200, 'x'))).toMatchObject({
      status: 200,
      error: { status: 502, code: 'bad_response' },
    });
  });

  it('is an error of the status that is due to it', async () => {
    const provider = { adapters: { chat }, dueStatus: () => 401 };
    const way: Way<'chat'> = { key: 'openai', provider, adapter: chat, isNative: true };
    expect(await readOutcome(way, call, answered(400, '{"error":{"message":"no key"}}'))).toMatchObject({
      status: 401,
      error: { status: 401, message: 'no key', retryable: true },
    });
  });

  it("is a refusal that names the caller's field, where no request can be made of it", () => {
    expect(notSendable(new UnsupportedRequest('n', 'only one answer can be had here')).error).toMatchObject({
      status: 400,
      param: 'n',
      message: 'n: only one answer can be had here',
      retryable: false,
    });
    expect(notSendable(new BadChannel('no address')).error).toMatchObject({ status: 500, retryable: true });
  });
});
