import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { RelayError } from '../errors/relay-error.ts';
import { createTestChannel } from '../channels/test-channel.ts';
import { openAiChat } from '../protocols/openai/openai-chat.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Adapter } from '../providers/provider.ts';
import { Providers } from '../providers/registry.ts';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { type FakeLine, fakeChat, fakeLines } from '../testing/fake-provider.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';
import type { KeySource } from '../upstream/short-lived-keys.ts';
import { Upstreams } from '../upstream/upstreams.ts';

const { code: TYPE } = channelTypeNamed('minimax');

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open({ providers: new Providers({ minimax: { adapters: { chat: fakeChat } } }) });
  relay.view.setOptions({ RetryTimes: 1, AutomaticDisableChannelEnabled: true });
  relay.view.channels = [2, 1].map((id) => channelView({ id, type: TYPE, baseUrl: relay.upstream.url, priority: id }));
});
afterEach(() => closeSettled(relay));

/** One answer after the other, each in one piece. */
const say = (type: string, ...answers: readonly (readonly FakeLine[])[]): void => {
  const left = [...answers];
  relay.upstream.play = (response) =>
    void response.writeHead(200, { 'content-type': type }).end(fakeLines(...(left.shift() ?? [])));
};

describe('a failure that comes with status 200', () => {
  it.each([
    ['a whole answer', 'application/json', false],
    ['the beginning of a stream', 'application/x-ndjson', true],
  ])('as %s is retried like any other, and only what answered is charged', async (_what, type, stream) => {
    say(type, [{ failed: 503 }], stream ? [{ words: 'Hello' }, { tokens: 7 }] : [{ words: 'Hello', tokens: 7 }]);
    const answer = await relay.chat({ stream });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Hello');
    expect(relay.cashier.charges).toHaveLength(1);
    expect(relay.cashier.charges[0]).toMatchObject({ channelId: 1, usage: { prompt: 7 } });
    expect(relay.cashier.charges[0]?.attempts.map(({ channelId }) => channelId)).toEqual([2, 1]);
  });

  it.each([
    ['application/json', false],
    ['application/x-ndjson', true],
  ])('as %s costs nothing, and its status decides on retries and on the channel', async (type, stream) => {
    say(type, [{ failed: 400 }], [{ failed: 401 }], [{ failed: 401 }]);
    expectRefused(await relay.chat({ stream }), 400, { type: 'fake' });
    expect([relay.upstream.received.length, relay.view.disabled]).toEqual([1, []]);
    expectRefused(await relay.chat({ stream }), 401, { type: 'fake' });
    expect(relay.view.disabled).toEqual([2, 1]);
    expect(relay.cashier.charges).toEqual([]);
  });
});

it('an answer that is written here has the usage that was counted, where its upstream told none', async () => {
  const own = await RelayFixture.open();
  own.view.channels = [channelView({ id: 1, type: channelTypeNamed('palm').code, baseUrl: own.upstream.url })];
  own.upstream.play = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"candidates":[{"author":"1","content":"one two three"}]}');
  const answer = await own.chat();
  const { prompt, completion } = own.cashier.charges[0]?.usage ?? {};
  expect(completion).toBe(3);
  expect(JSON.parse(answer.text)).toMatchObject({
    choices: [{ message: { content: 'one two three' } }],
    usage: { prompt_tokens: prompt, completion_tokens: 3 },
  });
  const streamed = await own.chat({ stream: true, stream_options: { include_usage: true } });
  expect(streamed.text).toContain('"completion_tokens":3');
  expect(streamed.text).toMatch(/data: \[DONE\]\n\n$/);
  await closeSettled(own);
});

describe('a stream', () => {
  it('is what the provider calls one: lines of JSON reach the caller as events', async () => {
    say('application/x-ndjson', [{ words: 'Hello' }, { tokens: 7 }]);
    const answer = await relay.chat({ stream: true });
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.text).toBe('data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\ndata: [DONE]\n\n');
    expect(relay.cashier.charges[0]).toMatchObject({ stream: true, usage: { completion: 7 } });
  });

  it('is nothing else: a whole answer to who asked for a stream becomes one', async () => {
    say('application/json', [{ words: 'Hello', tokens: 7 }]);
    const answer = await relay.chat({ stream: true });
    expect(answer.text).toContain('"delta":{"role":"assistant","content":"Hello"}');
    expect(answer.text).toContain('[DONE]');
  });
});

describe('a provider with short-lived keys', () => {
  const source: (baseUrl: string, key: string) => KeySource = (baseUrl, key) => ({
    question: () => ({ url: `${baseUrl}/token`, headers: {}, body: key }),
    read: (text) => ({ value: text, lastsMs: 3_600_000 }),
  });
  const keyed: Adapter<'chat'> = {
    ...fakeChat,
    async request(call, credentials) {
      const { baseUrl, key } = call.channel;
      const short = await credentials.shortLivedKey(call, source(baseUrl, key));
      return { ...(await fakeChat.request(call, credentials)), headers: ['authorization', `Bearer ${short}`] };
    },
  };
  /** Keys are numbered; those that are refused are none. */
  const giving = (
    refused: readonly string[],
    taken: (key: string) => boolean = () => true,
    refusal = 'Access token invalid or no longer valid',
  ): void => {
    relay.upstream.play = (response, { path, headers, text }) => {
      if (path !== '/token' && taken(headers.authorization ?? ''))
        response.writeHead(200).end(fakeLines({ words: 'Hi', tokens: 7 }));
      else if (path !== '/token') response.writeHead(401).end(JSON.stringify({ error: { message: refusal } }));
      else response.writeHead(refused.includes(text) ? 401 : 200).end(`${text}-${relay.upstream.received.length}`);
    };
  };

  beforeEach(async () => {
    await relay.close();
    relay = await RelayFixture.open({ providers: new Providers({ minimax: { adapters: { chat: keyed } } }) });
    relay.view.setOptions({ RetryTimes: 1, AutomaticDisableChannelEnabled: true });
    relay.view.channels = [2, 1].map((id) =>
      channelView({ id, type: TYPE, key: `own-${id}`, baseUrl: relay.upstream.url, priority: id }),
    );
  });

  it('asks for one once, and sends it with each call', async () => {
    giving([]);
    const answers = await Promise.all([relay.chat(), relay.chat()]);
    await relay.chat();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const asked = relay.upstream.received.filter(({ path }) => path === '/token');
    expect(asked.map(({ method, text }) => [method, text])).toEqual([['POST', 'own-2']]);
    const calls = relay.upstream.received.filter(({ path }) => path === '/fake');
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer own-2-1'));
  });

  it('that refuses one is an attempt that failed: its channel is spent, another is asked', async () => {
    giving(['own-2']);
    expect((await relay.chat()).status).toBe(200);
    expect(relay.view.disabled).toEqual([2]);
    expect(relay.cashier.charges[0]?.attempts.map(({ channelId }) => channelId)).toEqual([2, 1]);
  });

  it('that does not take the kept one any more is asked for another one, with which the same call goes on', async () => {
    relay.view.setOptions({ RetryTimes: 0, AutomaticDisableChannelEnabled: true });
    giving([]);
    await relay.chat();
    giving([], (key) => key !== 'Bearer own-2-1');
    expect((await relay.chat()).status).toBe(200);
    expect(relay.view.disabled).toEqual([]);
    expect(relay.cashier.charges.at(-1)?.attempts.map(({ channelId, status }) => [channelId, status])).toEqual([
      [2, 401],
      [2, 200],
    ]);
    expect(relay.upstream.received.filter(({ path }) => path === '/token')).toHaveLength(2);
  });

  it('that refuses a call without a word of its key is not asked for it again: the next call has another one', async () => {
    relay.view.setOptions({ RetryTimes: 0, AutomaticDisableChannelEnabled: true });
    giving([]);
    await relay.chat();
    giving([], (key) => key !== 'Bearer own-2-1', 'no such project');
    expect((await relay.chat()).status).toBe(401);
    expect((await relay.chat()).status).toBe(200);
    expect(relay.view.disabled).toEqual([]);
  });

  it('that takes no fresh one either is asked no third time, and is spent', async () => {
    relay.view.setOptions({ RetryTimes: 0, AutomaticDisableChannelEnabled: true });
    giving([]);
    await relay.chat();
    giving([], () => false);
    expect((await relay.chat()).status).toBe(401);
    expect(relay.upstream.received.filter(({ path }) => path === '/fake')).toHaveLength(3);
    expect(relay.view.disabled).toEqual([2]);
  });

  it('is asked for another one by a test of its channel, when it does not take the kept one', async () => {
    const upstreams = new Upstreams();
    const test = createTestChannel({
      upstreams,
      view: relay.view,
      clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
      providers: new Providers({ minimax: { adapters: { chat: keyed } } }),
    });
    const [channel] = relay.view.channels;
    if (channel === undefined) throw new Error('there is a channel');
    giving([]);
    expect((await test(channel, 'gpt-4o')).ok).toBe(true);
    giving([], (key) => key !== 'Bearer own-2-1');
    expect(await test(channel, 'gpt-4o')).toMatchObject({
      ok: true,
      disables: false,
      tried: {
        attempts: [
          { channelId: 2, provider: 'minimax', status: 401, outcome: 'failed', error: 'upstream_error' },
          { channelId: 2, provider: 'minimax', status: 200, outcome: 'answered' },
        ],
      },
    });
    giving([], () => false);
    expect(await test(channel, 'gpt-4o')).toMatchObject({ status: 401, disables: true });
    await upstreams.close();
  });

  it('that gives none has begun nothing: no consumption is described', async () => {
    giving(['own-2', 'own-1']);
    expect((await relay.chat()).status).toBe(401);
    expect(relay.cashier.started).toEqual([]);
    giving([]);
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.started).toHaveLength(1);
  });

  it('is asked nothing for a caller who has left while it gave the key', async () => {
    let give = (): void => {};
    relay.upstream.play = (response) => {
      give = () => response.end('key');
    };
    const answer = relay.chat();
    await relay.until(() => relay.upstream.received.length === 1);
    await relay.hangUpAll();
    give();
    await answer;
    await relay.settled();
    expect(relay.upstream.received.map(({ path }) => path)).toEqual(['/token']);
    expect(relay.cashier.charges).toEqual([]);
  });
});

describe('a request', () => {
  it('may have another verb and no body', async () => {
    const asking: Adapter<'chat'> = {
      ...fakeChat,
      request: ({ channel }) => ({ origin: channel.baseUrl, path: '/task', method: 'GET', headers: [] }),
    };
    await relay.close();
    relay = await RelayFixture.open({ providers: new Providers({ minimax: { adapters: { chat: asking } } }) });
    relay.view.channels = [channelView({ id: 1, type: TYPE, baseUrl: relay.upstream.url })];
    say('application/json', [{ words: 'Hello', tokens: 7 }]);
    expect((await relay.chat()).status).toBe(200);
    const [received] = relay.upstream.received;
    expect([received?.method, received?.text]).toEqual(['GET', '']);
  });
});

describe('a body that is no JSON', () => {
  const FORM = 'multipart/form-data; boundary=x';
  const SOUND = Buffer.from([0xff, 0xfb, 0x00, 0x5b, 0x5b]);
  /** A form whose first line is the model's name and the rest a file. */
  const form: Protocol<'chat'> = {
    ...openAiChat,
    read(bytes) {
      const model = bytes.toString('latin1').split('\n', 1)[0] ?? '';
      return model === '' ? RelayError.field('model', 'must be named') : { bytes, model, body: { model } };
    },
    parse: (json) => ({
      ...json,
      members: [],
      messages: [],
      stream: false,
      usageAsked: false,
      completionMax: undefined,
      choices: 1,
    }),
  };
  const sounding: Adapter<'chat'> = {
    request: ({ channel, request }) => ({
      origin: channel.baseUrl,
      path: '/sound',
      headers: ['content-type', FORM],
      body: request.bytes,
    }),
    readAnswer: ({ body }) => ({
      body,
      contentType: 'audio/mpeg',
      usage: undefined,
      produced: () => ({ texts: [], fixedTokens: 3, soundTokens: 0 }),
    }),
  };
  // Deeper than JSON may be.
  const file = `gpt-4o\n${'['.repeat(5_000)}`;
  const call = (body: string) => relay.call({ path: '/form', headers: { 'content-type': FORM }, body });

  beforeEach(async () => {
    await relay.close();
    relay = await RelayFixture.open({
      providers: new Providers({ minimax: { adapters: { chat: sounding } } }),
      protocols: { '/form': form },
    });
    relay.view.channels = [channelView({ id: 1, type: TYPE, baseUrl: relay.upstream.url })];
    relay.upstream.play = (response) => void response.writeHead(200, { 'content-type': 'audio/x' }).end(SOUND);
  });

  it('goes up with its own type, and comes back with its own', async () => {
    const answer = await call(file);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'audio/mpeg']);
    expect(Number(answer.headers['content-length'])).toBe(SOUND.length);
    const [received] = relay.upstream.received;
    expect([received?.headers['content-type'], received?.text]).toEqual([FORM, file]);
    expect(relay.cashier.charges[0]).toMatchObject({ usage: { completion: 3 } });
  });

  it('is refused by the name of its field', async () => {
    expectRefused(await call('\nfile'), 400, { type: 'new_api_error', param: 'model' });
  });
});
