import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { userId } from '@ledgate/domain/shared/ids';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView, tokenView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, completion, DONE, errorText, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { type Answer, type Call, RelayFixture } from '../testing/relay-fixture.ts';
import type { TokenCounter } from '../usage/token-counter.ts';

const CLAUDE = 'claude-3-7-sonnet-20250219';
/** Odd spelling on purpose: it must reach the caller as it is. */
const MESSAGE =
  '{"id":"msg_1", "type":"message","role":"assistant","model":"claude","content":[{"type":"text","text":"Hello"}],' +
  '"stop_reason":"end_turn","stop_sequence":null,"x":1.0,"usage":{"input_tokens":10,"cache_creation_input_tokens":2,' +
  '"cache_read_input_tokens":3,"output_tokens":5}}';
const EVENTS = [
  'event: message_start\ndata: {"type":"message_start", "message":{"id":"msg_1","usage":{"input_tokens":10,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}\n\n',
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}\n\n',
].join('');
const STOP = 'event: message_stop\ndata: {"type":"message_stop" }\n\n';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.push(channelView({ id: 2, type: 14, models: [CLAUDE], baseUrl: relay.upstream.url }));
  relay.upstream.play = (response) => sendJson(response, MESSAGE);
});
afterEach(() => closeSettled(relay));

const asked = (fields: object = {}): object => ({
  model: CLAUDE,
  max_tokens: 50,
  messages: [{ role: 'user', content: 'one two' }],
  ...fields,
});
const post = (body: object | string, call: Call = {}): Promise<Answer> =>
  relay.call({
    path: '/v1/messages',
    key: '',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...call,
    headers: { 'x-api-key': 'sk-key', ...call.headers },
  });
const stream = (events: string) => {
  relay.upstream.play = (response) => {
    beginStream(response);
    response.end(events);
  };
};
const typesIn = (text: string): string[] => [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type ?? '');

function expectRefused(answer: Answer, status: number, type: string, message: RegExp): void {
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({
    type: 'error',
    error: { type, message: expect.stringMatching(message) },
    request_id: expect.stringMatching(/^id-\d+$/),
  });
}

describe('messages by a channel that speaks them', () => {
  it('pass byte for byte, with the headers that say what they mean, and never with the key of their caller', async () => {
    const body = `{"model":"${CLAUDE}", "max_tokens":50,"messages":[{"role":"user","content":"\\u00e4"}],"new":1.0}`;
    const answer = await post(body, { headers: { 'anthropic-version': '2099-01-01', 'anthropic-beta': 'a,b' } });
    expect(answer.text).toBe(MESSAGE);
    const [sent] = relay.upstream.received;
    expect([sent?.path, sent?.text]).toEqual(['/v1/messages', body]);
    expect(sent?.headers).toMatchObject({
      'x-api-key': 'sk-upstream-2',
      'anthropic-version': '2099-01-01',
      'anthropic-beta': 'a,b',
    });
    expect(sent?.headers['authorization']).toBeUndefined();
    expect(relay.cashier.charges[0]).toMatchObject({
      modelAsked: CLAUDE,
      usage: { source: 'provider', prompt: 15, completion: 5, parts: { cachedRead: 3, cachedWrite: 2 } },
    });
  });

  it("have our id by the name that Anthropic's SDKs read, and never the upstream's", async () => {
    relay.upstream.play = (response) => {
      response.setHeader('request-id', 'req_upstream');
      sendJson(response, MESSAGE);
    };
    const whole = await post(asked());
    const refused = await post('no JSON');
    expect([whole, refused].map(({ headers }) => headers['request-id'])).toEqual([
      expect.stringMatching(/^id-\d+$/),
      expect.stringMatching(/^id-\d+$/),
    ]);
    expect(relay.cashier.charges[0]?.attempts).toMatchObject([{ upstreamRequestId: 'up-1' }]);
  });

  it('have a version where the caller gave none, and the name that the channel gives their model', async () => {
    relay.view.channels = [
      channelView({
        id: 2,
        type: 14,
        models: [CLAUDE],
        baseUrl: relay.upstream.url,
        modelMapping: new Map([[CLAUDE, 'claude-other']]),
      }),
    ];
    await post(asked());
    const [sent] = relay.upstream.received;
    expect(sent?.headers['anthropic-version']).toBe('2023-06-01');
    expect(JSON.parse(sent?.text ?? '')).toEqual(asked({ model: 'claude-other' }));
    expect(relay.cashier.charges[0]?.modelBilled).toBe('claude-other');
  });

  it('stream byte for byte, and end when the charge is durable', async () => {
    stream(`${EVENTS}${STOP}`);
    let recorded = (): void => {};
    relay.cashier.recording = () => new Promise((resolve) => (recorded = resolve));
    let seen = '';
    const answer = post(asked({ stream: true }), { onText: (text) => (seen = text) });
    await relay.until(() => seen === EVENTS);
    expect(relay.cashier.charges).toHaveLength(0);
    recorded();
    expect((await answer).text).toBe(`${EVENTS}${STOP}`);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'provider', prompt: 10, completion: 5 });
  });

  it('are charged the prompt that their stream has told before it broke off, and what was written until then', async () => {
    stream(
      EVENTS.slice(0, EVENTS.indexOf('event: content_block_stop')).replace(
        '"input_tokens":10',
        '"input_tokens":1000,"cache_read_input_tokens":500',
      ),
    );
    await post(asked({ stream: true }));
    expect(relay.cashier.charges[0]?.usage).toMatchObject({
      source: 'counted',
      prompt: 1_500,
      parts: { cachedRead: 500 },
    });
  });

  it.each([
    ['breaks off', (): void => stream(EVENTS.slice(0, EVENTS.indexOf('event: message_delta')))],
    [
      'cannot be charged',
      (): void => {
        stream(`${EVENTS}${STOP}`);
        relay.cashier.recordError = new Error('the disk is full');
      },
    ],
  ])('have an error event and no end where their stream %s', async (_what, arrange) => {
    arrange();
    const answer = await post(asked({ stream: true }));
    expect(typesIn(answer.text).at(-1)).toBe('error');
    expect(answer.text).not.toContain('message_stop');
    expect(answer.whole).toBe(false);
  });

  it('become a stream where the upstream answered without one', async () => {
    const answer = await post(asked({ stream: true }));
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(typesIn(answer.text)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it.each([['{"input_tokens":0,"output_tokens":0}'], [undefined]])(
    'tell what is charged where the upstream answered without a stream, and with the usage %s',
    async (usage) => {
      const { usage: _, ...told } = JSON.parse(MESSAGE) as { usage: unknown };
      const message = usage === undefined ? told : { ...told, usage: JSON.parse(usage) as unknown };
      relay.upstream.play = (response) => sendJson(response, JSON.stringify(message));
      const answer = await post(asked({ stream: true }));
      const charged = relay.cashier.charges[0]?.usage;
      expect(charged).toMatchObject({ source: 'counted', completion: 1 });
      expect(answer.text).toContain(
        `"usage":{"input_tokens":${charged?.prompt},"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1}`,
      );
      expect(typesIn(answer.text).at(-1)).toBe('message_stop');
    },
  );

  it.each([
    ['passes', () => post(asked({ stream: true }))],
    ['is converted', () => relay.chat({ model: CLAUDE, stream: true })],
  ])('are tried by another channel where a stream that %s begins with an error', async (_what, ask) => {
    relay.view.setOptions({ RetryTimes: 1 });
    relay.view.channels.push(
      channelView({ id: 3, type: 14, models: [CLAUDE], baseUrl: relay.upstream.url, priority: 1 }),
    );
    const overloaded = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n';
    const answers = [overloaded, `${EVENTS}${STOP}`];
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(answers.shift() ?? overloaded);
    };
    const answer = await ask();
    expect([answer.status, answer.whole]).toEqual([200, true]);
    expect(answer.text).toContain('Hello');
    expect(answer.text).not.toContain('busy');
    expect(relay.cashier.charges).toMatchObject([{ channelId: 2, attempts: [{ channelId: 3 }, { channelId: 2 }] }]);
    const refused = await ask();
    expect([refused.status, refused.text]).toEqual([529, expect.stringContaining('busy')]);
    expect(relay.cashier.charges).toHaveLength(1);
  });

  it.each([
    ['messages by a Claude channel', 14, () => post(asked({ stream: true }))],
    ['a chat by a Claude channel', 14, () => relay.chat({ model: CLAUDE, stream: true })],
    ['messages by another channel', 1, () => post(asked({ stream: true }))],
    ['a chat by another channel', 1, () => relay.chat({ model: CLAUDE, stream: true })],
  ])('have one error at the end of a stream that the upstream broke off with one: %s', async (_what, type, ask) => {
    relay.view.channels = [channelView({ id: 2, type, models: [CLAUDE], baseUrl: relay.upstream.url })];
    stream(
      type === 14
        ? `${EVENTS.slice(0, EVENTS.indexOf('event: message_delta'))}event: error\ndata: {"type":"error","error":{"type":"api_error","message":"busy"}}\n\n`
        : `${chunk('Hello')}data: ${errorText({ message: 'busy' })}\n\n`,
    );
    const answer = await ask();
    expect(answer.text.match(/"error":\{/g)).toHaveLength(1);
    expect(answer.text).toMatch(/busy[^]*\n\n$/);
    expect(answer.whole).toBe(false);
    expect(relay.cashier.charges).toHaveLength(1);
  });

  it('are tried by another channel after a 400, with the id that Anthropic gave the request', async () => {
    relay.view.setOptions({ RetryTimes: 1 });
    relay.view.channels.push(
      channelView({ id: 3, type: 14, models: [CLAUDE], baseUrl: relay.upstream.url, priority: 1 }),
    );
    let tried = 0;
    relay.upstream.play = (response) => {
      tried += 1;
      response.setHeader('request-id', `req_${tried}`);
      response.statusCode = tried === 1 ? 400 : 200;
      response.end(tried === 1 ? errorText({ message: 'your credit balance is too low' }) : MESSAGE);
    };
    expect((await post(asked())).text).toBe(MESSAGE);
    expect(relay.cashier.charges[0]?.attempts).toMatchObject([
      { channelId: 3, status: 400, upstreamRequestId: 'req_1' },
      { channelId: 2, status: 200, upstreamRequestId: 'req_2' },
    ]);
  });

  it('are reserved by all that goes up, also what another channel would not get', async () => {
    const examples = 'x'.repeat(100_000);
    const tools = [{ name: 'look', input_schema: { type: 'object' }, input_examples: [{ a: examples }] }];
    await post(asked({ tools }));
    const ratio = Number(relay.view.book.modelRatio[CLAUDE] ?? 30);
    expect(relay.cashier.requests[0]?.amount).toBeGreaterThanOrEqual(examples.length * ratio);
    expect(relay.cashier.started[0]?.().interrupted.prompt.usage.prompt).toBeGreaterThanOrEqual(examples.length / 4);
  });

  it('are reserved anew for a channel that gets them in another form', async () => {
    relay.view.setOptions({ RetryTimes: 1 });
    relay.view.channels.push(
      channelView({ id: 3, type: 1, models: [CLAUDE], baseUrl: relay.upstream.url, priority: -1 }),
    );
    relay.upstream.play = (response, { path }) =>
      sendJson(response, path === '/v1/messages' ? errorText({}) : completion(), path === '/v1/messages' ? 500 : 200);
    const tools = [{ name: 'look', input_schema: { type: 'object' }, input_examples: [{ a: 'x'.repeat(100_000) }] }];
    expect((await post(asked({ tools }))).status).toBe(200);
    expect(relay.cashier.renewals[0]).toBeLessThan(Number(relay.cashier.requests[0]?.amount) / 10);
  });

  it('are refused where they ask for what has no price', async () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    expectRefused(await post(asked({ tools })), 400, 'invalid_request_error', /^tools\.0\.type: /);
    expect(relay.upstream.received).toHaveLength(0);
  });
});

describe('a phrase that would disable a channel', () => {
  const PHRASE = 'operation not allowed';
  beforeEach(() => {
    relay.view.setOptions({ AutomaticDisableChannelEnabled: true });
    relay.upstream.play = (response) =>
      sendJson(response, errorText({ type: 'invalid_request_error', message: `${PHRASE}: Unexpected value` }), 400);
  });

  it.each([
    ["an unknown member's name", () => post(asked({ [PHRASE]: 1 }))],
    ['a header that goes up', () => post(asked(), { headers: { 'anthropic-beta': PHRASE } })],
    [
      "a chat's tool",
      () => {
        const parameters = { type: 'object', properties: { [PHRASE]: {} } };
        return relay.chat({ model: CLAUDE, tools: [{ type: 'function', function: { name: 'f', parameters } }] });
      },
    ],
  ])('does not where the upstream repeats it from %s', async (_what, ask) => {
    expect((await ask()).status).toBe(400);
    expect([relay.upstream.received.length, relay.view.disabled]).toEqual([1, []]);
  });

  it('does where the caller has not said it', async () => {
    await post(asked({ operation: 'not allowed' }));
    expect(relay.view.disabled).toEqual([2]);
  });
});

describe('messages by a channel that speaks the inner form', () => {
  const converted = (fields: object = {}): object => asked({ model: 'gpt-4o', ...fields });

  it('tell the usage that was counted where the upstream gave none', async () => {
    relay.upstream.play = (response) => sendJson(response, completion(null, 'Hello world'));
    const { usage } = JSON.parse((await post(converted())).text) as { usage: object };
    const charged = relay.cashier.charges[0]?.usage;
    expect(charged).toMatchObject({ source: 'counted', completion: 2 });
    expect(usage).toMatchObject({ input_tokens: charged?.prompt, output_tokens: 2 });
  });

  it('ask for the usage of a stream, and tell it at its end', async () => {
    stream(`${chunk('Hello')}${usageChunk()}${DONE}`);
    const answer = await post(converted({ stream: true }));
    expect(typesIn(answer.text)).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(answer.text).toContain('"input_tokens":10');
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toMatchObject({
      stream_options: { include_usage: true },
    });
  });

  it('are refused where only a channel of their own protocol could serve them, whatever else there is to try', async () => {
    relay.view.setOptions({ RetryTimes: 3 });
    const answer = await post(converted({ mcp_servers: [{ type: 'url', url: 'https://example.org' }] }));
    expectRefused(answer, 400, 'invalid_request_error', /^mcp_servers: /);
    expect([relay.upstream.received.length, relay.cashier.requests.length]).toEqual([0, 0]);
  });
});

describe('a request that some channels have no way to serve', () => {
  const ofType = (type: number, id: number, priority = 1) =>
    channelView({ id, type, models: [CLAUDE], baseUrl: relay.upstream.url, priority });

  it.each([
    ['a chat of several choices', 3, () => relay.chat({ model: CLAUDE, n: 2 })],
    ['a message with servers', 2, () => post(asked({ mcp_servers: [{ type: 'url', url: 'https://example.org' }] }))],
  ])('%s goes to one that has, without a retry', async (_, id, ask) => {
    const [wanted, other] = id === 2 ? [14, 1] : [1, 14];
    relay.view.channels = [
      ...Array.from({ length: 20 }, (__, at) => ofType(other, 10 + at)),
      { ...ofType(wanted, id, 0), setting: { unpriced: 'pass' } },
    ];
    relay.upstream.play = (response) => sendJson(response, id === 2 ? MESSAGE : completion());
    expect((await ask()).status).toBe(200);
    expect(relay.cashier.charges[0]).toMatchObject({ attempts: [{ channelId: id }] });
  });

  it('is told why an upstream failed, rather than what another cannot do', async () => {
    relay.view.channels = [ofType(1, 3, 2), ofType(14, 2)];
    relay.view.setOptions({ RetryTimes: 3 });
    relay.upstream.play = (response) => sendJson(response, errorText({}), 500);
    expect((await relay.chat({ model: CLAUDE, n: 2 })).status).toBe(500);
  });
});

describe('a chat by a Claude channel', () => {
  it('is a message on its way up, and a completion on its way back', async () => {
    const answer = await relay.chat({ model: CLAUDE });
    expect(JSON.parse(answer.text)).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { content: 'Hello' } }],
      usage: { prompt_tokens: 15, completion_tokens: 5 },
    });
    const [sent] = relay.upstream.received;
    expect([sent?.path, sent?.headers['anthropic-version']]).toEqual(['/v1/messages', '2023-06-01']);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ parts: { cachedRead: 3, cachedWrite: 2 } });
  });

  it('is refused where Claude cannot serve it', async () => {
    const answer = await relay.chat({ model: CLAUDE, n: 2 });
    expect([answer.status, (JSON.parse(answer.text) as { error: { param: string } }).error.param]).toEqual([400, 'n']);
    expect(relay.upstream.received).toHaveLength(0);
  });

  it("has an error of the stream in OpenAI's shape, without the channel's key", async () => {
    stream(
      `${EVENTS.slice(0, EVENTS.indexOf('event: message_delta'))}event: error\ndata: ` +
        '{"type":"error","error":{"type":"overloaded_error","message":"busy: sk-upstream-2"}}\n\n',
    );
    const answer = await relay.chat({ model: CLAUDE, stream: true });
    expect(answer.text).toContain('"type":"overloaded_error"');
    expect(answer.text).not.toMatch(/sk-upstream-2|\[DONE\]/);
  });
});

describe("a refusal in Anthropic's shape", () => {
  it.each([
    ['no key', 401, 'authentication_error', { headers: { 'x-api-key': '' } }],
    ['a wrong key', 401, 'authentication_error', { headers: { 'x-api-key': 'sk-other' } }],
    ['no JSON', 400, 'invalid_request_error', { body: '{' }],
    ['no model', 400, 'invalid_request_error', { body: '{"messages":[]}' }],
    ['a model that nobody serves', 503, 'api_error', { body: JSON.stringify(asked({ model: 'x' })) }],
    ['a member that stands twice', 400, 'invalid_request_error', { body: '{"model":"x","model":"gpt-4o"}' }],
    ['a body that is too large', 413, 'request_too_large', { body: 'x'.repeat(1024 * 1024 + 1) }],
    ['a path that is not there', 404, 'not_found_error', { path: '/v1/messages/batches' }],
  ] as const)('is given for %s', async (_what, status, type, call) => {
    expectRefused(await post(asked(), call), status, type, /./);
    expect(relay.upstream.received).toHaveLength(0);
  });

  it('names the member that stands twice or is misspelled', async () => {
    const twice = `{"model":"${CLAUDE}","max_tokens":1,"max_tokens":100000,"messages":[{"role":"user","content":"a"}]}`;
    expectRefused(await post(twice), 400, 'invalid_request_error', /^max_tokens: /);
    expectRefused(await post(asked({ Max_Tokens: 5 })), 400, 'invalid_request_error', /^Max_Tokens: .*max_tokens$/);
  });

  it('is given where there is no room for the body in its other form', async () => {
    const prompt = (path: string): object =>
      path === '/v1/messages'
        ? asked({ system: 'x'.repeat(100_000) })
        : { model: 'gpt-4o', messages: [{ role: 'user', content: 'x'.repeat(100_000) }] };
    await closeSettled(relay);
    relay = await RelayFixture.open({ bodies: { bodiesBytesMax: 400_000 } });
    relay.view.channels.push(channelView({ id: 2, type: 14, models: [CLAUDE], baseUrl: relay.upstream.url }));
    expectRefused(await post(prompt('/v1/messages')), 503, 'api_error', /too many large requests/);
    const path = '/v1/chat/completions';
    expect((await relay.call({ path, body: JSON.stringify(prompt(path)) })).status).toBe(200);
    const byClaude = await relay.call({ path, body: JSON.stringify({ ...prompt(path), model: CLAUDE }) });
    expect([byClaude.status, byClaude.text]).toEqual([503, expect.stringMatching(/too many large requests/)]);
    expect(relay.cashier.open).toBe(0);
  });
});

describe('count_tokens', () => {
  const count = (body: object, call: Call = {}): Promise<Answer> =>
    post(body, { path: '/v1/messages/count_tokens', ...call });

  it('counts system, messages and tools, and charges nothing', async () => {
    const messages = [{ role: 'user', content: 'one two' }];
    const tools = [{ name: 'look', description: 'Looks around.', input_schema: { type: 'object' } }];
    const counts: number[] = [];
    for (const body of [{ messages }, { messages, system: 'three four' }, { messages, system: 'three four', tools }]) {
      const { input_tokens: tokens } = JSON.parse((await count({ model: CLAUDE, ...body })).text) as {
        input_tokens: number;
      };
      counts.push(tokens);
    }
    // A word is a token here, the roles too; 3 for each message and for the answer's beginning, 8 for tools.
    expect(counts.slice(0, 2)).toEqual([9, 15]);
    expect(counts[2]).toBeGreaterThan(15 + 8);
    expect([relay.cashier.requests.length, relay.upstream.received.length]).toEqual([0, 0]);
  });

  describe('as it costs nothing', () => {
    const CHARACTERS_MAX = 1024 * 1024;
    const prompt = (characters: number, more: readonly object[] = []): object => ({
      model: CLAUDE,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'x'.repeat(characters) }, ...more] }],
    });
    const lanes: unknown[] = [];
    let release: () => void;

    beforeEach(async () => {
      await closeSettled(relay);
      lanes.length = 0;
      const released = new Promise<void>((resolve) => (release = resolve));
      const counter: TokenCounter = {
        count: async (_encoding, _texts, lane) => {
          lanes.push(lane);
          await released;
          return { tokens: 1, exact: true };
        },
      };
      relay = await RelayFixture.open({ bodyBytesMax: 8 * CHARACTERS_MAX, counter });
      relay.view.channels.push(channelView({ id: 2, type: 14, models: [CLAUDE], baseUrl: relay.upstream.url }));
    });
    afterEach(() => release());

    it('stands behind what is charged', async () => {
      release();
      await count(prompt(5));
      expect(lanes).toEqual(['free']);
    });

    it('counts no more than so many characters, however large the pictures beside them', async () => {
      release();
      expectRefused(await count(prompt(CHARACTERS_MAX)), 413, 'request_too_large', /at most 1048576 are counted/);
      const data = 'A'.repeat(2 * CHARACTERS_MAX);
      const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
      expect((await count(prompt(CHARACTERS_MAX / 2, [picture]))).status).toBe(200);
      expect(lanes).toHaveLength(1);
    });

    it('counts no more of one user at a time', async () => {
      const first = count(prompt(0.6 * CHARACTERS_MAX));
      await relay.until(() => lanes.length === 1);
      const second = await count(prompt(0.6 * CHARACTERS_MAX));
      expectRefused(second, 429, 'rate_limit_error', /at a time/);
      expect(second.headers['retry-after']).toBe('1');
      relay.view.tokens.set('other', tokenView({ user: { userId: userId(2) } }));
      const other = count(prompt(0.6 * CHARACTERS_MAX), { headers: { 'x-api-key': 'sk-other' } });
      await relay.until(() => lanes.length === 2);
      release();
      for (const answer of [await first, await other, await count(prompt(0.6 * CHARACTERS_MAX))])
        expect(answer.status).toBe(200);
    });

    it('counts what is long only for who has a balance', async () => {
      release();
      relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 1 };
      expect((await count(prompt(1_000))).status).toBe(200);
      expectRefused(await count(prompt(100_000)), 403, 'permission_error', /balance/);
      expect(lanes).toHaveLength(1);
    });
  });

  it('refuses who may not ask, and what makes no sense', async () => {
    expectRefused(await count(asked(), { headers: { 'x-api-key': 'x' } }), 401, 'authentication_error', /./);
    expectRefused(await count({ model: CLAUDE, messages: [] }), 400, 'invalid_request_error', /^messages: /);
    relay.view.tokens.set('key', tokenView({ models: new Set(['gpt-4o']) }));
    expectRefused(await count(asked()), 403, 'permission_error', /may not use/);
  });
});
