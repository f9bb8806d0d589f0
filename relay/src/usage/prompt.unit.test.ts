import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import { utf8Bytes } from '@ledgate/domain/pricing/text-bytes';
import { imageSize } from './image-size.ts';
import { imageTokens } from './image-tokens.ts';
import { promptTexts } from './prompt-texts.ts';

function png(width: number, height: number): string {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

describe('the size of a picture', () => {
  it('is read from a PNG, a GIF, a JPEG and a WebP', () => {
    expect(imageSize(png(800, 600))).toEqual({ width: 800, height: 600 });
    const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0x20, 0x03, 0x58, 0x02]), Buffer.alloc(40)]);
    expect(imageSize(`data:image/gif;base64,${gif.toString('base64')}`)).toEqual({ width: 800, height: 600 });
    const jpeg = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0x02, 0x58, 0x03, 0x20]),
      Buffer.alloc(40),
    ]);
    expect(imageSize(`data:image/jpeg;base64,${jpeg.toString('base64')}`)).toEqual({ width: 800, height: 600 });
    const webp = Buffer.concat([
      Buffer.from('RIFF....WEBPVP8X'),
      Buffer.alloc(8),
      Buffer.from([0x1f, 0x03, 0, 0x57, 0x02, 0]),
      Buffer.alloc(20),
    ]);
    expect(imageSize(`data:image/webp;base64,${webp.toString('base64')}`)).toEqual({ width: 800, height: 600 });
  });

  it('is not known of addresses and of nonsense', () => {
    for (const url of [
      'https://example.test/a.png',
      'data:image/png;base64,AAAA',
      'data:text/plain,hello',
      `data:image/png;base64,${'A'.repeat(1_000)}`,
    ]) {
      expect(imageSize(url)).toBeUndefined();
    }
  });
});

describe('the tokens of a picture', () => {
  it('are those of its tiles after scaling', () => {
    expect(imageTokens({ url: png(1024, 1024) }, 'gpt-4o', false)).toBe(85 + 4 * 170);
    expect(imageTokens({ url: png(512, 512) }, 'gpt-4o', false)).toBe(85 + 170);
    expect(imageTokens({ url: png(2048, 4096) }, 'gpt-4o', false)).toBe(85 + 6 * 170);
    expect(imageTokens({ url: png(512, 512), detail: 'low' }, 'gpt-4o', false)).toBe(85);
    expect(imageTokens({ url: png(512, 512) }, 'gpt-4o-mini', false)).toBe(2833 + 5667);
    expect(imageTokens({ url: png(512, 512) }, 'glm-4v', false)).toBe(1047);
    expect(imageTokens({ url: png(512, 512) }, 'claude-3', true)).toBe(255);
  });
});

describe('what a prompt is counted by', () => {
  const LONG = 'word '.repeat(2_000);
  const asked = (fields: object, message: object = {}): number => {
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi', ...message }], ...fields };
    const { texts, fixedTokens } = promptTexts(body, body.messages, 'gpt-4o', false);
    return fixedTokens + texts.length;
  };

  it.each([
    ['the arguments of earlier calls', {}, { tool_calls: [{ function: { name: 'f', arguments: LONG } }] }],
    ['an earlier legacy call', {}, { function_call: { name: 'f', arguments: LONG } }],
    ['earlier reasoning', {}, { reasoning_content: LONG }],
    ['legacy functions', { functions: [{ name: 'f', description: LONG }] }, {}],
    ['a response format', { response_format: { type: 'json_schema', json_schema: { description: LONG } } }, {}],
    ['a tool that is no function', { tools: [{ type: 'custom', custom: { description: LONG } }] }, {}],
    ['a file', {}, { content: [{ type: 'file', file: { file_data: LONG } }] }],
    ['a prediction', { prediction: { type: 'content', content: LONG } }, {}],
  ])('takes %s by its size', (_what, fields, message) => {
    expect(asked(fields, message)).toBeGreaterThan(LONG.length / 4);
    expect(asked(fields, message)).toBeLessThan(LONG.length / 3);
  });

  it('takes a sound by its length: as stated by a WAV file, else as usual for its format', () => {
    const bytes = Buffer.alloc(44 + 60 * 32_000);
    bytes.write('RIFF');
    bytes.writeUInt32LE(32_000, 28);
    const tokensOf = (data: string, format: string): number =>
      promptTexts(
        {},
        [{ content: [{ type: 'input_audio', input_audio: { data, format } }] }],
        'gpt-4o-audio-preview',
        false,
      ).soundTokens;
    expect(tokensOf(bytes.toString('base64'), 'wav')).toBe(601);
    expect(tokensOf('A'.repeat(1_000_000), 'mp3')).toBe(1_875);
    expect(tokensOf('A', 'mp3')).toBe(100);
    expect(tokensOf('UklGRiQAAABXQVZFZm10IBAAAAABAAEAAAAAAAEAAAA', 'wav')).toBe(100);
  });

  it('is never more than what is reserved for it, even if every byte were a token', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
    const picture = fc.record(
      {
        url: fc.oneof(text, fc.constant(png(1, 4_000)), fc.constant(png(3_000, 1_100)), fc.constant(png(3_001, 3_001))),
        detail: fc.constantFrom('low', 'high', 'auto', 7),
      },
      { requiredKeys: [] },
    );
    const sound = fc.record(
      {
        data: fc.oneof(
          text,
          fc.integer({ max: 900 }).map((size) => 'UklGR'.padEnd(Math.max(5, size), 'B')),
        ),
        format: fc.constantFrom('wav', 'mp3', 'pcm16'),
      },
      { requiredKeys: [] },
    );
    const part = fc.record(
      {
        type: fc.constantFrom('text', 'image_url', 'input_audio', 'file', 'video_url'),
        text,
        image_url: fc.oneof(picture, text, fc.constant(null)),
        input_audio: fc.oneof(sound, text),
        file: fc.record({ file_data: text, filename: text }),
      },
      { requiredKeys: [] },
    );
    const called = fc.record({ name: text, arguments: text });
    const message = fc.record(
      {
        type: fc.constantFrom('image_url', 'input_audio', 'message'),
        image_url: picture,
        input_audio: sound,
        role: fc.oneof(fc.constantFrom('user', 'tool'), text),
        name: text,
        content: fc.oneof(text, fc.array(fc.oneof(part, text, fc.constant(null)))),
        tool_calls: fc.array(fc.record({ id: text, type: fc.constant('function'), function: called })),
        function_call: called,
        refusal: text,
      },
      { requiredKeys: [] },
    );
    const tool = fc.oneof(
      fc.record({
        type: fc.constant('function'),
        function: fc.record({ name: text, description: text, parameters: fc.jsonValue() }),
      }),
      fc.jsonValue(),
    );
    const body = fc.record(
      {
        messages: fc.array(message, { minLength: 1 }),
        tools: fc.array(tool),
        functions: fc.array(tool),
        response_format: fc.jsonValue(),
        prediction: fc.record({ type: text, content: text }),
      },
      { requiredKeys: ['messages'] },
    );
    const model = fc.constantFrom('gpt-4o', 'gpt-4o-mini', 'gpt-4o-audio-preview', 'o1', 'claude-3', 'glm-4v', 'm');
    fc.assert(
      fc.property(body, model, fc.boolean(), (request, name, picturesUnseen) => {
        const counted = promptTexts(request, request.messages, name, picturesUnseen);
        const tokens = counted.texts.reduce((sum, one) => sum + utf8Bytes(one), counted.fixedTokens);
        const { bound, soundBound } = promptSizeOf(request, name);
        expect(tokens).toBeLessThanOrEqual(bound);
        expect(counted.soundTokens).toBeLessThanOrEqual(soundBound);
      }),
      { numRuns: 500, seed: 20_261_122 },
    );
  });

  it('counts messages, names, tools and pictures by docs/billing.md#counted-usage', () => {
    const messages = [
      { role: 'system', content: 'be brief', name: 'boss' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: png(512, 512) } },
          { type: 'input_audio', input_audio: {} },
        ],
      },
    ];
    const tools = [{ type: 'function', function: { name: 'a', description: 'b', parameters: { c: 1 } } }];
    expect(promptTexts({ tools }, messages, 'gpt-4o', false)).toEqual({
      texts: ['system', 'be brief', 'boss', 'user', 'look', 'ab{"c":1}'],
      fixedTokens: 3 + (3 + 1) + (3 + 255 + 100) + 8,
      soundTokens: 100,
    });
  });

  it('takes any shape', () => {
    expect(
      promptTexts({ tools: 'x' }, [{ role: 5, content: null }, { content: [null, 7, { type: 'text' }] }], 'm', false),
    ).toEqual({ texts: [], fixedTokens: 9, soundTokens: 0 });
  });
});
