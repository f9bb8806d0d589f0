import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { CHANNEL_TYPES } from '@ledgate/domain/channel/channel-types';
import { RelayError } from '../../errors/relay-error.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import type { Credentials } from '../../upstream/short-lived-keys.ts';
import { ZERO_USAGE } from '../../usage/usage.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { providers } from '../registry.ts';

/** What a provider that speaks exactly like OpenAI was seen to say. */
type Fixture = {
  /** Where its chats go. */
  readonly url: string;
  /** Of the channel, where it needs more than its type. */
  readonly channel?: { readonly baseUrl?: string; readonly other?: string };
  readonly answer: { readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } };
  /** Data of its events. */
  readonly stream: readonly unknown[];
  readonly streamed: { readonly text: string; readonly prompt?: number; readonly completion?: number };
};

const NO_CREDENTIALS: Credentials = {
  shortLivedKey: () => {
    throw new Error('the key is sent as it stands');
  },
};
const OK = { status: 200, statusText: '', headers: {} };
const FOLDER = new URL('fixtures/', import.meta.url);
const COMPATIBLE = CHANNEL_TYPES.filter(({ speaksOpenAi }) => speaksOpenAi === true);
const fixtureOf = (key: string): Fixture => JSON.parse(readFileSync(new URL(`${key}.json`, FOLDER), 'utf8')) as Fixture;

function chat(fields: object = {}): ChatRequest {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], future: 1, ...fields };
  const json = parseJsonRequest(Buffer.from(JSON.stringify(body)), undefined);
  const request = json instanceof RelayError ? json : validateChat(json);
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

describe('a provider that speaks exactly like OpenAI', () => {
  it('has a row and a fixture', () => {
    const files = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : [];
    expect(files).toEqual(COMPATIBLE.map(({ key }) => `${key}.json`).sort());
  });

  it('serves the modes of its row alone', () => {
    for (const { code, modes } of COMPATIBLE)
      expect(providers.wayOf(code, 'embeddings', 'openai') !== undefined).toBe(modes.includes('embeddings'));
  });

  it.each(COMPATIBLE.map(({ key, code }) => [key, code] as const))('%s: its chats pass as they are', (key, code) => {
    const fixture = fixtureOf(key);
    const way = providers.wayOf(code, 'chat', 'openai');
    const channel = channelView({ id: 1, type: code, baseUrl: '', ...fixture.channel });
    const call = {
      mode: 'chat',
      dialect: 'openai',
      channel,
      model: 'm',
      request: chat(),
      priced: undefined,
      atMs: 0,
    } as const;
    const { origin, pathname } = new URL(fixture.url);
    expect(way?.adapter.request(call, NO_CREDENTIALS)).toMatchObject({
      origin,
      path: pathname,
      headers: expect.arrayContaining(['authorization', `Bearer ${channel.key}`]),
      body: call.request.bytes,
    });

    const answer = Buffer.from(JSON.stringify(fixture.answer));
    const read = way?.adapter.readAnswer({ head: OK, body: answer }, call);
    const { prompt_tokens: prompt, completion_tokens: completion } = fixture.answer.usage;
    expect(read).toMatchObject({ body: answer, usage: { prompt, completion } });
  });

  it.each(COMPATIBLE.map(({ key, code }) => [key, code] as const))(
    '%s: its streams are read and ended',
    (key, code) => {
      const { stream: events, streamed, channel: fields } = fixtureOf(key);
      const channel = channelView({ id: 1, type: code, baseUrl: '', ...fields });
      const request = chat({ stream: true });
      const call = {
        mode: 'chat',
        dialect: 'openai',
        channel,
        model: 'm',
        request,
        priced: undefined,
        atMs: 0,
      } as const;
      const stream = providers.wayOf(code, 'chat', 'openai')?.adapter.openStream?.(call, OK);
      for (const event of [...events.map((data) => JSON.stringify(data)), '[DONE]'])
        for (const byte of Buffer.from(`data: ${event}\n\n`)) stream?.push(Buffer.from([byte]));
      expect(stream?.ended).toBe(true);
      const { text, ...usage } = streamed;
      expect(stream?.usage() ?? {}).toMatchObject(usage);
      expect(stream?.produced()?.texts.join('')).toBe(text);
      expect(stream?.ending(ZERO_USAGE).toString()).toContain('[DONE]');
    },
  );
});
