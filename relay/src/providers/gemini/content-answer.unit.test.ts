import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { channelView } from '../../testing/fake-relay-view.ts';
import { chunksIn as chunksAmong, dataIn, passedBy } from '../../testing/provider-call.ts';
import type { JsonObject } from '../../wire/json.ts';
import { readContent, readContentAsCompletion } from './content-answer.ts';
import { ContentStream } from './content-stream.ts';
import { EventTooLarge } from '../../errors/event-too-large.ts';
import { PassedContentStream } from './passed-content-stream.ts';

/** What Gemini was seen to say, whole and as a stream, and what that is as a completion. */
type Fixture = {
  readonly whole: JsonObject;
  readonly stream: readonly JsonObject[];
  readonly usage: { readonly prompt: number; readonly completion: number };
  readonly message: JsonObject;
  readonly finish: string;
};
type Chunk = {
  readonly id: string;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: Record<string, string> & { tool_calls?: readonly JsonObject[] };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: JsonObject;
};

const fixture = (name: string): Fixture =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')) as Fixture;
const channel = channelView({ id: 1, type: 24, key: 'AIza-secret-of-the-channel' });
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const eventsOf = (answers: readonly unknown[]): Buffer =>
  Buffer.from(answers.map((answer) => `data: ${JSON.stringify(answer)}\n\n`).join(''));
const read = (answer: unknown) => readContentAsCompletion(bytesOf(answer), { channel, model: 'asked', createdS: 7 });
const completionOf = (answer: unknown): JsonObject & { choices: [{ message: JsonObject; finish_reason: string }] } => {
  const answered = read(answer);
  if (answered === undefined || 'error' in answered) throw new Error('no completion');
  return JSON.parse(answered.body.toString()) as never;
};
const refusalOf = (answer: unknown) => {
  const refused = read(answer);
  if (refused === undefined || !('error' in refused)) throw new Error('no refusal');
  return refused;
};
const converting = (usageAsked = true) => new ContentStream({ usageAsked, model: 'asked', createdS: 7, channel });

const chunksIn = (said: string): readonly Chunk[] => chunksAmong(said) as unknown as readonly Chunk[];

function gathered(chunks: readonly Chunk[]): JsonObject {
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const joined = (member: string) => deltas.map((delta) => delta[member] ?? '').join('');
  const calls = deltas.flatMap(({ tool_calls: called }) => called ?? []);
  return {
    content: joined('content') === '' && calls.length > 0 ? null : joined('content'),
    ...(joined('reasoning_content') === '' ? {} : { reasoning_content: joined('reasoning_content') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

describe.each(['chat', 'tool-call'])('Gemini, %s', (name) => {
  const { whole, stream, usage, message, finish } = fixture(name);

  it('is a completion with the usage of all its parts', () => {
    const answered = read(whole);
    expect(answered).toMatchObject({ usage, facts: { id: whole['responseId'], model: whole['modelVersion'] } });
    expect(completionOf(whole)).toMatchObject({
      id: `chatcmpl-${String(whole['responseId'])}`,
      created: 7,
      model: whole['modelVersion'],
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
      usage: { prompt_tokens: usage.prompt, completion_tokens: usage.completion },
    });
  });

  it.each([Infinity, 1, 7])('says the same in a stream, in pieces of %d bytes', (size) => {
    const converted = converting();
    const said = passedBy(converted, eventsOf(stream), size);
    const chunks = chunksIn(said);
    expect(gathered(chunks)).toMatchObject(message);
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual([finish]);
    expect(converted.isWhole()).toBe(true);
    expect(converted.usage()).toEqual(usage);
    expect(new Set(chunks.map(({ id, model }) => `${id} ${model}`)).size).toBe(1);
    const end = converted.ending(usage).toString();
    expect(end).toMatch(/data: \[DONE\]\n\n$/);
    expect(chunksIn(end).at(-1)?.usage).toMatchObject({ prompt_tokens: usage.prompt });
    expect(converting(false).ending(usage).toString()).not.toContain('prompt_tokens');
  });

  it('passes as it came where the caller speaks the same', () => {
    const bytes = bytesOf({ ...whole, future: 1 });
    expect(readContent(bytes, channel)).toMatchObject({ body: bytes, usage });
  });

  it.each([Infinity, 1, 7])('passes as a stream but for its end, in pieces of %d bytes', (size) => {
    const events = eventsOf(stream);
    const passing = new PassedContentStream(channel);
    const said = passedBy(passing, events, size);
    expect(said).not.toContain('finishReason');
    expect(`${said}${passing.ending(usage).toString()}`).toBe(events.toString());
    expect([passing.isWhole(), passing.usage()]).toEqual([true, usage]);
  });
});

const candidate = (parts: readonly object[], more: object = {}): JsonObject => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2 },
});

describe('an answer of Gemini', () => {
  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['MALFORMED_FUNCTION_CALL', 'content_filter'],
    ['OF_TOMORROW', 'content_filter'],
  ])('that ends with %s says %s', (reason, expected) => {
    expect(completionOf(candidate([{ text: 'x' }], { finishReason: reason })).choices[0].finish_reason).toBe(expected);
    const said = passedBy(converting(), eventsOf([candidate([{ text: 'x' }], { finishReason: reason })]));
    expect(chunksIn(said).at(-1)?.choices[0]?.finish_reason).toBe(expected);
  });

  it('has each candidate as a choice, and pictures apart', () => {
    const answer = {
      candidates: [
        { content: { parts: [{ text: 'a' }] }, finishReason: 'STOP', index: 0 },
        {
          content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBO' } }] },
          finishReason: 'STOP',
          index: 1,
        },
      ],
    };
    expect(completionOf(answer).choices).toMatchObject([
      { index: 0, message: { content: 'a' } },
      { index: 1, message: { images: [{ image_url: { url: 'data:image/png;base64,iVBO' } }] } },
    ]);
    const chunks = chunksIn(passedBy(converting(), eventsOf([answer])));
    expect(chunks.map(({ choices }) => choices[0]?.index)).toEqual([0, 0, 1, 1, 0, 1]);
  });

  it('is a refusal where the prompt was blocked, whole and at the beginning of a stream', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 4 } };
    const refusal = {
      status: 400,
      error: { message: 'the provider blocked the prompt (SAFETY)', code: 'content_filter' },
    };
    expect(refusalOf(blocked)).toMatchObject(refusal);
    const stream = converting();
    expect([passedBy(stream, eventsOf([blocked])), stream.ended]).toEqual(['', true]);
    expect(stream.refusal).toMatchObject(refusal);
    expect(readContent(bytesOf(blocked), channel)).toMatchObject({ usage: { prompt: 4, completion: 0 } });
    const passing = new PassedContentStream(channel);
    expect([passedBy(passing, eventsOf([blocked])), passing.isWhole()]).toEqual(['', true]);
    expect(passing.ending({ prompt: 4, completion: 0 }).toString()).toBe(eventsOf([blocked]).toString());
  });

  it('is a refusal where it is an error, by its own code and without the key of the channel', () => {
    const told = { error: { code: 503, message: 'overloaded, key AIza-secret-of-the-channel', status: 'UNAVAILABLE' } };
    expect(refusalOf(told)).toMatchObject({ status: 503, error: { message: 'overloaded, key AIza***' } });
    for (const stream of [converting(), new PassedContentStream(channel)]) {
      expect(passedBy(stream, eventsOf([told]))).toBe('');
      expect(stream.refusal).toMatchObject({ status: 503 });
    }
  });

  it('whose stream goes on behind its end is cut before that takes more memory than an event may, however short its events are', () => {
    const passing = new PassedContentStream(channel);
    passing.push(eventsOf([candidate([{ text: 'x' }], { finishReason: 'STOP' })]));
    const comments = Buffer.from(':\n\n'.repeat(10_000));
    expect(() => {
      for (let push = 0; push < 10; push += 1) passing.push(comments);
    }).toThrow(EventTooLarge);
  });

  it('tells an error in the middle of a stream, and is not whole', () => {
    const events = eventsOf([
      candidate([{ text: 'a' }]),
      { error: { code: 500, message: 'broke AIza-secret-of-the-channel' } },
    ]);
    for (const stream of [converting(), new PassedContentStream(channel)]) {
      const said = passedBy(stream, events);
      expect(said).toContain('broke AIza***');
      expect([stream.hasToldError, stream.isWhole(), stream.refusal, stream.usage()]).toEqual([
        true,
        false,
        undefined,
        undefined,
      ]);
      expect(stream.produced()).toMatchObject({ texts: ['a'], told: { prompt: 5 } });
    }
  });

  it('is nothing without candidates', () => {
    for (const bytes of [bytesOf({}), bytesOf([]), bytesOf({ candidates: [] }), Buffer.from('<html>')]) {
      expect(readContent(bytes, channel)).toBeUndefined();
      expect(readContentAsCompletion(bytes, { channel, model: 'm', createdS: 7 })).toBeUndefined();
    }
  });

  it('has no usage where its figures are impossible, and then what it produced', () => {
    for (const usageMetadata of [undefined, { promptTokenCount: -1 }, { promptTokenCount: 2e9 }, {}])
      expect(read({ ...candidate([{ text: 'a b' }]), usageMetadata })).toMatchObject({ usage: undefined });
    const answered = read({ ...candidate([{ text: 'a b' }, { functionCall: { name: 'f', args: { x: 1 } } }]) });
    expect(answered !== undefined && 'produced' in answered ? answered.produced() : undefined).toEqual({
      texts: ['a b', 'f', '{"x":1}'],
      fixedTokens: 7,
      soundTokens: 0,
    });
  });

  it.each([
    ['gemini-2.5-flash', 1],
    ['gemini-3-pro', 2],
  ])('of %s is billed for %d searches', (modelVersion, searches) => {
    const grounding = { groundingMetadata: { webSearchQueries: ['a', 'b'] }, finishReason: 'STOP' };
    const answer = { ...candidate([{ text: 'x' }], grounding), modelVersion };
    expect(read(answer)).toMatchObject({ usage: { measured: { searches } } });
    const passing = new PassedContentStream(channel);
    passedBy(passing, eventsOf([answer]));
    expect(passing.usage()).toMatchObject({ measured: { searches } });
  });

  it('has read what its own tools brought, and tells the tier that it was served in', () => {
    const usageMetadata = { promptTokenCount: 5, toolUsePromptTokenCount: 30, candidatesTokenCount: 1 };
    expect(read({ ...candidate([]), usageMetadata })).toMatchObject({ usage: { prompt: 35 } });
    const priority = { ...usageMetadata, trafficType: 'ON_DEMAND_PRIORITY' };
    expect(read({ ...candidate([]), usageMetadata: priority })).toMatchObject({ usage: { serviceTier: 'priority' } });
    const standard = { ...usageMetadata, trafficType: 'ON_DEMAND' };
    expect(read({ ...candidate([]), usageMetadata: standard })).not.toHaveProperty('usage.serviceTier');
  });
});

describe('a passing stream of Gemini', () => {
  it('keeps the line ends that its upstream has', () => {
    const events = eventsOf(fixture('chat').stream).toString().replaceAll('\n', '\r\n');
    const passing = new PassedContentStream(channel);
    const said = passedBy(passing, Buffer.from(events));
    expect(`${said}${passing.ending({ prompt: 1, completion: 1 }).toString()}`).toBe(events);
  });

  const finished = (text: string) => candidate([{ text }], { finishReason: 'STOP' });

  it('holds back only the last event that says why it ends, and what comes behind it', () => {
    const events = [finished('a'), finished('b'), { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9 } }];
    const passing = new PassedContentStream(channel);
    expect(passedBy(passing, eventsOf(events), 5)).toBe(eventsOf(events.slice(0, 1)).toString());
    expect(passing.usage()).toMatchObject({ prompt: 5, completion: 9 });
    expect(passing.ending({ prompt: 5, completion: 9 }).toString()).toBe(eventsOf(events.slice(1)).toString());
  });

  it('that broke off has no end', () => {
    const passing = new PassedContentStream(channel);
    passedBy(passing, eventsOf([candidate([{ text: 'a' }])]));
    expect([passing.isWhole(), passing.usage()]).toEqual([false, undefined]);
    expect(passing.produced()).toMatchObject({ texts: ['a'], told: { prompt: 5 } });
  });

  it('tells the cost in its last usage', () => {
    const passing = new PassedContentStream(channel);
    passedBy(passing, eventsOf([finished('a')]));
    const cost = { units: 9, usd: '0.1', stream: null, revision: null, balance_at_most: null } as never;
    const [last] = dataIn(passing.ending({ prompt: 5, completion: 2 }, cost).toString());
    expect(last).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 5, cost },
    });
  });
});
