import { describe, expect, it } from '@jest/globals';
import { EventTooLarge } from '../../errors/event-too-large.ts';
import { KEPT_TEXT_CHARACTERS_MAX, UNREADABLE_EVENTS_MAX } from '../../limits.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import { OpenAiStream } from './openai-stream.ts';

const PLAIN = { mask: (text: string) => text };

const event = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const word = (content: string, more: object = {}): string =>
  event({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 7,
    model: 'm',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
    ...more,
  });
const USAGE = { prompt_tokens: 20, completion_tokens: 6, total_tokens: 26 };
const usageEvent = event({ id: 'c1', choices: [], usage: USAGE });
const DONE = event('[DONE]');
const REPORTED = {
  prompt: 20,
  completion: 6,
  parts: {
    cachedRead: 0,
    cachedWrite: 0,
    audioInput: 0,
    imageInput: 0,
    videoInput: 0,
    reasoning: 0,
    audioOutput: 0,
    imageOutput: 0,
  },
};

/** Sends bytes in pieces of a size and joins what passes. */
function passed(stream: OpenAiStream, text: string, pieceBytes = Infinity): string {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    parts.push(stream.push(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes))) ?? Buffer.alloc(0));
  return Buffer.concat(parts).toString();
}

describe('a stream of chat chunks', () => {
  it.each([1, 2, 3, 7, 64, Infinity])(
    'passes byte for byte in pieces of %s bytes, without its end mark and its usage chunk',
    (pieceBytes) => {
      const words = `${word('One', { usage: null })}${word(' fünf 六', { usage: null })}`;
      const stream = new OpenAiStream(false, PLAIN);
      expect(passed(stream, `${words}${usageEvent}${DONE}`, pieceBytes)).toBe(words);
      expect(stream.ended).toBe(true);
      expect(stream.usage()).toEqual(REPORTED);
      expect(stream.ending(REPORTED).toString()).toBe(DONE);
    },
  );

  it('passes the very chunk when nothing in it matters', () => {
    const chunk = Buffer.from(word('a'));
    expect(new OpenAiStream(false, PLAIN).push(chunk)).toBe(chunk);
  });

  it.each(['\r\n', '\r'])('understands lines that end in %j, however they are cut', (lineEnd) => {
    for (const pieceBytes of [1, 2, 3, 7, Infinity]) {
      const stream = new OpenAiStream(false, PLAIN);
      const text = `${word('a')}${word('b')}${usageEvent}${DONE}`.replaceAll('\n', lineEnd);
      expect(passed(stream, text, pieceBytes).replaceAll('\r\n', '\n')).toBe(`${word('a')}${word('b')}`);
      expect([stream.ended, stream.usage()]).toEqual([true, REPORTED]);
    }
  });

  it('passes an event at once whose lines end in CR alone', () => {
    const stream = new OpenAiStream(false, PLAIN);
    expect(stream.push(Buffer.from(word('a').replaceAll('\n', '\r')))?.toString()).toBe(word('a'));
  });

  it('leaves line ends in CR LF as they are', () => {
    const stream = new OpenAiStream(false, PLAIN);
    const text = `${word('a')}${usageEvent}${DONE}`.replaceAll('\n', '\r\n');
    expect(passed(stream, text)).toBe(word('a').replaceAll('\n', '\r\n'));
    expect(stream.usage()).toEqual(REPORTED);
    expect(stream.ended).toBe(true);
  });

  it('shows the usage chunk to who asked, once', () => {
    const stream = new OpenAiStream(true, PLAIN);
    expect(passed(stream, `${word('a')}${usageEvent}${DONE}`)).toBe(`${word('a')}${usageEvent}`);
    expect(stream.ending(REPORTED).toString()).toBe(DONE);
  });

  it('shows the usage that stands beside the last words to who asked, and no other', () => {
    const last = word('b', { usage: USAGE });
    const stream = new OpenAiStream(true, PLAIN);
    expect(passed(stream, `${word('a', { usage: { prompt_tokens: 0 } })}${last}${DONE}`)).toContain(last);
    expect(stream.ending(REPORTED).toString()).toBe(DONE);
  });

  it('tells the parts too of a usage that it makes with the cost', () => {
    const stream = new OpenAiStream(true, { ...PLAIN, holdsUsage: true });
    passed(stream, `${word('b', { usage: USAGE })}${DONE}`);
    const parts = { cachedRead: 5, cachedAudio: 1, cachedWrite: 2, cachedWrite1h: 2, audioInput: 3, reasoning: 3 };
    const made = stream.ending({ ...REPORTED, parts }).toString();
    expect(made).toContain('"prompt_tokens_details":{"cached_tokens":6,"cache_write_tokens":4,"audio_tokens":4}');
    expect(made).toContain('"completion_tokens_details":{"reasoning_tokens":3}');
  });

  it('makes a usage chunk for who asked and got zeros beside the last words', () => {
    const stream = new OpenAiStream(true, PLAIN);
    passed(stream, `${word('a', { usage: { prompt_tokens: 0, completion_tokens: 0 } })}${DONE}`);
    expect(stream.ending(REPORTED).toString()).toContain('"choices":[],"usage"');
  });

  it('makes a usage chunk for who asked and got none', () => {
    const stream = new OpenAiStream(true, PLAIN);
    passed(stream, `${word('a')}${DONE}`);
    expect(stream.usage()).toBeUndefined();
    const [made, done] = stream.ending(REPORTED).toString().split('\n\n');
    expect(JSON.parse((made ?? '').slice(6))).toEqual({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 7,
      model: 'm',
      choices: [],
      usage: USAGE,
    });
    expect(done).toBe('data: [DONE]');
  });

  it('is not misled by texts that look like usage or the end mark', () => {
    const text = `${word('"usage": 5')}${word('[DONE]')}${word('data: [DONE]')}${event({ choices: [{ delta: { content: 'usage' } }] })}`;
    const stream = new OpenAiStream(false, PLAIN);
    expect(passed(stream, text, 7)).toBe(text);
    expect(stream.ended).toBe(false);
    expect(stream.usage()).toBeUndefined();
  });

  it('takes the last usage of those that stand in chunks with choices, and lets the chunks pass', () => {
    const first = word('a', { usage: { prompt_tokens: 20, completion_tokens: 1 } });
    const last = word('b', { usage: USAGE });
    const stream = new OpenAiStream(false, PLAIN);
    expect(passed(stream, `${first}${last}${DONE}`)).toBe(`${first}${last}`);
    expect(stream.usage()).toEqual(REPORTED);
  });

  it('takes zeros and nonsense for no usage', () => {
    for (const usage of [
      { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      { prompt_tokens: -1, completion_tokens: 5 },
      { prompt_tokens: 1e300 },
      {},
    ]) {
      const stream = new OpenAiStream(false, PLAIN);
      passed(stream, `${word('a')}${event({ choices: [], usage })}${DONE}`);
      expect(stream.usage()).toBeUndefined();
    }
  });

  it('remembers what was produced: texts, tool names and arguments, and each tool call once', () => {
    const stream = new OpenAiStream(false, PLAIN);
    const call = (name: string | undefined, args: string): string =>
      event({ choices: [{ delta: { tool_calls: [{ index: 0, function: { name, arguments: args } }] } }] });
    passed(
      stream,
      `${word('Hello')}${word(' you')}${call('look', '')}${call(undefined, '{"a"')}${call(undefined, ':1}')}`,
    );
    expect(stream.produced()).toEqual({ texts: ['Hello youlook{"a":1}'], fixedTokens: 7, soundTokens: 0 });
  });

  it('has produced nothing when only garbage came', () => {
    const stream = new OpenAiStream(false, PLAIN);
    passed(stream, 'data: {"choices": [\n\ndata: nonsense\n\nnot even an event');
    expect(stream.flush()).toBeUndefined();
    expect(stream.produced()).toBeUndefined();
    expect(stream.isWhole()).toBe(false);
  });

  it('gives up a stream of much that is no JSON, and none of many comments', () => {
    const stream = new OpenAiStream(true, { mask: maskOf('') });
    const many = (event: string): Buffer => Buffer.from(event.repeat(UNREADABLE_EVENTS_MAX + 1));
    expect(stream.push(many(': keep-alive\n\n'))).toBeDefined();
    // One after the other they keep a connection alive, however long somebody thinks.
    for (let at = 0; at <= UNREADABLE_EVENTS_MAX; at += 1) stream.push(Buffer.from('data: {nonsense\n\n'));
    expect(() => stream.push(many('data: {nonsense\n\n'))).toThrow(EventTooLarge);
    const anew = new OpenAiStream(true, { mask: maskOf(''), reEncode: true });
    expect(() => anew.push(many('data: {nonsense\n\n'))).toThrow(EventTooLarge);
  });

  it.each([[null], [''], [false], [{}], [{ message: '', type: '' }]])(
    'has told no error where a chunk says %j of one',
    (error) => {
      const stream = new OpenAiStream(true, { mask: maskOf('') });
      passed(stream, `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }], error })}\n\n`);
      expect([stream.hasToldError, stream.errorTold]).toEqual([false, undefined]);
    },
  );

  it('is whole without an end mark when a choice has finished', () => {
    const finish = event({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    const stream = new OpenAiStream(false, PLAIN);
    passed(stream, `${word('a')}${finish}`);
    expect(stream.isWhole()).toBe(true);
    const broken = new OpenAiStream(false, PLAIN);
    passed(broken, word('a'));
    expect(broken.isWhole()).toBe(false);
  });

  it('is not whole by a usage that tells what it has come to so far', () => {
    const stream = new OpenAiStream(false, PLAIN);
    passed(stream, word('a', { usage: USAGE }));
    expect([stream.isWhole(), stream.usage()]).toEqual([false, undefined]);
    expect(stream.produced()).toEqual({ texts: ['a'], fixedTokens: 0, soundTokens: 0, told: REPORTED });
    passed(stream, usageEvent);
    expect([stream.isWhole(), stream.usage()]).toEqual([true, REPORTED]);
  });

  it('takes a last event that lacks its blank line', () => {
    const stream = new OpenAiStream(false, PLAIN);
    expect(passed(stream, `${word('a')}data: [DONE]`)).toBe(word('a'));
    expect(stream.flush()).toBeUndefined();
    expect(stream.ended).toBe(true);
    const other = new OpenAiStream(false, PLAIN);
    passed(other, word('a').trimEnd());
    expect(other.flush()?.toString()).toBe(word('a'));
  });

  it('gives up counted text once there is much of it, and forgets it', () => {
    const stream = new OpenAiStream(false, PLAIN);
    const long = 'x'.repeat(KEPT_TEXT_CHARACTERS_MAX + 1);
    passed(stream, word(long));
    expect(stream.takeCountable()).toBe(long);
    expect(stream.takeCountable()).toBeUndefined();
    passed(stream, word('y'));
    expect(stream.produced()?.texts).toEqual(['y']);
  });

  it('writes chunks anew when told to', () => {
    const stream = new OpenAiStream(false, { ...PLAIN, reEncode: true });
    const chunk = event({ odd: 1, id: 'c', choices: [{ delta: { content: 'a' } }] });
    expect(passed(stream, `: ping\n\n${chunk}data: nonsense\n\n${DONE}`)).toBe(
      `: ping\n\n${event({ id: 'c', object: 'chat.completion.chunk', choices: [{ delta: { content: 'a' } }] })}`,
    );
  });

  it.each([null, undefined])(
    'hides a usage chunk whose choices are %s, and tells the usage in the shape that SDKs read',
    (choices) => {
      const chunk = event({ id: 'c1', choices, usage: USAGE });
      for (const usageAsked of [false, true]) {
        const stream = new OpenAiStream(usageAsked, PLAIN);
        expect(passed(stream, `${word('a')}${chunk}${DONE}`)).toBe(word('a'));
        expect(stream.usage()).toEqual(REPORTED);
        expect(stream.ending(REPORTED).toString().includes('"choices":[],"usage"')).toBe(usageAsked);
      }
    },
  );

  it('passes what is too long to be looked through for a key, and whole', () => {
    const stream = new OpenAiStream(false, { mask: maskOf('sk-0123456789abcdef') });
    const long = event({ message: 'x'.repeat(100_000) });
    expect(passed(stream, long)).toBe(long);
  });

  it("masks the channel's key in an error event, and in nothing that a model says", () => {
    const stream = new OpenAiStream(false, { mask: (text) => text.replaceAll('secret', '***') });
    const said = word('secret "error"');
    expect(passed(stream, said)).toBe(said);
    const error = { message: 'the key secret is spent', type: 'x' };
    expect(passed(stream, event({ error }))).toBe(event({ error: { ...error, message: 'the key *** is spent' } }));
    for (const other of [
      { code: 'InvalidApiKey', message: 'secret' },
      { msg: 'secret', status: 401 },
      { error_msg: 'secret' },
      { detail: [{ reason: 'secret' }] },
    ])
      expect(passed(stream, event(other))).toBe(event(other).replace('secret', '***'));
    const odd = event({ code: 'InvalidApiKey', message: 'secret' });
    for (const read of [said + odd, odd + said, word('a') + odd + word('b'), `${said}: secret\n\n`])
      expect(passed(stream, read)).toBe(read.replace(/secret(?! \\)/, '***'));
    for (const text of ['event: error\ndata: the key secret is spent\n\n', ': secret\n\n', 'data: "secret"\n\n'])
      expect(passed(stream, text)).toBe(text.replace('secret', '***'));
    const harmless = event({ error: { message: 'busy' }, x: 1 });
    expect(passed(stream, harmless)).toBe(harmless);
  });
});
