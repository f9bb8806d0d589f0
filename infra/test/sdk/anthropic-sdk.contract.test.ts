import Anthropic from '@anthropic-ai/sdk';
import AnthropicOfKeys from 'anthropic-sdk-0';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { channelView, tokenView } from '@ledgate/relay/testing/fake-relay-view';
import { beginStream, DONE, errorText, event, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';

const CLAUDE = 'claude-3-7-sonnet-20250219';
const TOOL = {
  name: 'get_weather',
  description: 'The weather of a place',
  input_schema: { type: 'object' as const, properties: { place: { type: 'string' } }, required: ['place'] },
};
const INPUT = { place: 'Rome "Città"' };

/** What every upstream says: a thought, a text, a call of a tool. */
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: CLAUDE,
  content: [
    { type: 'thinking', thinking: 'Where is it?', signature: 'c2ln' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 'toolu_1', name: TOOL.name, input: INPUT },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 10, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 5 },
};
const CALL = { id: 'toolu_1', type: 'function', function: { name: TOOL.name, arguments: JSON.stringify(INPUT) } };
const COMPLETION = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'I look.', reasoning_content: 'Where is it?', tool_calls: [CALL] },
      finish_reason: 'tool_calls',
    },
  ],
  usage: { prompt_tokens: 15, completion_tokens: 5, total_tokens: 20, prompt_tokens_details: { cached_tokens: 3 } },
};

const named = (data: { type: string } & Record<string, unknown>): string => `event: ${data.type}\n${event(data)}`;
const block = (index: number, content_block: object, ...deltas: object[]): string =>
  [
    named({ type: 'content_block_start', index, content_block }),
    ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
    named({ type: 'content_block_stop', index }),
  ].join('');
const EVENTS = [
  named({ type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } }),
  block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'Where is it?' },
    { type: 'signature_delta', signature: 'c2ln' },
  ),
  named({ type: 'ping' }),
  block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'I ' }, { type: 'text_delta', text: 'look.' }),
  block(
    2,
    { type: 'tool_use', id: 'toolu_1', name: TOOL.name, input: {} },
    { type: 'input_json_delta', partial_json: '{"place":' },
    { type: 'input_json_delta', partial_json: JSON.stringify(INPUT).slice(9) },
  ),
  named({
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 5 },
  }),
];
const STOP = named({ type: 'message_stop' });

const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({ ...COMPLETION, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], usage: null });
const CHUNKS = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'Where is it?' }),
  chunk({ content: 'I ' }),
  chunk({ content: 'look.' }),
  chunk({ tool_calls: [{ index: 0, ...CALL }] }),
  chunk({}, 'tool_calls'),
  event({ ...COMPLETION, object: 'chat.completion.chunk', choices: [] }),
];

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.push(
    channelView({ id: 2, type: channelTypeNamed('anthropic').code, models: [CLAUDE], baseUrl: relay.upstream.url }),
  );
  relay.upstream.play = (response, { path, text }) => {
    const isAnthropic = path === '/v1/messages';
    if ((JSON.parse(text) as { stream?: boolean }).stream !== true)
      return sendJson(response, JSON.stringify(isAnthropic ? MESSAGE : COMPLETION));
    beginStream(response);
    response.end((isAnthropic ? [...EVENTS, STOP] : [...CHUNKS, DONE]).join(''));
  };
});
afterEach(() => closeSettled(relay));

const client = (apiKey = 'key'): Anthropic =>
  new Anthropic({ apiKey, baseURL: `http://127.0.0.1:${relay.port}`, maxRetries: 0 });
const asking = (model: string) => ({
  model,
  max_tokens: 2_000,
  messages: [{ role: 'user' as const, content: 'Weather in Rome?' }],
  tools: [TOOL],
  thinking: { type: 'enabled' as const, budget_tokens: 1_024 },
});
const ask = (apiKey?: string, model = CLAUDE) => client(apiKey).messages.create(asking(model));
const thrown = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);

describe.each([
  ['a channel that speaks the same', CLAUDE, 'c2ln', [10, 2, 3]],
  ['an OpenAI channel', 'gpt-4o', '', [12, 0, 3]],
] as const)("Anthropic's SDK by %s", (_what, model, signature, [input, written, read]) => {
  const expectMessage = (message: Anthropic.Message): void => {
    expect(message.content).toEqual([
      { type: 'thinking', thinking: 'Where is it?', signature },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: TOOL.name, input: INPUT },
    ]);
    expect([message.type, message.role, message.model, message.stop_reason]).toEqual([
      'message',
      'assistant',
      model,
      'tool_use',
    ]);
    expect(message.usage).toMatchObject({
      input_tokens: input,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      output_tokens: 5,
    });
  };

  it('reads a whole message', async () => {
    expectMessage(await client().messages.create(asking(model)));
    expect(relay.cashier.charges[0]?.usage).toMatchObject({
      source: 'provider',
      prompt: 15,
      completion: 5,
      parts: { cachedRead: 3 },
    });
  });

  it('reads a stream, piece by piece and as a whole', async () => {
    const texts: string[] = [];
    const thoughts: string[] = [];
    const stream = client().messages.stream(asking(model));
    stream.on('text', (text) => texts.push(text)).on('thinking', (thought) => thoughts.push(thought));
    expectMessage(await stream.finalMessage());
    expect([texts, thoughts]).toEqual([['I ', 'look.'], ['Where is it?']]);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({
      source: 'provider',
      prompt: 15,
      completion: 5,
      parts: { cachedRead: 3 },
    });
  });

  it('goes on after the call of a tool', async () => {
    const { content } = await client().messages.create(asking(model));
    const result = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'sunny' };
    const messages = [
      ...asking(model).messages,
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: [result] },
    ];
    expectMessage(await client().messages.create({ ...asking(model), messages }));
    expect(relay.upstream.received[1]?.text).toContain('sunny');
  });

  it('counts tokens, which costs nothing', async () => {
    const { max_tokens: _, ...prompt } = asking(model);
    const { input_tokens: tokens } = await client().messages.countTokens(prompt);
    expect(tokens).toBeGreaterThan(5);
    expect([relay.upstream.received.length, relay.cashier.charges.length]).toEqual([0, 0]);
  });

  it('hears of a stream that breaks off', async () => {
    relay.upstream.play = (response, { path }) => {
      beginStream(response);
      response.write((path === '/v1/messages' ? EVENTS : CHUNKS).slice(0, 3).join(''), () => response.destroy());
    };
    const error = await thrown(client().messages.stream(asking(model)).finalMessage());
    expect(error).toBeInstanceOf(Anthropic.APIError);
    expect(String(error)).toMatch(/broke off/);
    await relay.settled();
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'counted' });
  });

  it.each([
    [400, Anthropic.BadRequestError, 'invalid_request_error'],
    [404, Anthropic.NotFoundError, 'not_found_error'],
    [429, Anthropic.RateLimitError, 'rate_limit_error'],
    [500, Anthropic.InternalServerError, 'api_error'],
    [529, Anthropic.InternalServerError, 'overloaded_error'],
  ] as const)('raises its own error when the upstream fails with %d', async (status, kind, type) => {
    relay.upstream.play = (response) => sendJson(response, errorText({ message: 'on holiday', type }), status);
    const error = await thrown(client().messages.create(asking(model)));
    expect(error).toBeInstanceOf(kind);
    expect(error instanceof Anthropic.APIError ? error.error : undefined).toMatchObject({
      type: 'error',
      error: { type, message: expect.stringMatching(status === 429 ? /saturated/ : /on holiday/) },
      request_id: 'id-1',
    });
  });
});

describe("Anthropic's SDK", () => {
  it('is served in the release that sends its key as x-api-key', async () => {
    const earlier = new AnthropicOfKeys({ apiKey: 'key', baseURL: `http://127.0.0.1:${relay.port}`, maxRetries: 0 });
    const { content, usage } = await earlier.messages.create(asking(CLAUDE));
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use']);
    expect(usage.output_tokens).toBe(5);
    const { content: streamed } = await earlier.messages.stream(asking('gpt-4o')).finalMessage();
    expect(streamed.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use']);
    const wrong = new AnthropicOfKeys({ apiKey: 'no', baseURL: `http://127.0.0.1:${relay.port}`, maxRetries: 0 });
    await expect(wrong.messages.create(asking(CLAUDE))).rejects.toThrow(AnthropicOfKeys.AuthenticationError);
  });

  it('raises its own error for a wrong key', async () => {
    await expect(ask('unknown')).rejects.toThrow(Anthropic.AuthenticationError);
  });

  it('raises its own error for who may not call, and for want of quota', async () => {
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 10 };
    await expect(ask()).rejects.toThrow(Anthropic.PermissionDeniedError);
    relay.view.tokens.set('key', tokenView({ user: { status: 2 } }));
    await expect(ask()).rejects.toThrow(Anthropic.PermissionDeniedError);
  });

  it('raises its own error for a body that makes no sense, and for what only other channels can do', async () => {
    const wrong = { ...asking(CLAUDE), messages: 'none' } as never;
    await expect(client().messages.create(wrong)).rejects.toThrow(Anthropic.BadRequestError);
    await expect(client().messages.countTokens(wrong)).rejects.toThrow(Anthropic.BadRequestError);
    const editor = { type: 'text_editor_20250124' as const, name: 'str_replace_editor' as const };
    const error = await thrown(client().messages.create({ ...asking('gpt-4o'), tools: [editor] }));
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expect(String(error)).toMatch(/tools\.0\.type/);
    expect(relay.upstream.received).toHaveLength(0);
  });

  it('raises its own error for a path that is not there', async () => {
    await expect(client().messages.batches.list()).rejects.toThrow(Anthropic.NotFoundError);
  });
});
