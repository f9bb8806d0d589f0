import { describe, expect, it } from '@jest/globals';
import { KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import type { AnswerStream } from '../../modes/answer.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { MessagesStream } from './messages-stream.ts';
import { PassedMessagesStream } from './passed-messages-stream.ts';

const channel = channelView({ id: 1, type: 14, key: 'secret' });
const converting = (usageAsked = true): MessagesStream =>
  new MessagesStream({ usageAsked, model: 'asked', createdS: 7, channel });

const event = (type: string, members: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const started = (usage: object = { input_tokens: 5, cache_read_input_tokens: 3, output_tokens: 1 }): string =>
  event('message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], usage },
  });
const block = (index: number, content_block: object, deltas: readonly object[]): string =>
  [
    event('content_block_start', { index, content_block }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ].join('');
const text = (index: number, ...pieces: string[]): string =>
  block(
    index,
    { type: 'text', text: '' },
    pieces.map((piece) => ({ type: 'text_delta', text: piece })),
  );
const tool = (index: number, id: string, name: string, ...pieces: string[]): string =>
  block(
    index,
    { type: 'tool_use', id, name, input: {} },
    pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  );
const ended = (stop_reason = 'end_turn', usage: object | null = { output_tokens: 7 }): string =>
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
const STOP = event('message_stop');
const PING = event('ping');

const THOUGHT = block(0, { type: 'thinking', thinking: '', signature: '' }, [
  { type: 'thinking_delta', thinking: 'So ' },
  { type: 'thinking_delta', thinking: 'größer' },
  { type: 'signature_delta', signature: 'c2ln' },
]);
const WHOLE = [
  started(),
  THOUGHT,
  PING,
  text(1, 'Hel', 'lo 北京 🌍', ' "message_stop"', 'message_stop'),
  tool(2, 'toolu_1', 'look', '', '{"a"', ':1}'),
  tool(3, 'toolu_2', 'time'),
  ended('tool_use'),
].join('');
const USAGE = { prompt: 8, completion: 7, parts: { cachedRead: 3, cachedWrite: 0, cachedWrite1h: 0 } };

/** What passes when bytes come in pieces of a size. */
function passed(stream: AnswerStream, bytes: Buffer, size = Infinity): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    parts.push(stream.push(bytes.subarray(at, Math.min(bytes.length, at + size))) ?? Buffer.alloc(0));
  return Buffer.concat(parts).toString();
}

type Chunk = {
  readonly id: string;
  readonly choices: readonly { readonly delta: Record<string, unknown>; readonly finish_reason: string | null }[];
  readonly usage?: object;
};
const chunksIn = (said: string): Chunk[] =>
  said
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Chunk);
const deltasIn = (said: string): unknown[] =>
  chunksIn(said).flatMap(({ choices }) => choices.map(({ delta }) => delta));

describe("Anthropic's events as chunks of a completion", () => {
  it('tell thoughts, texts and calls, one id, one reason and the usage', () => {
    const stream = converting();
    const said = passed(stream, Buffer.from(`${WHOLE}${STOP}`));
    expect(deltasIn(said)).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'So ' },
      { reasoning_content: 'größer' },
      { content: 'Hel' },
      { content: 'lo 北京 🌍' },
      { content: ' "message_stop"' },
      { content: 'message_stop' },
      { tool_calls: [{ index: 0, id: 'toolu_1', type: 'function', function: { name: 'look', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      { tool_calls: [{ index: 1, id: 'toolu_2', type: 'function', function: { name: 'time', arguments: '' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      {},
    ]);
    expect(said).toContain(': ping\n\n');
    expect(chunksIn(said).at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(new Set(chunksIn(said).map(({ id }) => id))).toEqual(new Set(['msg_1']));
    expect([stream.ended, stream.usage()]).toEqual([true, USAGE]);
    const [usageChunk, done] = stream.ending(USAGE).toString().split('\n\n');
    expect(JSON.parse((usageChunk ?? '').slice(6))).toEqual({
      id: 'msg_1',
      object: 'chat.completion.chunk',
      created: 7,
      model: 'claude',
      choices: [],
      usage: { prompt_tokens: 8, completion_tokens: 7, total_tokens: 15, prompt_tokens_details: { cached_tokens: 3 } },
    });
    expect(done).toBe('data: [DONE]');
  });

  it('have no usage for who did not ask, and a reason where the stream gave none', () => {
    const stream = converting(false);
    passed(stream, Buffer.from(`${started()}${text(0, 'a')}${STOP}`));
    const ending = stream.ending(USAGE).toString();
    expect(chunksIn(ending).map(({ choices, usage }) => [choices[0]?.finish_reason, usage])).toEqual([
      ['stop', undefined],
    ]);
    expect(ending.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('take the input of a call that stands at its start', () => {
    const said = passed(
      converting(),
      Buffer.from(`${started()}${block(0, { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } }, [])}`),
    );
    expect(deltasIn(said).slice(1)).toEqual([
      { tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }] },
    ]);
  });

  it('leave out what OpenAI has not', () => {
    const odd = [
      event('something_new', { index: 0 }),
      block(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }, [
        { type: 'input_json_delta', partial_json: '{}' },
      ]),
      block(1, { type: 'text', text: 'a' }, [{ type: 'citations_delta', citation: {} }]),
      'data: no JSON\n\ndata: []\n\n: comment\n\n',
    ];
    expect(deltasIn(passed(converting(), Buffer.from(`${started()}${odd.join('')}`)))).toEqual([
      { role: 'assistant', content: '' },
      { content: 'a' },
    ]);
  });

  it("tell an error in OpenAI's shape, without the channel's key", () => {
    const stream = converting();
    passed(stream, Buffer.from(': hello\n\n'));
    passed(stream, Buffer.from(event('ping')));
    const said = passed(
      stream,
      Buffer.from(event('error', { error: { type: 'overloaded_error', message: 'secret is busy' } })),
    );
    expect(said).toBe(
      'data: {"error":{"message":"*** is busy","type":"overloaded_error","param":null,"code":null}}\n\n',
    );
    expect([stream.produced(), stream.isWhole(), stream.hasToldError]).toEqual([undefined, false, true]);
  });
});

describe("Anthropic's events for who speaks the same", () => {
  it('pass byte for byte, and the end waits', () => {
    const stream = new PassedMessagesStream(channel);
    const odd = `${WHOLE}: comment\n\nevent: new\ndata: {"type":"new", "x" : 1.0}\n\n`;
    expect(passed(stream, Buffer.from(`${odd}event: message_stop\ndata: {"type": "message_stop"}\n\n${PING}`))).toBe(
      odd,
    );
    expect([stream.ended, stream.usage()]).toEqual([true, USAGE]);
    expect(stream.ending(USAGE).toString()).toBe('event: message_stop\ndata: {"type": "message_stop"}\n\n');
  });

  it('pass the very chunk when nothing in it matters', () => {
    const chunk = Buffer.from(text(0, 'a'));
    expect(new PassedMessagesStream(channel).push(chunk)).toBe(chunk);
  });

  it("lose the channel's key where an error quotes it, and nothing else", () => {
    const stream = new PassedMessagesStream(channel);
    passed(stream, Buffer.from(started()));
    const harmless = 'event: error\ndata: {"type":"error", "error":{"type":"x","message":"busy"}}\n\n';
    expect([passed(stream, Buffer.from(harmless)), stream.hasToldError]).toEqual([harmless, true]);
    for (const members of [
      { error: { type: 'x', message: 'a secret' } },
      { error: { type: 'x', message: 'no', details: { tried: ['of secret'] } } },
      { error: 'a secret' },
      { error: { message: 'no' }, request_id: 'req-secret' },
      { message: 'a secret' },
    ])
      expect(passed(stream, Buffer.from(event('error', members)))).toBe(
        event('error', members).replace('secret', '***'),
      );
    for (const [said, shown] of [
      ['data: {"error":{"message":"secret"}}\n\n', 'event: error\ndata: {"error":{"message":"***"}}\n\n'],
      ['data: {"detail":"secret"}\n\n', 'data: {"detail":"***"}\n\n'],
      ['event: error\ndata: secret is no key\n\n', 'event: error\ndata: *** is no key\n\n'],
    ] as const)
      expect(passed(stream, Buffer.from(said))).toBe(shown);
    expect(passed(stream, Buffer.from(text(0, 'secret "error"', 'error')))).toBe(text(0, 'secret "error"', 'error'));
  });

  it('end with an event of our own where the upstream closed without one', () => {
    const stream = new PassedMessagesStream(channel);
    passed(stream, Buffer.from(`${started()}${text(0, 'a')}${ended().trimEnd()}`));
    expect(stream.flush()?.toString()).toBe(ended());
    expect([stream.ended, stream.isWhole(), stream.ending(USAGE).toString()]).toEqual([false, true, STOP]);
  });
});

describe.each([
  ['converted', () => converting()],
  ['passed', () => new PassedMessagesStream(channel)],
] as const)('a stream that is %s and begins with an error', (_name, open) => {
  it.each([
    ['overloaded_error', 529],
    ['rate_limit_error', 429],
    ['invalid_request_error', 400],
    ['of_tomorrow', 500],
  ])('is a refusal: %s is status %s, and nothing is given away', (type, status) => {
    const stream = open();
    const said = passed(stream, Buffer.from(`${event('error', { error: { type, message: 'a secret' } })}${started()}`));
    expect([said, stream.ended]).toEqual(['', true]);
    expect(stream.refusal).toMatchObject({ status, error: { status, type, message: 'a ***', retryable: true } });
  });
});

describe.each([
  ['converted', () => converting()],
  ['passed', () => new PassedMessagesStream(channel)],
] as const)('a stream that is %s', (_name, open: () => AnswerStream) => {
  it.each(['\n', '\r\n', '\r'])('is the same however its bytes are cut, with lines that end in %j', (lineEnd) => {
    const bytes = Buffer.from(`${WHOLE}${STOP}`.replaceAll('\n', lineEnd));
    const known = open();
    const said = passed(known, bytes).replaceAll('\r\n', '\n');
    for (const size of [1, 2, 3, 5, 7, 13, 64, 101, 1_000]) {
      const stream = open();
      expect(passed(stream, bytes, size).replaceAll('\r\n', '\n')).toBe(said);
      expect([stream.ended, stream.usage(), stream.produced()]).toEqual([true, known.usage(), known.produced()]);
    }
  });

  it('is the same wherever its bytes are cut in two', () => {
    const bytes = Buffer.from(`${WHOLE}${STOP}`);
    const said = passed(open(), bytes);
    for (let at = 1; at < bytes.length; at += 1) {
      const stream = open();
      const parts = [bytes.subarray(0, at), bytes.subarray(at)].map((part) => stream.push(part) ?? Buffer.alloc(0));
      expect(Buffer.concat(parts).toString()).toBe(said);
      expect(stream.ended).toBe(true);
    }
  });

  it('counts what was written where the usage did not come to its end, and keeps what was told of the prompt', () => {
    const written = {
      texts: ['So größerHello 北京 🌍 "message_stop"message_stoplook{"a":1}time'],
      fixedTokens: 14,
      soundTokens: 0,
      told: { prompt: 8, completion: 0, parts: { cachedRead: 3, cachedWrite: 0, cachedWrite1h: 0 } },
    };
    for (const last of ['', ended('tool_use', {}), ended('tool_use', null)]) {
      const stream = open();
      passed(stream, Buffer.from(WHOLE.replace(ended('tool_use'), last)));
      expect([stream.usage(), stream.produced()]).toEqual([undefined, written]);
    }
  });

  it('takes figures that come at the end alone, and those that are corrected there', () => {
    for (const first of [{}, { input_tokens: 1, output_tokens: 1 }]) {
      const stream = open();
      const usage = {
        input_tokens: 4,
        cache_creation_input_tokens: 2,
        cache_read_input_tokens: null,
        output_tokens: 9,
      };
      passed(stream, Buffer.from(`${started(first)}${text(0, 'a')}${ended('end_turn', usage)}`));
      expect(stream.usage()).toEqual({
        prompt: 6,
        completion: 9,
        parts: { cachedRead: 0, cachedWrite: 2, cachedWrite1h: 0 },
      });
      expect(stream.isWhole()).toBe(true);
    }
  });

  it('takes what was written to the cache by how long it stays where its sum is not told, else as its last sum says', () => {
    const first = { input_tokens: 4, cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 } };
    for (const [last, cachedWrite] of [
      [{ output_tokens: 9 }, 2],
      [{ output_tokens: 9, cache_creation_input_tokens: 8 }, 5],
    ] as const) {
      const stream = open();
      passed(stream, Buffer.from(`${started(first)}${text(0, 'a')}${ended('end_turn', last)}`));
      expect(stream.usage()).toEqual({
        prompt: 7 + cachedWrite,
        completion: 9,
        parts: { cachedRead: 0, cachedWrite, cachedWrite1h: 3 },
      });
    }
  });

  it('is not whole and has produced nothing when garbage came', () => {
    const stream = open();
    passed(stream, Buffer.from('data: {"type":"message_st\n\ndata: nonsense\n\nnot even an event'));
    expect(stream.flush()).toBeUndefined();
    expect([stream.produced(), stream.isWhole(), stream.ended]).toEqual([undefined, false, false]);
  });

  it('gives up text that has become much, and forgets it', () => {
    const stream = open();
    const long = 'x'.repeat(KEPT_TEXT_CHARACTERS_MAX + 1);
    passed(stream, Buffer.from(`${started()}${text(0, long)}`));
    expect(stream.takeCountable()).toBe(long);
    expect(stream.takeCountable()).toBeUndefined();
    passed(stream, Buffer.from(text(1, 'y')));
    expect(stream.produced()?.texts).toEqual(['y']);
  });
});
