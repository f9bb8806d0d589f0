import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { beginStream, errorText, event, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import OpenAI from 'openai';

const CLAUDE = 'claude-3-7-sonnet-20250219';
const INPUT = { place: 'Rome "Città"' };
const TOOL = {
  type: 'function' as const,
  name: 'get_weather',
  strict: false,
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
};

/** What every upstream says: a thought, a text, a call of a tool. */
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: CLAUDE,
  content: [
    { type: 'thinking', thinking: 'Where is it?', signature: 'c2ln' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 'call_1', name: TOOL.name, input: INPUT },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 5 },
};
const OUTPUT = [
  { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Where is it?' }] },
  {
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
  },
  {
    id: 'fc_1',
    type: 'function_call',
    status: 'completed',
    call_id: 'call_1',
    name: TOOL.name,
    arguments: JSON.stringify(INPUT),
  },
];
const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'gpt-4o',
  output: OUTPUT,
  usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 3 }, output_tokens: 5, total_tokens: 15 },
};

type Data = { type: string } & Record<string, unknown>;
const named = (data: Data): string => `event: ${data.type}\n${event(data)}`;
const block = (index: number, content_block: object, ...deltas: object[]): string =>
  [
    named({ type: 'content_block_start', index, content_block }),
    ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
    named({ type: 'content_block_stop', index }),
  ].join('');
const json = JSON.stringify(INPUT);
const MESSAGE_EVENTS = [
  named({ type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } }),
  block(0, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'Where is it?' }),
  block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'I ' }, { type: 'text_delta', text: 'look.' }),
  block(
    2,
    { type: 'tool_use', id: 'call_1', name: TOOL.name, input: {} },
    { type: 'input_json_delta', partial_json: json.slice(0, 9) },
    { type: 'input_json_delta', partial_json: json.slice(9) },
  ),
  named({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
  named({ type: 'message_stop' }),
];
const RESPONSE_EVENTS = [
  { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', output_index: 0, item: { ...OUTPUT[0], summary: [] } },
  { type: 'response.output_item.done', output_index: 0, item: OUTPUT[0] },
  { type: 'response.output_item.added', output_index: 1, item: { ...OUTPUT[1], content: [] } },
  {
    type: 'response.content_part.added',
    item_id: 'msg_1',
    output_index: 1,
    content_index: 0,
    part: { type: 'output_text', text: '', annotations: [] },
  },
  { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: 'I ' },
  { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: 'look.' },
  { type: 'response.output_item.done', output_index: 1, item: OUTPUT[1] },
  { type: 'response.output_item.added', output_index: 2, item: { ...OUTPUT[2], arguments: '' } },
  { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 2, delta: json },
  { type: 'response.output_item.done', output_index: 2, item: OUTPUT[2] },
  { type: 'response.completed', response: RESPONSE },
].map((data, sequence_number) => named({ ...data, sequence_number }));

let relay: RelayFixture;
let breakAfter = Infinity;
beforeEach(async () => {
  breakAfter = Infinity;
  relay = await RelayFixture.open();
  relay.view.channels = [
    channelView({ id: 1, baseUrl: relay.upstream.url }),
    channelView({ id: 2, type: channelTypeNamed('anthropic').code, models: [CLAUDE], baseUrl: relay.upstream.url }),
  ];
  relay.upstream.play = (response, { path, text }) => {
    const isNative = path === '/v1/responses';
    if ((JSON.parse(text) as { stream?: boolean }).stream !== true)
      return sendJson(response, JSON.stringify(isNative ? RESPONSE : MESSAGE));
    beginStream(response);
    response.end((isNative ? RESPONSE_EVENTS : MESSAGE_EVENTS).slice(0, breakAfter).join(''));
  };
});
afterEach(() => closeSettled(relay));

const client = (apiKey = 'key'): OpenAI =>
  new OpenAI({ apiKey, baseURL: `http://127.0.0.1:${relay.port}/v1`, maxRetries: 0 });
const asking = (model: string) => ({ model, input: 'Weather in Rome?', tools: [TOOL], store: false });
const thrown = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);

describe.each([
  ['a channel that has them', 'gpt-4o'],
  ['a channel of Claude', CLAUDE],
])('the OpenAI SDK reads responses by %s', (_channel, model) => {
  it('whole', async () => {
    const { output, output_text: text, usage, status } = await client().responses.create(asking(model));
    expect([text, status]).toEqual(['I look.', 'completed']);
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call']);
    expect(output[2]).toMatchObject({ call_id: 'call_1', name: TOOL.name, arguments: json });
    expect(usage).toMatchObject({ input_tokens: 10, output_tokens: 5, input_tokens_details: { cached_tokens: 3 } });
  });

  it('streamed, as it gathers them', async () => {
    const stream = client().responses.stream(asking(model));
    const pieces: string[] = [];
    stream.on('response.output_text.delta', ({ delta }) => pieces.push(delta));
    const { output, output_text: text, usage } = await stream.finalResponse();
    expect([pieces, text]).toEqual([['I ', 'look.'], 'I look.']);
    expect(output[2]).toMatchObject({ call_id: 'call_1', arguments: json });
    expect(usage?.output_tokens).toBe(5);
  });

  it('throws where a stream broke off', async () => {
    breakAfter = 4;
    const read = async (): Promise<void> => {
      for await (const _ of await client().responses.create({ ...asking(model), stream: true }));
    };
    expect(await thrown(read())).toBeInstanceOf(OpenAI.APIError);
  });

  it('throws errors as they are', async () => {
    relay.upstream.play = (response) => sendJson(response, errorText({ message: 'too much' }), 400);
    expect(await thrown(client().responses.create(asking(model)))).toBeInstanceOf(OpenAI.BadRequestError);
    expect(await thrown(client('wrong').responses.create(asking(model)))).toBeInstanceOf(OpenAI.AuthenticationError);
  });

  it('hears that nothing is stored', async () => {
    const { id } = await client().responses.create(asking(model));
    expect(await thrown(client().responses.retrieve(id))).toBeInstanceOf(OpenAI.NotFoundError);
    expect(await thrown(client().responses.delete(id))).toBeInstanceOf(OpenAI.NotFoundError);
    expect(await thrown(client().responses.cancel(id))).toBeInstanceOf(OpenAI.NotFoundError);
  });
});
