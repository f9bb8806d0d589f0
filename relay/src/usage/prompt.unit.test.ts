import { describe, expect, it } from '@jest/globals';
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
    expect(imageTokens({ url: png(1024, 1024) }, 'gpt-4o', 1)).toBe(85 + 4 * 170);
    expect(imageTokens({ url: png(512, 512) }, 'gpt-4o', 1)).toBe(85 + 170);
    expect(imageTokens({ url: png(2048, 4096) }, 'gpt-4o', 1)).toBe(85 + 6 * 170);
    expect(imageTokens({ url: png(512, 512), detail: 'low' }, 'gpt-4o', 1)).toBe(85);
    expect(imageTokens({ url: png(512, 512) }, 'gpt-4o-mini', 1)).toBe(2833 + 5667);
    expect(imageTokens({ url: png(512, 512) }, 'glm-4v', 1)).toBe(1047);
    expect(imageTokens({ url: png(512, 512) }, 'claude-3', 14)).toBe(255);
  });
});

describe('what a prompt is counted by', () => {
  it('follows contract C.5', () => {
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
    expect(promptTexts({ tools }, messages, 'gpt-4o', 1)).toEqual({
      texts: ['system', 'be brief', 'boss', 'user', 'look', 'ab{"c":1}'],
      fixedTokens: 3 + (3 + 1) + (3 + 255 + 100) + 8,
    });
  });

  it('takes any shape', () => {
    expect(
      promptTexts({ tools: 'x' }, [{ role: 5, content: null }, { content: [null, 7, { type: 'text' }] }], 'm', 1),
    ).toEqual({ texts: [], fixedTokens: 9 });
  });
});
