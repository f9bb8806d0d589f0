import { describe, expect, it } from '@jest/globals';
import { KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import { chatCall, chunksIn, messageIn, passedThrough } from '../../testing/chat-calls.ts';
import { asEvents } from '../../testing/heard-answers.ts';
import type { JsonObject } from '../../wire/json.ts';
import { CompletionStream } from './completion-stream.ts';
import type { Said } from './said.ts';
import { EventTexts, sequenceTexts } from './stream-texts.ts';
import { toldFailure } from './told-failure.ts';

const KEY = 'a-key-of-some-length';
const CALL = chatCall({ type: 15, key: KEY }, { stream: true });
const USAGE = { prompt: 3, completion: 4 };

/** Its events say what they are to say; `failed` is the message of an error. */
const streamOf = (call = CALL): CompletionStream =>
  new CompletionStream(call, new EventTexts(), (text) => {
    const { failed, ...said } = JSON.parse(text) as JsonObject & { readonly failed?: string };
    return failed === undefined ? (said as Said) : toldFailure(503, { message: failed }, call.channel);
  });

describe('a stream in words of its own', () => {
  it('becomes chunks with one id, one beginning and one end', () => {
    const stream = streamOf();
    const said = passedThrough(
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
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(messageIn(said)).toEqual({
      content: 'Hello',
      reasoning: 'Hm',
      calls: [{ id: 'c', name: 'f', arguments: '{}' }],
      finish: ['tool_calls'],
    });
    expect([stream.ended, stream.isWhole(), stream.usage()]).toEqual([true, true, USAGE]);
    expect(stream.facts()).toEqual({ id: 'one', model: 'told', cost: undefined });
    expect(stream.produced()).toEqual({ texts: ['HmHellof{}'], fixedTokens: 7, soundTokens: 0 });
    expect(stream.ending(USAGE).toString()).toBe('data: [DONE]\n\n');
  });

  it('has its usage for who asked, and a reason where none was told', () => {
    const stream = streamOf(chatCall({}, { stream: true, stream_options: { include_usage: true } }));
    passedThrough(stream, asEvents([{ text: 'a' }]));
    expect(stream.isWhole()).toBe(false);
    const chunks = chunksIn(stream.ending(USAGE).toString());
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual(['stop', undefined]);
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
    expect([chunks[0]?.id, chunks[0]?.model]).toEqual(['chatcmpl-0', 'm']);
  });

  it('that begins with an error is a refusal, and nothing passes', () => {
    const stream = streamOf();
    expect(passedThrough(stream, asEvents([{ failed: 'no' }, { text: 'a' }]))).toBe('');
    expect([stream.ended, stream.refusal?.status, stream.produced()]).toEqual([true, 503, undefined]);
  });

  it('tells an error in its middle, without the key', () => {
    const stream = streamOf();
    const said = passedThrough(stream, asEvents([{ text: 'a' }, { failed: `no ${KEY}` }]));
    expect(said).toContain('"message":"no ***"');
    expect([stream.hasToldError, stream.isWhole(), stream.refusal]).toEqual([true, false, undefined]);
  });

  it('keeps what it produced until much of it is counted', () => {
    const stream = streamOf();
    passedThrough(stream, asEvents([{ text: 'a'.repeat(KEPT_TEXT_CHARACTERS_MAX) }]));
    expect(stream.takeCountable()).toBeUndefined();
    passedThrough(stream, asEvents([{ text: 'b' }]));
    expect(stream.takeCountable()?.length).toBe(KEPT_TEXT_CHARACTERS_MAX + 1);
    expect(stream.produced()?.texts).toEqual(['']);
  });

  it('is cut by events, the last of which may lack its end, or by messages', () => {
    const texts = new EventTexts();
    expect(texts.push(Buffer.from(': ping\n\ndata: a\n\nda'))).toEqual(['a']);
    expect([texts.push(Buffer.from('ta: b')), texts.rest()]).toEqual([[], ['b']]);
    expect(sequenceTexts.push(Buffer.from('\x1e{"a":1}\n\x1e{}\n'))).toEqual(['{"a":1}\n', '{}\n']);
  });
});
