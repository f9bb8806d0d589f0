import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, completion, DONE, errorText, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { type Answer, type Call, RelayFixture } from '../testing/relay-fixture.ts';

const CLAUDE = 'claude-3-7-sonnet-20250219';
const MOONSHOT = 'moonshot-v1-8k';
const USAGE =
  '{"input_tokens":10, "input_tokens_details":{"cached_tokens":4},"output_tokens":5,"output_tokens_details":{"reasoning_tokens":2},"total_tokens":15}';
/** Odd spelling on purpose: it must reach the caller as it is. */
const RESPONSE =
  '{"id":"resp_1", "object":"response","status":"completed","model":"gpt-4o","x":1.0,' +
  `"output":[{"type":"message","content":[{"type":"output_text","text":"Hello"}]}],"usage":${USAGE}}`;
const BEGINNING = [
  'event: response.created\ndata: {"type":"response.created", "sequence_number":0,"response":{"id":"resp_1","status":"in_progress"}}\n\n',
  'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":1,"delta":"Hel"}\n\n',
  'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":2,"delta":"lo"}\n\n',
].join('');
const END = `event: response.completed\ndata: {"type":"response.completed","sequence_number":3,"response":${RESPONSE}}\n\n`;

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  const { url } = relay.upstream;
  relay.view.channels = [
    channelView({ id: 1, baseUrl: url, models: ['gpt-4o', 'both'], priority: 0 }),
    channelView({ id: 2, type: 14, baseUrl: url, models: [CLAUDE, 'both'], priority: 1 }),
    channelView({ id: 3, type: 25, baseUrl: url, models: [MOONSHOT] }),
  ];
  relay.upstream.play = (response) => sendJson(response, RESPONSE);
});
afterEach(() => closeSettled(relay));

const post = (fields: object | string, call: Call = {}): Promise<Answer> =>
  relay.call({
    path: '/v1/responses',
    body: typeof fields === 'string' ? fields : JSON.stringify({ model: 'gpt-4o', input: 'one two', ...fields }),
    ...call,
  });
const stream = (events: string): void => {
  relay.upstream.play = (response) => {
    beginStream(response);
    response.end(events);
  };
};

type Told = Record<string, unknown> & { readonly type: string };
const eventsIn = (text: string): Told[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Told);

describe('responses by a channel that has them', () => {
  it('pass byte for byte, with the header that says what they mean', async () => {
    const body = '{"model":"gpt-4o", "input":"\\u00e4","previous_response_id":"resp_0","store":true,"new":1.0}';
    const answer = await post(body, { headers: { 'openai-beta': 'a=b' } });
    expect(answer.text).toBe(RESPONSE);
    const [sent] = relay.upstream.received;
    expect([sent?.path, sent?.text, sent?.headers['openai-beta']]).toEqual(['/v1/responses', body, 'a=b']);
    expect(sent?.headers['authorization']).toBe('Bearer sk-upstream-1');
    expect(relay.cashier.charges[0]).toMatchObject({
      modelAsked: 'gpt-4o',
      usage: { source: 'provider', prompt: 10, completion: 5, parts: { cachedRead: 4, reasoning: 2 } },
    });
  });

  it('stream byte for byte, and end when the charge is durable', async () => {
    stream(`${BEGINNING}${END}`);
    let recorded = (): void => {};
    relay.cashier.recording = () => new Promise((resolve) => (recorded = resolve));
    let seen = '';
    const answer = post({ stream: true }, { onText: (text) => (seen = text) });
    await relay.until(() => seen === BEGINNING);
    expect(relay.cashier.charges).toHaveLength(0);
    recorded();
    expect((await answer).text).toBe(`${BEGINNING}${END}`);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'provider', prompt: 10, completion: 5 });
  });

  it('have an error with the next number and never an end where their stream broke off, and cost what came', async () => {
    stream(BEGINNING);
    const answer = await post({ stream: true });
    expect(eventsIn(answer.text).at(-1)).toMatchObject({
      type: 'error',
      sequence_number: 3,
      message: expect.stringMatching(/broke off/),
    });
    expect(answer.text).not.toMatch(/response\.(completed|incomplete)/);
    expect(relay.cashier.charges[0]).toMatchObject({ usage: { source: 'counted' } });
    expect(relay.cashier.charges[0]?.usage.completion).toBeGreaterThan(0);
  });

  it('cost nothing where they fail, told with status 200 or not', async () => {
    const failed = { ...JSON.parse(RESPONSE), status: 'failed', output: [], usage: null } as object;
    const error = { code: 'server_error', message: 'it failed' };
    relay.upstream.play = (response) => sendJson(response, JSON.stringify({ ...failed, error }));
    expectRefused(await post({}), 500, { code: 'server_error' });
    stream('event: error\ndata: {"type":"error","code":"rate_limit_exceeded","message":"slow down","param":null}\n\n');
    expectRefused(await post({ stream: true }), 429);
    relay.upstream.play = (response) => sendJson(response, errorText({ message: 'bad' }), 400);
    expectRefused(await post({}), 400, { type: 'fake' });
    expect(relay.cashier.charges).toHaveLength(0);
  });

  it('are a stream for who asked for one and whose upstream answered whole', async () => {
    const events = eventsIn((await post({ stream: true })).text);
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });

  it('say what they cost to who asks, at their end', async () => {
    const headers = { 'x-ledgate-cost': '1' };
    expect(JSON.parse((await post({}, { headers })).text)).toMatchObject({
      usage: { input_tokens: 10, cost: { units: 38 } },
    });
    stream(`${BEGINNING}${END}`);
    expect(eventsIn((await post({ stream: true }, { headers })).text).at(-1)).toMatchObject({
      response: { id: 'resp_1', usage: { output_tokens: 5, cost: { units: 38 } } },
    });
  });

  it('sell a search where it has a price, for as many as were made', async () => {
    const tools = [{ type: 'web_search' }];
    expectRefused(await post({ tools }), 400, { param: 'tools[0].type' });
    expect(relay.upstream.received).toHaveLength(0);
    relay.view.book = {
      ...defaultPriceBook(),
      prices: { 'gpt-4o': { input: '1', output: '1', search: '0.01' } },
    };
    const searched = JSON.parse(RESPONSE) as { output: object[] };
    searched.output.unshift(
      { type: 'web_search_call', status: 'completed', action: { type: 'search' } },
      { type: 'web_search_call', status: 'completed', action: { type: 'open_page' } },
      { type: 'web_search_call', status: 'failed', action: { type: 'search' } },
    );
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(searched));
    expect((await post({ tools, max_output_tokens: 100 })).status).toBe(200);
    const [charge] = relay.cashier.charges;
    expect(charge).toMatchObject({ usage: { measured: { searches: 1 } } });
    expect(charge?.amount).toBeGreaterThanOrEqual(5_000);
    expect(relay.cashier.requests.at(-1)?.amount).toBeGreaterThanOrEqual(50_000);
  });
});

describe('responses by a channel that has chats alone', () => {
  it('are chats on the way up and responses on the way back', async () => {
    relay.upstream.play = (response) => sendJson(response, completion());
    const answer = await post({ model: MOONSHOT, instructions: 'Be brief.', max_output_tokens: 50 });
    const [sent] = relay.upstream.received;
    expect([sent?.path, JSON.parse(sent?.text ?? '')]).toEqual([
      '/v1/chat/completions',
      {
        model: MOONSHOT,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'one two' },
        ],
        max_tokens: 50,
      },
    ]);
    const charged = relay.cashier.charges[0]?.usage;
    expect(JSON.parse(answer.text)).toMatchObject({
      object: 'response',
      status: 'completed',
      output: [{ type: 'message' }],
      usage: { input_tokens: charged?.prompt, output_tokens: charged?.completion },
    });
  });

  it('stream with their usage at the end, and without an end where the upstream broke off', async () => {
    stream(`${chunk('Hel')}${chunk('lo')}${usageChunk()}${DONE}`);
    const events = eventsIn((await post({ model: MOONSHOT, stream: true })).text);
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    const { usage } = relay.cashier.charges[0] ?? {};
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { output: [{ content: [{ text: 'Hello' }] }], usage: { input_tokens: usage?.prompt } },
    });
    stream(chunk('Hel'));
    const broken = eventsIn((await post({ model: MOONSHOT, stream: true })).text);
    expect(broken.at(-1)).toMatchObject({ type: 'error', sequence_number: broken.length - 1 });
    expect(broken.some(({ type }) => type === 'response.completed')).toBe(false);
  });

  it.each([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'conv_1' }],
    ['store', { store: true }],
    ['background', { background: true }],
    ['tools[0].type', { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }],
  ])('are refused where they have %s, and nothing goes up', async (param, fields) => {
    expectRefused(await post({ model: CLAUDE, ...fields }), 400, { param });
    expect(relay.upstream.received).toHaveLength(0);
  });

  it('pass these channels by where another can', async () => {
    const answer = await post({ model: 'both', previous_response_id: 'resp_1' });
    expect(answer.text).toBe(RESPONSE);
    expect(relay.upstream.received.map(({ path }) => path)).toEqual(['/v1/responses']);
  });
});

describe('a conversation that is to be made shorter', () => {
  const compact = (fields: object): Promise<Answer> => post(fields, { path: '/v1/responses/compact' });

  it('passes byte for byte, and is charged as a response is', async () => {
    const compaction = `{"id":"resp_1", "object":"response.compaction","output":[{"type":"compaction"}],"usage":${USAGE}}`;
    relay.upstream.play = (response) => sendJson(response, compaction);
    expect((await compact({ instructions: 'Be brief.' })).text).toBe(compaction);
    expect(relay.upstream.received.map(({ path }) => path)).toEqual(['/v1/responses/compact']);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'provider', prompt: 10, completion: 5 });
  });

  it('is refused as a stream, and by channels that have chats alone', async () => {
    expectRefused(await compact({ stream: true }), 400, { param: 'stream' });
    expectRefused(await compact({ model: CLAUDE }), 400, { message: expect.stringMatching(/Responses/) });
    expect(relay.upstream.received).toHaveLength(0);
  });
});

describe('responses', () => {
  it('with a forbidden word are refused, wherever it stands in their input', async () => {
    relay.view.options = { ...relay.view.options, CheckSensitiveEnabled: true, SensitiveWords: ['verboten'] };
    const result = [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'VERBOTEN' }] }];
    for (const fields of [{ input: 'verboten' }, { instructions: 'Verboten' }, { input: result }])
      expectRefused(await post(fields), 400, { code: 'sensitive_words_detected', param: Object.keys(fields)[0] });
  });

  it.each([
    ['GET', '/v1/responses/resp_1'],
    ['GET', '/v1/responses/resp_1/input_items'],
    ['DELETE', '/v1/responses/resp_1'],
    ['POST', '/v1/responses/resp_1/cancel'],
  ])('are not stored: %s %s', async (method, path) => {
    const body = method === 'POST' ? '{}' : undefined;
    expectRefused(await relay.call({ method, path, body }), 404, {
      message: expect.stringMatching(/not stored/),
      code: 'not_stored',
    });
    expect((await relay.call({ method, path, body, key: 'wrong' })).status).toBe(401);
  });
});
