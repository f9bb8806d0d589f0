import { describe, expect, it } from '@jest/globals';
import { freePort } from './free-port.ts';

describe('a free port', () => {
  it('is none that is kept for somebody else, be it free', async () => {
    const free = [3000, 3000, 3001];
    expect(await freePort(3000, async () => free.shift() ?? 0)).toBe(3001);
  });
});
