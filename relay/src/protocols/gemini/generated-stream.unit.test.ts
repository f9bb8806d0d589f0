import { describe, expect, it } from '@jest/globals';
import type { AnswerStream } from '../../modes/answer.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import type { JsonObject } from '../../wire/json.ts';
import { WholeEvents } from '../../wire/whole-events.ts';
import { generatedOf } from './generated-answer.ts';
import { GeneratedStream } from './generated-stream.ts';
import { jsonArray } from './json-array-stream.ts';

const USAGE: ReportedUsage = { prompt: 10, completion: 7, parts: { cachedRead: 4, reasoning: 2 } };
const METADATA = {
  promptTokenCount: 10,
  candidatesTokenCount: 5,
  totalTokenCount: 17,
  cachedContentTokenCount: 4,
  thoughtsTokenCount: 2,
};

/** An upstream that says chunks of a completion. */
class Chunks implements AnswerStream {
  readonly #events = new WholeEvents();
  readonly ended = false;

  push(bytes: Buffer): Buffer | undefined {
    return this.#events.push(bytes);
  }

  flush(): Buffer | undefined {
    return undefined;
  }

  isWhole(): boolean {
    return true;
  }

  usage(): ReportedUsage | undefined {
    return USAGE;
  }

  produced(): undefined {
    return undefined;
  }

  takeCountable(): undefined {
    return undefined;
  }

  ending(): Buffer {
    throw new Error('the end is told in another form');
  }
}

const chunk = (delta: object, finish: string | null = null, index = 0): JsonObject => ({
  id: 'chatcmpl-1',
  model: 'the-model',
  choices: [{ index, delta, finish_reason: finish }],
});
const WHOLE = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'So ' }),
  chunk({ content: 'größer 🌍' }),
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }] }),
  chunk({ tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
  chunk({}, 'tool_calls'),
];
const bytesOf = (chunks: readonly object[]): Buffer =>
  Buffer.from(chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));

function passed(stream: AnswerStream, bytes: Buffer, size = Infinity): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    parts.push(stream.push(bytes.subarray(at, Math.min(bytes.length, at + size))) ?? Buffer.alloc(0));
  return Buffer.concat(parts).toString();
}

const answersIn = (said: string): readonly JsonObject[] =>
  said
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.slice('data: '.length)) as JsonObject);

describe('chunks of a completion as events of Gemini', () => {
  it.each([Infinity, 1, 7])(
    'tell thoughts and texts as they come, calls and the end at last, in pieces of %d',
    (size) => {
      const stream = new GeneratedStream(new Chunks(), 'asked');
      const said = answersIn(passed(stream, bytesOf(WHOLE), size));
      const head = { modelVersion: 'the-model', responseId: 'chatcmpl-1' };
      expect(said).toEqual([
        { candidates: [{ content: { parts: [{ text: 'So ', thought: true }], role: 'model' }, index: 0 }], ...head },
        { candidates: [{ content: { parts: [{ text: 'größer 🌍' }], role: 'model' }, index: 0 }], ...head },
      ]);
      expect(answersIn(stream.ending(USAGE).toString())).toEqual([
        {
          candidates: [
            {
              content: {
                parts: [
                  { functionCall: { id: 'a', name: 'f', args: { x: 1 } } },
                  { functionCall: { id: 'b', name: 'g', args: {} } },
                ],
                role: 'model',
              },
              finishReason: 'STOP',
              index: 0,
            },
          ],
          usageMetadata: METADATA,
          ...head,
        },
      ]);
    },
  );

  it.each([
    ['stop', 'STOP'],
    ['length', 'MAX_TOKENS'],
    ['content_filter', 'SAFETY'],
    ['odd', 'STOP'],
  ])('that end with %s end with %s', (finish, reason) => {
    const stream = new GeneratedStream(new Chunks(), 'asked');
    passed(stream, bytesOf([chunk({ content: 'a' }, finish)]));
    expect(answersIn(stream.ending(USAGE).toString())[0]).toMatchObject({ candidates: [{ finishReason: reason }] });
  });

  it('have each choice as a candidate, and one where nothing came', () => {
    const stream = new GeneratedStream(new Chunks(), 'asked');
    passed(stream, bytesOf([chunk({ content: 'a' }, 'stop', 0), chunk({ content: 'b' }, 'length', 1)]));
    expect(answersIn(stream.ending(USAGE).toString())[0]).toMatchObject({
      candidates: [
        { index: 0, finishReason: 'STOP' },
        { index: 1, finishReason: 'MAX_TOKENS' },
      ],
    });
    const nothing = new GeneratedStream(new Chunks(), 'asked').ending(USAGE).toString();
    expect(answersIn(nothing)[0]).toMatchObject({ candidates: [{ finishReason: 'STOP' }], modelVersion: 'asked' });
  });

  it("tell an upstream's error, and nothing for a comment", () => {
    const stream = new GeneratedStream(new Chunks(), 'asked');
    const said = passed(stream, Buffer.from(`: ping\n\n${bytesOf([{ error: { message: 'broke' } }]).toString()}`));
    expect(answersIn(said)).toEqual([{ error: { code: 500, message: 'broke', status: 'INTERNAL' } }]);
  });
});

describe('a stream without alt=sse', () => {
  it.each([Infinity, 1])('is one array of the same, in pieces of %d', (size) => {
    const events = new GeneratedStream(new Chunks(), 'asked');
    const array = jsonArray.stream(new GeneratedStream(new Chunks(), 'asked'));
    const said = `${passed(events, bytesOf(WHOLE))}${events.ending(USAGE).toString()}`;
    const listed = `${passed(array, bytesOf(WHOLE), size)}${array.ending(USAGE).toString()}`;
    expect(JSON.parse(listed)).toEqual(answersIn(said));
  });
});

describe('a completion as an answer of Gemini', () => {
  it('has its parts in their order, and the usage that is charged', () => {
    const message = {
      reasoning_content: 'So',
      content: 'hello',
      images: [{ image_url: { url: 'data:image/png;base64,AAAA' } }],
      tool_calls: [
        {
          id: 'a',
          function: { name: 'f', arguments: 'no JSON' },
          extra_content: { google: { thought_signature: 'eA==' } },
        },
      ],
    };
    const completion = { id: 'x', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
    expect(generatedOf(completion, USAGE, 'asked')).toEqual({
      candidates: [
        {
          content: {
            parts: [
              { text: 'So', thought: true },
              { text: 'hello' },
              { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
              { functionCall: { id: 'a', name: 'f', args: { arguments: 'no JSON' } }, thoughtSignature: 'eA==' },
            ],
            role: 'model',
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: METADATA,
      modelVersion: 'asked',
      responseId: 'x',
    });
  });
});
