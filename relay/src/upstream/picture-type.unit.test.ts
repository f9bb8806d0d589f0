import { describe, expect, it } from '@jest/globals';
import { pictureType } from './picture-type.ts';

const bytes = (text: string): Buffer => Buffer.from(text.padEnd(16, '\0'), 'latin1');

describe('what kind of picture bytes are', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF87a'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\x10\0\0\0WEBP'],
    ['image/avif', '\0\0\0\x1cftypavif'],
    ['image/heic', '\0\0\0\x1cftypheic'],
    ['image/heif', '\0\0\0\x1cftypmif1'],
  ])('is %s by its first bytes, whatever is said', (type, text) => {
    expect(pictureType(bytes(text), 'text/html')).toBe(type);
    expect(pictureType(bytes(text), '')).toBe(type);
  });

  it('is what is said where the bytes say too little', () => {
    expect(pictureType(bytes('BM'), 'image/bmp')).toBe('image/bmp');
    expect(pictureType(bytes('II*\0'), 'Image/TIFF; x=1')).toBe('image/tiff');
  });

  it.each([
    ['a page', '<html></html>', 'text/html'],
    ['a page that calls itself a picture', '<html></html>', 'image/png'],
    ['a drawing, which is a document', '<svg xmlns="x"/>', 'image/svg+xml'],
    ['sound', 'RIFF\x10\0\0\0WAVE', 'audio/wav'],
    ['film', '\0\0\0\x1cftypisom', 'video/mp4'],
    ['nothing said', 'BM', ''],
  ])('is none for %s', (_what, text, type) => expect(pictureType(bytes(text), type)).toBeUndefined());

  it('is none for nothing at all', () => expect(pictureType(Buffer.alloc(0), 'image/bmp')).toBeUndefined());
});
