import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelId } from '@ledgate/domain/shared/ids';
import { Breakers } from '../upstream/breakers.ts';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, completion, DONE, event, FakeUpstream, sendJson } from '../testing/fake-upstream.ts';
import { type Answer, errorOf, RelayFixture } from '../testing/relay-fixture.ts';

const KEY = 'sk-secret-of-the-channel-0123456789';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, key: KEY })];
});
const others: FakeUpstream[] = [];
afterEach(async () => {
  await closeSettled(relay);
  for (const other of others.splice(0)) await other.close();
});

const messages = (stream = false): Promise<Answer> =>
  relay.call({
    path: '/v1/messages',
    body: JSON.stringify({ model: 'gpt-4o', max_tokens: 9, stream, messages: [{ role: 'user', content: 'one two' }] }),
  });

describe('an error with status 200', () => {
  it.each([
    [{ error: { message: `no such thing ${KEY}`, type: 'invalid_request_error', code: 'model_not_found' } }, 404],
    [{ error: { message: 'no such thing', code: 402 } }, 402],
    [{ error: 'no such thing' }, 500],
    [{ type: 'error', error: { type: 'permission_error', message: 'no such thing' } }, 403],
    [[{ error: { message: 'no such thing', code: 503, status: 'UNAVAILABLE' } }], 503],
    [{ code: 514, statusText: 'unAuthModel', message: 'no such thing', data: null }, 514],
    [{ success: false, errors: [{ code: 7003, message: 'no such thing' }], result: null }, 500],
    [{ object: 'error', message: 'no such thing', type: 'invalid_request_error', code: 3051 }, 400],
  ])('%j has the status that is due to it, and its words, in the protocol of its caller', async (said, status) => {
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(said));
    for (const stream of [false, true]) {
      const answer = await relay.chat({ stream });
      expect([answer.status, errorOf(answer).message]).toEqual([status, expect.stringContaining('no such thing')]);
      const told = await messages(stream);
      expect([told.status, errorOf(told).message]).toEqual([status, expect.stringContaining('no such thing')]);
      expect(answer.text + told.text).not.toContain(KEY.slice(-12));
    }
    expect(relay.cashier.charges).toEqual([]);
  });

  it('is retried on another channel by that status, also where a stream begins with it', async () => {
    relay.view.setOptions({ RetryTimes: 1 });
    const failed = { error: { message: 'busy', type: 'rate_limit_error' } };
    let asked = 0;
    relay.upstream.play = (response) => {
      asked += 1;
      if (asked % 2 === 0) sendJson(response, completion());
      else if (asked === 1) sendJson(response, JSON.stringify(failed));
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event(failed));
    };
    expect((await relay.chat()).status).toBe(200);
    expect((await relay.chat({ stream: true })).text).toContain('Hello world');
    expect(relay.cashier.charges.map(({ attempts }) => attempts.length)).toEqual([2, 2]);
  });

  it.each([
    [{ id: 'x', choices: null }],
    [{ code: 0, message: 'success', data: {} }],
    [{ success: true, msg: 'done' }],
    [{ id: 'x', error: { message: '', type: '' } }],
  ])('is none where it says nothing of a failure: %j', async (said) => {
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(said));
    const answer = await relay.chat();
    expect([answer.status, errorOf(answer).code]).toEqual([502, 'bad_response']);
  });

  it('is one beside a list of choices that has none', async () => {
    const said = { choices: [], error: { message: 'no such thing', code: 404 } };
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(said));
    expect((await relay.chat()).status).toBe(404);
    relay.upstream.play = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event(said) + DONE);
    expect((await relay.chat({ stream: true })).status).toBe(404);
    expect(relay.cashier.charges).toEqual([]);
  });

  it('is not looked for in what cannot be unpacked', async () => {
    relay.upstream.play = (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'x' })
        .end(JSON.stringify({ message: 'no such thing', deep: 'x' }));
    const answer = await relay.chat();
    expect([answer.status, errorOf(answer).code]).toEqual([502, 'bad_response']);
  });
});

describe('a stream that tells an error', () => {
  it.each([
    ['beside its choices', { choices: [{ index: 0, delta: {}, finish_reason: null }], error: { message: 'gone' } }],
    ['as a text', { error: 'gone' }],
  ])('%s has it in each protocol, and no end', async (_where, said) => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(chunk('one') + event(said) + DONE);
    };
    const contents = JSON.stringify({ contents: [{ parts: [{ text: 'one two' }] }] });
    for (const [answer, end] of [
      [await relay.chat({ stream: true }), '[DONE]'],
      [await messages(true), 'message_stop'],
      [
        await relay.call({ path: '/v1beta/models/gpt-4o:streamGenerateContent?alt=sse', body: contents }),
        'finishReason',
      ],
      [
        await relay.call({
          path: '/v1/responses',
          body: JSON.stringify({ model: 'gpt-4o', input: 'one two', stream: true }),
        }),
        'response.completed',
      ],
    ] as const) {
      expect(answer.text).toMatch(/"error".*gone|"gone"/u);
      expect([answer.whole, answer.text.includes(end)]).toEqual([false, false]);
    }
    // A chat's chunk is no part of a response.
    expect(relay.cashier.charges).toHaveLength(3);
  });

  it.each([
    [
      'a chat whose first piece says whose it is',
      1,
      event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
    ],
    [
      'a message that has begun',
      14,
      `event: message_start\n${event({ type: 'message_start', message: { usage: { input_tokens: 9 } } })}`,
    ],
  ])('before anything was said costs nothing: %s', async (_what, type, beginning) => {
    relay.view.channels = [channelView({ id: 1, type, baseUrl: relay.upstream.url, key: KEY })];
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(beginning + event({ type: 'error', error: { type: 'overloaded_error', message: 'gone' } }));
    };
    for (const answer of [await relay.chat({ stream: true }), await messages(true)]) {
      expect(answer.text).toContain('gone');
      expect(answer.whole).toBe(false);
    }
    expect(relay.cashier.charges).toEqual([]);
    expect(relay.cashier.failures).toHaveLength(2);
  });

  it.each([
    ['something was said', chunk('one')],
    ['a piece without a word has gone to its caller', event({ id: '', choices: [], prompt_filter_results: [] })],
  ])('is not asked of another channel once %s', async (_when, beginning) => {
    await relay.close();
    const breakers = new Breakers();
    relay = await RelayFixture.open({ breakers });
    relay.view.setOptions({ RetryTimes: 2 });
    const other = await FakeUpstream.open();
    others.push(other);
    relay.view.channels = [
      channelView({ id: 1, baseUrl: relay.upstream.url, priority: 2 }),
      channelView({ id: 2, baseUrl: other.url, priority: 1 }),
    ];
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(beginning);
      setTimeout(() => response.end(event({ error: { message: 'gone', type: 'server_error' } })), 20);
    };
    const answer = await relay.chat({ stream: true });
    expect(answer.text).toContain('gone');
    expect([answer.whole, other.received.length]).toEqual([false, 0]);
    expect(breakers.goodSinceMs(channelId(2))).toBe(-Infinity);
  });

  it("does not count against its channel where it is of the caller's making, and its words stand at the attempt", async () => {
    relay.view.channels = [
      channelView({ id: 1, baseUrl: relay.upstream.url, priority: 2 }),
      channelView({ id: 2, baseUrl: relay.upstream.url, priority: 1 }),
    ];
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(chunk('one') + event({ error: { message: 'too rude', code: 'content_filter' } }) + DONE);
    };
    for (let at = 0; at < 6; at += 1) await relay.chat({ stream: true });
    expect(relay.cashier.charges.map(({ channelId }) => channelId)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('has no end mark, though its upstream sends one', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(chunk('one') + event({ error: { message: 'gone', type: 'rate_limit_error' } }) + DONE);
    };
    const answer = await relay.chat({ stream: true });
    expect([answer.whole, answer.text.includes('[DONE]'), answer.text.split('gone').length]).toEqual([false, false, 2]);
    const told = await messages(true);
    expect([told.whole, told.text.includes('message_stop')]).toEqual([false, false]);
    expect(told.text).toContain('"error":{"type":"rate_limit_error","message":"gone"}');
    expect(relay.cashier.charges).toHaveLength(2);
  });

  it('has it with its status in a stream of Gemini', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(chunk('one') + event({ error: { message: 'gone', code: 503 } }));
    };
    const { text } = await relay.call({
      path: '/v1beta/models/gpt-4o:streamGenerateContent?alt=sse',
      body: JSON.stringify({ contents: [{ parts: [{ text: 'one two' }] }] }),
    });
    expect(text).toContain('{"error":{"code":503,"message":"gone","status":"UNAVAILABLE"}}');
  });
});
