import { describe, expect, it } from '@jest/globals';
import type { AnswerStream } from '../../modes/answer.ts';
import { ZERO_USAGE } from '../../usage/usage.ts';
import { MessageStream } from './message-stream.ts';

/** Chunks as they have been cut out of an upstream's bytes: each push is of whole events. */
class Chunks implements AnswerStream {
  ended = false;
  readonly #isWhole: boolean;

  constructor(isWhole = true) {
    this.#isWhole = isWhole;
  }

  push(chunk: Buffer): Buffer | undefined {
    return chunk.length === 0 ? undefined : chunk;
  }
  flush(): Buffer | undefined {
    return Buffer.from(delta({ content: '!' }));
  }
  isWhole(): boolean {
    return this.#isWhole;
  }
  usage = () => CHARGED;
  produced = () => ({ texts: ['x'], fixedTokens: 0, soundTokens: 0 });
  takeCountable = () => 'y';
  ending = () => Buffer.from('data: [DONE]\n\n');
}

const CHARGED = { ...ZERO_USAGE, prompt: 20, completion: 7, parts: { cachedRead: 5 } };
const chunk = (choices: readonly object[], more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', model: 'gpt', choices, ...more })}\n\n`;
const delta = (members: object, finish_reason: string | null = null): string =>
  chunk([{ index: 0, delta: members, finish_reason }]);
const call = (index: number | undefined, id: string | undefined, name: string | undefined, args: string): object => ({
  index,
  id,
  function: { name, arguments: args },
});
const calls = (...made: object[]): string => delta({ tool_calls: made });

type Told = Record<string, unknown> & { type: string };
const eventsIn = (text: string): Told[] =>
  text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as Told);

function streamed(chunks: string, inner = new Chunks()): Told[] {
  const stream = new MessageStream(inner, 'asked');
  const passed = stream.push(Buffer.from(chunks))?.toString() ?? '';
  return eventsIn(`${passed}${stream.ending(CHARGED).toString()}`);
}
const blocksIn = (events: readonly Told[]): unknown[] =>
  events
    .filter(({ type }) => type.startsWith('content_block'))
    .map(({ type, index, content_block: block, delta: piece }) => [
      type.slice('content_block_'.length),
      index,
      block ?? piece,
    ]);

describe('chunks of a completion as events of a message', () => {
  it('begin, tell one block after the other, and end with what is charged', () => {
    const events = streamed(
      [
        delta({ role: 'assistant', content: '' }),
        delta({ reasoning_content: 'So' }),
        delta({ content: 'Hel' }),
        delta({ content: 'lo' }),
        calls(call(0, 'c:1', 'f', '')),
        calls(call(0, undefined, undefined, '{"a"')),
        calls(call(0, undefined, undefined, ':1}')),
        calls(call(1, 'c2', 'g', '{}')),
        delta({}, 'tool_calls'),
      ].join(''),
    );
    expect(events[0]).toEqual({
      type: 'message_start',
      message: {
        id: 'c1',
        type: 'message',
        role: 'assistant',
        model: 'gpt',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
      },
    });
    expect(blocksIn(events)).toEqual([
      ['start', 0, { type: 'thinking', thinking: '', signature: '' }],
      ['delta', 0, { type: 'thinking_delta', thinking: 'So' }],
      ['stop', 0, undefined],
      ['start', 1, { type: 'text', text: '' }],
      ['delta', 1, { type: 'text_delta', text: 'Hel' }],
      ['delta', 1, { type: 'text_delta', text: 'lo' }],
      ['stop', 1, undefined],
      ['start', 2, { type: 'tool_use', id: 'c_1', name: 'f', input: {} }],
      ['delta', 2, { type: 'input_json_delta', partial_json: '{"a"' }],
      ['delta', 2, { type: 'input_json_delta', partial_json: ':1}' }],
      ['stop', 2, undefined],
      ['start', 3, { type: 'tool_use', id: 'c2', name: 'g', input: {} }],
      ['delta', 3, { type: 'input_json_delta', partial_json: '{}' }],
      ['stop', 3, undefined],
    ]);
    expect(events.filter(({ type }) => type === 'ping')).toHaveLength(1);
    expect(events.slice(-2)).toEqual([
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { input_tokens: 15, cache_creation_input_tokens: 0, cache_read_input_tokens: 5, output_tokens: 7 },
      },
      { type: 'message_stop' },
    ]);
  });

  it('tell nothing before a choice comes, and no end before it is asked for', () => {
    const stream = new MessageStream(new Chunks(), 'asked');
    expect(stream.push(Buffer.from(chunk([], { id: '', model: '' })))).toBeUndefined();
    expect(stream.push(Buffer.alloc(0))).toBeUndefined();
    const passed = stream.push(Buffer.from(`${delta({ content: 'a' })}${delta({}, 'stop')}`))?.toString() ?? '';
    expect(eventsIn(passed).map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
    ]);
    expect(eventsIn(stream.flush()?.toString() ?? '')).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '!' } },
    ]);
  });

  it('are a message also where nothing came', () => {
    expect(streamed('').map(({ type }) => type)).toEqual(['message_start', 'message_delta', 'message_stop']);
  });

  it('tell calls apart that all have one number, and those whose pieces have ids of their own', () => {
    const two = streamed(`${calls(call(0, 'a', 'f', '{}'), call(0, 'b', 'g', '{"x":1}'))}`);
    expect(blocksIn(two).filter((block) => (block as unknown[])[0] === 'start')).toEqual([
      ['start', 0, { type: 'tool_use', id: 'a', name: 'f', input: {} }],
      ['start', 1, { type: 'tool_use', id: 'b', name: 'g', input: {} }],
    ]);
    const one = streamed(`${calls(call(undefined, 'a', 'f', '{'))}${calls(call(undefined, 'z', undefined, '}'))}`);
    expect(blocksIn(one)).toHaveLength(4);
  });

  it('break off where two calls mingle', () => {
    const inner = new Chunks();
    const stream = new MessageStream(inner, 'asked');
    stream.push(Buffer.from(calls(call(0, 'a', 'f', '{'), call(1, 'b', 'g', '{'), call(0, undefined, undefined, ''))));
    expect(stream.isWhole()).toBe(true);
    expect(stream.push(Buffer.from(calls(call(0, undefined, undefined, '}'))))).toBeUndefined();
    inner.ended = true;
    expect([stream.isWhole(), stream.ended]).toEqual([false, false]);
  });

  it('tell a comment as a ping, and an error as an error', () => {
    expect(streamed(`: hello\n\n${delta({ role: 'assistant' })}: hello\n\n`).map(({ type }) => type)).toEqual([
      'message_start',
      'ping',
      'message_delta',
      'message_stop',
    ]);
    const stream = new MessageStream(new Chunks(), 'asked');
    expect(stream.push(Buffer.from('data: {"error":{"message":"busy","type":"x"}}\n\n'))?.toString()).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"busy"}}\n\n',
    );
  });

  it('leave usage, texts to count and wholeness to the chunks', () => {
    const stream = new MessageStream(new Chunks(false), 'asked');
    expect([stream.usage(), stream.produced()?.texts, stream.takeCountable(), stream.isWhole()]).toEqual([
      CHARGED,
      ['x'],
      'y',
      false,
    ]);
  });
});
