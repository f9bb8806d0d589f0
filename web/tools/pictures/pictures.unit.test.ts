import { describe, expect, it } from '@jest/globals';
import { compared, DIFFERENT_MAX, type Pixels } from './pictures.ts';

/** White, with so many black pixels. */
function picture(width: number, height: number, black: number): Pixels {
  const made = { width, height, data: new Uint8Array(width * height * 4).fill(255) };
  for (let at = 0; at < black; at += 1) made.data.fill(0, at * 4, at * 4 + 3);
  return made;
}

describe('compared', () => {
  it('says which part of a picture is another', () => {
    expect(compared(picture(100, 100, 0), picture(100, 100, 0)).part).toBe(0);
    expect(compared(picture(100, 100, 0), picture(100, 100, 10)).part).toBeLessThanOrEqual(DIFFERENT_MAX);
    expect(compared(picture(100, 100, 0), picture(100, 100, 15)).part).toBeGreaterThan(DIFFERENT_MAX);
  });

  it('takes one of another size as wholly another', () =>
    expect(compared(picture(100, 100, 0), picture(100, 101, 0)).part).toBe(1));
});
