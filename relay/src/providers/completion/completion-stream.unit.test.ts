import { describe, expect, it } from '@jest/globals';
import { KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import type { AnswerStream } from '../../modes/answer.ts';
import { chatCall, messageIn } from '../../testing/chat-calls.ts';
import { asEvents } from '../../testing/heard-answers.ts';
import { chunksIn, passedBy } from '../../testing/provider-call.ts';
import { saidStream } from './completion-stream.ts';
import type { Said } from './said.ts';
import { toldFailure } from './told-failure.ts';

const KEY = 'a-key-of-some-length';
const CALL = chatCall({ type: 15, key: KEY }, { stream: true });
const USAGE = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };

/** Its events say what they are to say; `failed` is the message of an error. */
const streamOf = (call = CALL): AnswerStream =>
  saidStream(call, ({ failed, ...said }) =>
    typeof failed === 'string' ? toldFailure(503, { message: failed }, call.channel) : (said as Said),
  );

describe('a stream in words of its own', () => {
  it('becomes chunks with one id, one beginning and one end', () => {
    const stream = streamOf();
    const said = passedBy(
      stream,
      asEvents([
        { id: 'one', model: 'told', reasoning: 'Hm', text: 'Hel' },
        { id: 'two', text: 'lo' },
        { calls: [{ index: 0, id: 'c', name: 'f', arguments: '{' }] },
        { calls: [{ index: 0, arguments: '}' }], finish: 'tool_calls', usage: USAGE },
        { finish: 'stop', ends: true },
        { text: 'behind the end' },
      ]),
      1,
    );
    const chunks = chunksIn(said);
    expect(chunks.map(({ id, model, created }) => [id, model, created])).toEqual(
      chunks.map(() => ['one', 'told', 1_700_000_000]),
    );
    expect(chunks.map(({ choices }) => choices[0]?.delta['role']).filter((role) => role !== undefined)).toEqual([
      'assistant',
    ]);
    expect(messageIn(said)).toEqual({
      content: 'Hello',
      reasoning: 'Hm',
      calls: [{ id: 'c', name: 'f', arguments: '{}' }],
      finish: ['tool_calls'],
    });
    expect([stream.ended, stream.isWhole()]).toEqual([true, true]);
    expect(stream.usage()).toMatchObject({ prompt: 3, completion: 4 });
    expect(stream.facts?.()).toEqual({ id: 'one', model: 'told', cost: undefined });
    expect(stream.produced()).toMatchObject({ fixedTokens: 7, soundTokens: 0 });
    expect(stream.produced()?.texts.join('')).toBe('HmHellof{}');
    expect(stream.ending({ prompt: 3, completion: 4 }).toString()).toBe('data: [DONE]\n\n');
  });

  it('that broke off has told what it came to so far', () => {
    const stream = streamOf();
    passedBy(
      stream,
      asEvents([
        { text: 'a', usage: { prompt_tokens: 3, completion_tokens: 1 } },
        { text: 'b', usage: USAGE },
      ]),
    );
    expect([stream.isWhole(), stream.usage()]).toEqual([false, undefined]);
    expect(stream.produced()).toMatchObject({ texts: ['ab'], told: { prompt: 3, completion: 4 } });
  });

  it('has its usage for who asked, and a reason where it ends without one', () => {
    const stream = streamOf(chatCall({}, { stream: true, stream_options: { include_usage: true } }));
    expect(messageIn(passedBy(stream, asEvents([{ text: 'a' }])))).toMatchObject({ content: 'a', finish: [] });
    expect(stream.isWhole()).toBe(false);
    const passed = passedBy(stream, Buffer.from('data: [DONE]\n\n'));
    expect(messageIn(passed).finish).toEqual(['stop']);
    expect([stream.ended, stream.usage()]).toEqual([true, undefined]);
    const [last] = chunksIn(stream.ending({ prompt: 3, completion: 4 }).toString());
    expect([last?.id, last?.model, last?.usage]).toEqual(['chatcmpl-1700000000000', 'm', USAGE]);
  });

  it('that begins with an error is a refusal, and nothing passes', () => {
    const stream = streamOf();
    expect(passedBy(stream, asEvents([{ failed: 'no' }, { text: 'a' }]))).toBe('');
    expect([stream.ended, stream.refusal?.status, stream.produced()]).toEqual([true, 503, undefined]);
    expect(stream.refusal?.error.message).toBe('no');
  });

  it('tells an error in its middle, without the key', () => {
    const stream = streamOf();
    const said = passedBy(stream, asEvents([{ text: 'a' }, { failed: `no ${KEY}` }]));
    expect(said).toContain('"message":"no ***"');
    expect([stream.hasToldError, stream.isWhole(), stream.refusal]).toEqual([true, false, undefined]);
  });

  it('keeps what it produced until much of it is counted', () => {
    const stream = streamOf();
    passedBy(stream, asEvents([{ text: 'a'.repeat(KEPT_TEXT_CHARACTERS_MAX) }, { text: 'b' }]));
    expect(stream.takeCountable()?.length).toBe(KEPT_TEXT_CHARACTERS_MAX + 1);
    expect(stream.produced()?.texts.join('')).toBe('');
  });
});
