import { describe, expect, it } from '@jest/globals';
import { EventTooLarge } from '../../errors/event-too-large.ts';
import { RelayError } from '../../errors/relay-error.ts';
import type { AnswerStream, ReadAnswer } from '../../modes/answer.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { ZERO_USAGE } from '../../usage/usage.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { openAiResponses, parseResponses } from './openai-responses.ts';
import { ResponseStream } from './response-stream.ts';
import { responsesError } from './responses-error.ts';

/** Chunks as they have been cut out of an upstream's bytes: each push is of whole events. */
class Chunks implements AnswerStream {
  ended = false;
  hasToldError = false;
  push = (chunk: Buffer): Buffer => chunk;
  flush = (): Buffer => Buffer.from(delta({ content: '!' }));
  isWhole = () => true;
  usage = () => CHARGED;
  produced = () => ({ texts: ['x'], fixedTokens: 0, soundTokens: 0 });
  takeCountable = () => 'y';
  ending = () => Buffer.from('data: [DONE]\n\n');
}

const CHARGED = {
  ...ZERO_USAGE,
  prompt: 20,
  completion: 7,
  parts: { cachedRead: 4, cachedAudio: 1, cachedWrite: 2, cachedWrite1h: 1, reasoning: 3 },
};
const chunk = (choices: readonly object[], more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 9, model: 'gpt', choices, ...more })}\n\n`;
const delta = (members: object, finish_reason: string | null = null): string =>
  chunk([{ index: 0, delta: members, finish_reason }]);
const call = (index: number | undefined, id: string | undefined, name: string | undefined, args: string): object => ({
  index,
  id,
  function: { name, arguments: args },
});
const calls = (...made: object[]): string => delta({ tool_calls: made });

function request(fields: object = {}): ChatRequest {
  const json = parseJsonRequest(Buffer.from(JSON.stringify({ model: 'asked', input: 'hi', ...fields })), undefined);
  const parsed = json instanceof RelayError ? json : parseResponses(json, undefined);
  if (parsed instanceof RelayError) throw new Error(parsed.message);
  return parsed;
}

type Told = Record<string, unknown> & { type: string };
type Response = { readonly output: readonly Told[]; readonly status: string } & Record<string, unknown>;

function eventsIn(text: string): Told[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('event: '))
    .map((event) => {
      const [name, data = ''] = event.split('\n');
      const told = JSON.parse(data.slice('data: '.length)) as Told;
      expect(name).toBe(`event: ${told.type}`);
      return told;
    });
}
function streamed(chunks: string, asked = request(), inner = new Chunks()): Told[] {
  const stream = new ResponseStream(inner, asked);
  const passed = stream.push(Buffer.from(chunks))?.toString() ?? '';
  const events = eventsIn(`${passed}${stream.ending(CHARGED).toString()}`);
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
  return events;
}
const short = (events: readonly Told[]): unknown[] =>
  events.map(({ type, output_index: at, delta: piece }) => [
    type.slice('response.'.length),
    ...[at, piece].filter((one) => one !== undefined),
  ]);
const lastOf = (events: readonly Told[]): Response => events.at(-1)?.['response'] as Response;

describe('chunks of a completion as events of a response', () => {
  it('tell thoughts, a text and calls in their order, and at the end all of it with what is charged', () => {
    const events = streamed(
      [
        delta({ role: 'assistant', content: '' }),
        delta({ reasoning_content: 'So' }),
        delta({ content: 'Hel' }),
        delta({ content: 'lo' }),
        calls(call(0, 'c:1', 'f', '')),
        calls(call(0, undefined, undefined, '{"a"')),
        calls(call(0, undefined, undefined, ':1}')),
        calls(call(1, 'c2', 'g', '')),
        delta({}, 'tool_calls'),
      ].join(''),
      request({ instructions: 'Be kind.', tools: [{ type: 'function', name: 'f' }], metadata: { a: 'b' } }),
    );
    expect(short(events)).toEqual([
      ['created'],
      ['in_progress'],
      ['output_item.added', 0],
      ['reasoning_summary_part.added', 0],
      ['reasoning_summary_text.delta', 0, 'So'],
      ['reasoning_summary_text.done', 0],
      ['reasoning_summary_part.done', 0],
      ['output_item.done', 0],
      ['output_item.added', 1],
      ['content_part.added', 1],
      ['output_text.delta', 1, 'Hel'],
      ['output_text.delta', 1, 'lo'],
      ['output_text.done', 1],
      ['content_part.done', 1],
      ['output_item.done', 1],
      ['output_item.added', 2],
      ['function_call_arguments.delta', 2, '{"a"'],
      ['function_call_arguments.delta', 2, ':1}'],
      ['output_item.added', 3],
      ['function_call_arguments.done', 2],
      ['output_item.done', 2],
      ['function_call_arguments.delta', 3, '{}'],
      ['function_call_arguments.done', 3],
      ['output_item.done', 3],
      ['completed'],
    ]);
    expect(events[0]).toMatchObject({
      response: {
        id: 'resp_c1',
        object: 'response',
        created_at: 9,
        status: 'in_progress',
        model: 'gpt',
        output: [],
        usage: null,
        instructions: 'Be kind.',
        tools: [{ type: 'function', name: 'f' }],
        metadata: { a: 'b' },
        store: false,
      },
    });
    const { output, status, usage } = lastOf(events);
    expect(status).toBe('completed');
    expect(usage).toEqual({
      input_tokens: 20,
      input_tokens_details: { cached_tokens: 5, cache_write_tokens: 3 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 27,
    });
    expect(output).toMatchObject([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'So' }] },
      { type: 'message', status: 'completed', content: [{ type: 'output_text', text: 'Hello', annotations: [] }] },
      { type: 'function_call', call_id: 'c_1', name: 'f', arguments: '{"a":1}', status: 'completed' },
      { type: 'function_call', call_id: 'c2', name: 'g', arguments: '{}' },
    ]);
    expect(new Set(output.map(({ id }) => id)).size).toBe(4);
    const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
    expect(done).toEqual(output);
    const added = events.filter(({ type }) => type === 'response.output_item.added').map(({ item }) => item as Told);
    expect(added.map(({ id }) => id)).toEqual(output.map(({ id }) => id));
    expect(added[1]).toMatchObject({ status: 'in_progress', content: [] });
    expect(added[2]).toMatchObject({ status: 'in_progress', arguments: '' });
  });

  it('tell calls whose pieces come by turns, and those of servers that number each call 0', () => {
    const mingled = streamed(
      calls(call(0, 'a', 'f', '{')) + calls(call(1, 'b', 'g', '[')) + calls(call(0, undefined, undefined, '}')),
    );
    expect(lastOf(mingled).output.map(({ arguments: args }) => args)).toEqual(['{}', '[']);
    const unnumbered = streamed(calls(call(0, 'a', 'f', '{}')) + calls(call(0, 'b', 'g', '[]')));
    expect(lastOf(unnumbered).output.map(({ call_id: id, arguments: args }) => [id, args])).toEqual([
      ['a', '{}'],
      ['b', '[]'],
    ]);
    const nameless = streamed(calls(call(0, undefined, 'f', '{}')) + delta({ content: 'x' }));
    expect(lastOf(nameless).output.map(({ call_id: id }) => id)).toEqual(['call_resp_c1_0', undefined]);
  });

  it('tell what a custom tool gets when all of it has come', () => {
    const events = streamed(
      calls(call(0, 'a', 'patch', '{"inp')) + calls(call(0, undefined, undefined, 'ut":"*** x"}')),
      request({ tools: [{ type: 'custom', name: 'patch' }] }),
    );
    expect(short(events).slice(2, -1)).toEqual([
      ['output_item.added', 0],
      ['custom_tool_call_input.delta', 0, '*** x'],
      ['custom_tool_call_input.done', 0],
      ['output_item.done', 0],
    ]);
    expect(lastOf(events).output).toMatchObject([{ type: 'custom_tool_call', name: 'patch', input: '*** x' }]);
  });

  it.each([
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ])('end incomplete where the answer was cut: %s', (finish, reason) => {
    const events = streamed(delta({ content: 'Hel' }) + delta({}, finish));
    expect(events.at(-1)?.type).toBe('response.incomplete');
    expect(lastOf(events)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason },
      output: [{ status: 'incomplete' }],
    });
  });

  it('tell a refusal as one, and an answer of nothing as a response without output', () => {
    expect(lastOf(streamed(delta({ refusal: 'No.' }))).output).toMatchObject([
      { content: [{ type: 'refusal', refusal: 'No.' }] },
    ]);
    expect(lastOf(streamed('')).output).toEqual([]);
  });

  it('tell what is left at the end, comments as comments, and errors as events', () => {
    const stream = new ResponseStream(new Chunks(), request());
    expect(stream.push(Buffer.from(': alive\n\n'))).toBeUndefined();
    stream.push(Buffer.from(delta({ content: 'a' })));
    expect(stream.push(Buffer.from(': alive\n\n'))?.toString()).toBe(': alive\n\n');
    expect(stream.flush()?.toString()).toContain('"delta":"!"');
    const error = eventsIn(
      stream.push(Buffer.from('data: {"error":{"message":"no","code":"x"}}\n\n'))?.toString() ?? '',
    );
    expect(error).toMatchObject([{ type: 'error', code: 'x', message: 'no', error: { message: 'no' } }]);
    expect(stream.nextNumber).toBe((error[0]?.['sequence_number'] as number) + 1);
  });

  it('tell what it costs where that is asked for', () => {
    const stream = new ResponseStream(new Chunks(), request());
    const cost = { units: 7, usd: '0.000014', stream: null, revision: null, balance_at_most: null } as never;
    expect(lastOf(eventsIn(stream.ending(CHARGED, cost).toString()))['usage']).toMatchObject({ cost: { units: 7 } });
  });

  it('are no response where they are too much for its last event', () => {
    const stream = new ResponseStream(new Chunks(), request());
    const much = Buffer.from(delta({ content: 'x'.repeat(1024 * 1024) }));
    for (let count = 0; count < 4; count += 1) stream.push(much);
    expect(() => stream.push(much)).toThrow(EventTooLarge);
  });
});

describe('a completion as a response', () => {
  const whole = (message: object, asked = request(), finish = 'stop'): Response => {
    const completion = { id: 'c1', created: 9, model: 'gpt', choices: [{ message, finish_reason: finish }] };
    const read: ReadAnswer = {
      body: Buffer.from(JSON.stringify(completion)),
      usage: CHARGED,
      produced: () => ({ texts: [], fixedTokens: 0, soundTokens: 0 }),
    };
    const answer = openAiResponses.conversion?.answer(read, asked);
    return JSON.parse(String(answer?.body)) as Response;
  };
  const asChunks = (message: { readonly tool_calls?: readonly object[] }): string =>
    delta({ ...message, tool_calls: message.tool_calls?.map((one, index) => ({ index, ...one })) }, 'stop');

  it.each([
    { content: 'Hello' },
    {
      content: [
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
      ],
    },
    {
      reasoning_content: 'So',
      content: 'Hello',
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"a":1}' } }],
    },
    { content: null, function_call: { name: 'f', arguments: '' } },
    { refusal: 'No.' },
    {},
  ])('says what its chunks say: %j', (message) => {
    const { output, ...others } = whole(message);
    const { output: told, ...rest } = lastOf(streamed(asChunks(message as never)));
    expect([output, others]).toEqual([told, rest]);
  });

  it('has what a custom tool gets as it was written, where that is no argument', () => {
    const tools = [{ type: 'custom', name: 'patch' }];
    const called = (args: string) => ({ tool_calls: [{ id: 'a', function: { name: 'patch', arguments: args } }] });
    const inputs = ['{"input":"x"}', '*** x', '{"input":1}'].map(
      (args) => whole(called(args), request({ tools })).output[0]?.['input'],
    );
    expect(inputs).toEqual(['x', '*** x', '{"input":1}']);
  });

  it('does not repeat what is large of its request', () => {
    const { instructions, tools } = whole(
      {},
      request({ instructions: 'x'.repeat(300_000), tools: [{ type: 'function', name: 'f' }] }),
    );
    expect([instructions, tools]).toEqual([null, []]);
  });

  it('is the stream that was asked for, where an upstream answered whole', () => {
    const body = whole({
      reasoning_content: 'So',
      content: 'Hello',
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
    });
    const read = {
      body: Buffer.from(
        JSON.stringify({ ...body, usage: null, output: [...body.output, { type: 'new', id: 'n' }, null] }),
      ),
    };
    const bytes = openAiResponses.streamOf?.(
      { ...read, usage: undefined, produced: () => ({ texts: [], fixedTokens: 0, soundTokens: 0 }) },
      request(),
      CHARGED,
    );
    const events = eventsIn(String(bytes));
    expect(short(events).map((event) => (event as unknown[])[0])).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'output_item.added',
      'output_item.done',
      'completed',
    ]);
    expect(lastOf(events)['usage']).toMatchObject({ input_tokens: 20, output_tokens: 7 });
  });
});

describe('an error in a stream of events', () => {
  it('has the number that is its turn, and what SDKs throw', () => {
    const { status, body, lastEvent } = responsesError(RelayError.field('input', 'is bad'), 'id-1', 4);
    expect([status, JSON.parse(body)]).toMatchObject([
      400,
      { error: { param: 'input', message: 'input: is bad (request id: id-1)' } },
    ]);
    expect(eventsIn(lastEvent)).toEqual([
      {
        type: 'error',
        sequence_number: 4,
        code: 'invalid_text_request',
        message: 'input: is bad (request id: id-1)',
        param: 'input',
        error: (JSON.parse(body) as { error: object }).error,
      },
    ]);
  });
});
