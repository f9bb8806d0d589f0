import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPromptOf, promptSizeOf } from './prompt-bound.ts';
import { utf8Bytes } from './text-bytes.ts';

const said = (content: unknown) => ({ model: 'gpt-4o', messages: [{ role: 'user', content }], max_tokens: 100 });

describe('the bound of a prompt', () => {
  it('leaves room for one call of 100 tokens of gpt-4o on a balance of 5,000', () => {
    const { bound } = promptSizeOf(said('plan-1 say something short'), 'gpt-4o');
    expect(bound).toBeGreaterThanOrEqual('plan-1 say something short'.length);
    expect((bound + 400) * 1.25).toBeLessThanOrEqual(5000);
  });

  it('has a token for every byte of text and for what surrounds it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const messages = texts.map((content) => ({ role: 'user', name: 'n', content }));
        const least = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 3 + 1 + 4 + 1, 3);
        expect(promptSizeOf({ messages }, 'gpt-4o').bound).toBeGreaterThanOrEqual(least);
      }),
    );
  });

  it('counts a picture as a picture, however long its data URL', () => {
    const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(8_000_000)}` } };
    const { bound } = promptSizeOf(said([{ type: 'text', text: 'what is this?' }, picture]), 'gpt-4o');
    expect(bound).toBeGreaterThanOrEqual(85 + 8 * 170);
    expect(bound).toBeLessThan(2_000);
  });

  it('counts pictures dearer where the model does', () => {
    const picture = { type: 'image_url', image_url: { url: 'https://example.test/a.png' } };
    expect(promptSizeOf(said([picture]), 'gpt-4o-mini').bound).toBeGreaterThanOrEqual(2833 + 8 * 5667);
    expect(
      promptSizeOf(said([{ ...picture, image_url: { ...picture.image_url, detail: 'low' } }]), 'gpt-4o').bound,
    ).toBeLessThan(200);
  });

  it('counts sounds by their length', () => {
    const sound = (characters: number) => ({
      type: 'input_audio',
      input_audio: { data: 'A'.repeat(characters), format: 'mp3' },
    });
    expect(promptSizeOf(said([sound(10)]), 'gpt-4o-audio-preview').bound).toBeGreaterThanOrEqual(100);
    expect(promptSizeOf(said([sound(1_000_000)]), 'gpt-4o-audio-preview').bound).toBeGreaterThanOrEqual(10_000);
  });

  it('counts tools, schemas and fields it does not know, not settings', () => {
    const without = promptSizeOf(said('x'), 'gpt-4o').bound;
    expect(promptSizeOf({ ...said('x'), temperature: 1, user: 'u'.repeat(1000) }, 'gpt-4o').bound).toBe(without);
    const tools = [
      {
        type: 'function',
        function: { name: 'look_up', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
      },
    ];
    expect(promptSizeOf({ ...said('x'), tools }, 'gpt-4o').bound).toBeGreaterThan(without + 600);
    expect(promptSizeOf({ ...said('x'), preamble: 'y'.repeat(500) }, 'gpt-4o').bound).toBeGreaterThanOrEqual(
      without + 500,
    );
  });

  it('counts every character of what only looks like a picture', () => {
    expect(
      promptSizeOf(said([{ type: 'image_url', image_url: ['z'.repeat(5_000)] }]), 'gpt-4o').bound,
    ).toBeGreaterThanOrEqual(5_000);
  });

  it('bears bodies nested without end', () => {
    let nested: unknown = 'x';
    for (let depth = 0; depth < 200_000; depth += 1) nested = [nested];
    expect(promptSizeOf(said(nested), 'gpt-4o').bound).toBeGreaterThan(200_000);
  });

  it('is reached where it is, whatever it is made of', () => {
    const tool = { type: 'function', function: { name: 'look_up', parameters: { type: 'object', properties: {} } } };
    const parts = fc.record({
      messages: fc.array(fc.record({ role: fc.constant('user'), content: fc.string({ maxLength: 200 }) })),
      tools: fc.array(fc.constant(tool)),
      max_tokens: fc.nat(),
    });
    fc.assert(
      fc.property(parts, (request) => {
        const { likely } = promptSizeOf(request, 'gpt-4o');
        expect(isPromptOf(likely, request, 'gpt-4o')).toBe(true);
        expect(isPromptOf(likely + 1, request, 'gpt-4o')).toBe(false);
      }),
    );
  });

  it('is reached without a look at the rest', () => {
    const unseen = {
      get content(): string {
        throw new Error('asked for');
      },
    };
    const request = { messages: [unseen, { role: 'user', content: 'x'.repeat(4_096) }] };
    expect(() => promptSizeOf(request, 'gpt-4o')).toThrow('asked for');
    expect(isPromptOf(1_024, request, 'gpt-4o')).toBe(true);
  });
});

describe('the bytes of a text', () => {
  it('are those of its UTF-8 form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
    expect(utf8Bytes('\ud800x\udc00')).toBe(7);
    expect(utf8Bytes(`${'x'.repeat(40)}\ud800x\udc00`)).toBe(47);
  });

  it.each(['x', 'é', '你', '🙂', 'xé你🙂', '\ud800'])('are counted of any length: %j', (text) => {
    for (const length of [31, 32, 33, 65_535, 65_536, 65_537, 200_001])
      expect(utf8Bytes(text.repeat(length))).toBe(Buffer.byteLength(text) * length);
  });
});
