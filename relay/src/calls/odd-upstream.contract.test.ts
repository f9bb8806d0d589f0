import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { completion, errorText, sendJson, USAGE } from '../testing/fake-upstream.ts';
import { errorOf, RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

const KEY = 'sk-proj-Zx81kQmT5vWnR2yLbC7d';
const eventsOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event): unknown => JSON.parse(event.slice('data: '.length)));

describe('an upstream that answers JSON where a stream was asked for', () => {
  it('becomes a stream of one chunk and its end, and is charged', async () => {
    relay.upstream.play = (response) => sendJson(response, completion(USAGE, 'Hello'));
    const answer = await relay.chat({ stream: true });
    expect(answer).toMatchObject({ status: 200, whole: true });
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(eventsOf(answer.text)).toEqual([
      {
        id: 'c1',
        object: 'chat.completion.chunk',
        x: 1,
        choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      },
    ]);
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(relay.cashier.charges).toHaveLength(1);
  });

  it('has its usage in a chunk of its own for who asked, and its tool calls numbered', async () => {
    const message = { role: 'assistant', content: null, tool_calls: [{ id: 't', type: 'function', function: {} }] };
    relay.upstream.play = (response) =>
      sendJson(response, JSON.stringify({ id: 'c2', choices: [{ index: 0, message }], usage: USAGE }));
    const answer = await relay.chat({ stream: true, stream_options: { include_usage: true } });
    expect(eventsOf(answer.text)).toMatchObject([
      { choices: [{ delta: { role: 'assistant', tool_calls: [{ index: 0, id: 't' }] } }] },
      { choices: [], usage: USAGE },
    ]);
  });

  it('tells who asked the usage that was counted, where it has none', async () => {
    relay.upstream.play = (response) => sendJson(response, completion(undefined, 'Hello').replace(/,"usage":.*/, '}'));
    const answer = await relay.chat({ stream: true, stream_options: { include_usage: true } });
    const { prompt, completion: completed } = relay.cashier.charges[0]?.usage ?? { prompt: 0, completion: 0 };
    expect(prompt * completed).toBeGreaterThan(0);
    expect(eventsOf(answer.text)[1]).toMatchObject({
      choices: [],
      usage: { prompt_tokens: prompt, completion_tokens: completed, total_tokens: prompt + completed },
    });
  });
});

describe("a channel's key", () => {
  it.each([false, true])('is in no error that quotes it (stream: %s)', async (stream) => {
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, key: KEY })];
    relay.upstream.play = (response, { headers }) =>
      sendJson(response, errorText({ message: `Incorrect API key: ${headers.authorization ?? ''}`, code: KEY }), 401);
    const answer = await relay.chat({ stream });
    expect(answer.status).toBe(401);
    expect(errorOf(answer)).toMatchObject({
      message: expect.stringContaining('Incorrect API key: Bearer sk-proj-***'),
      code: 'sk-proj-***',
    });
    expect(answer.text).not.toContain(KEY.slice(-12));
  });

  it('is in no error event of a stream, nor in what is noted of an attempt', async () => {
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, key: KEY })];
    relay.upstream.play = (response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': `of-${KEY}` })
        .end(
          `data: {"choices":[{"index":0,"delta":{"content":"${KEY}"}}]}\n\ndata: ${errorText({ message: KEY })}\n\n`,
        );
    };
    const answer = await relay.chat({ stream: true });
    const [said, failed] = eventsOf(answer.text);
    expect(said).toMatchObject({ choices: [{ delta: { content: KEY } }] });
    expect(failed).toMatchObject({ error: { message: 'sk-proj-***' } });
    expect(relay.cashier.charges[0]?.attempts[0]?.upstreamRequestId).toBe('of-sk-proj-***');
  });
});

describe('what an upstream says of itself', () => {
  it('Retry-After passes with its 429', async () => {
    relay.upstream.play = (response) =>
      void response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '17' }).end(errorText({}));
    const answer = await relay.chat();
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '17']);
  });

  it.each(['text/plain', undefined])('a completion as %s is JSON to the caller', async (type) => {
    relay.upstream.play = (response) =>
      void response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(completion());
    const answer = await relay.chat();
    expect([answer.text, answer.headers['content-type']]).toEqual([completion(), 'application/json']);
  });

  it('headers that its Connection names stay behind', async () => {
    relay.upstream.play = (response) =>
      void response
        .writeHead(200, {
          'content-type': 'application/json',
          connection: 'keep-alive, X-Hop',
          'x-hop': 'a',
          'x-end': 'b',
        })
        .end(completion());
    const { headers } = await relay.chat();
    expect([headers['x-hop'], headers['x-end']]).toEqual([undefined, 'b']);
  });

  it.each([false, true])('100 Continue that nobody asked for is passed over (stream: %s)', async (stream) => {
    relay.upstream.play = (response) => {
      response.writeContinue();
      if (stream)
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
      else sendJson(response, completion());
    };
    for (let call = 0; call < 3; call += 1)
      expect(await relay.chat({ stream })).toMatchObject({ status: 200, whole: true });
    expect(await relay.upstream.connections()).toBe(1);
  });
});

describe('an upstream whose JSON would keep everybody waiting', () => {
  const DEAR = `[${'{},'.repeat(600_000)}{}]`;

  it('has given no answer', async () => {
    relay.upstream.play = (response) => sendJson(response, completion(USAGE, 'Hello').replace('{', `{"x":${DEAR},`));
    const answer = await relay.chat();
    expect([answer.status, errorOf(answer).message]).toEqual([
      502,
      expect.stringMatching(/^the answer of the upstream holds more than 500000 objects and lists/),
    ]);
    expect(relay.cashier.charges).toEqual([]);
  });

  it('has broken off its stream', async () => {
    relay.upstream.play = (response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(
          `data: {"choices":[{"index":0,"delta":{"content":"one"}}]}\n\ndata: {"usage":${DEAR}}\n\ndata: [DONE]\n\n`,
        );
    };
    const answer = await relay.chat({ stream: true });
    expect(answer).toMatchObject({ status: 200, whole: false });
    expect(answer.text).not.toContain('[DONE]');
    expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'counted' } }]);
  });
});
