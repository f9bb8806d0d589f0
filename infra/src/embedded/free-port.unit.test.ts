import { describe, expect, it } from '@jest/globals';
import { freePort, portAgain } from './free-port.ts';

describe('a free port', () => {
  it('is none that a connection which goes out may take meanwhile, and no port twice', async () => {
    const ports: number[] = [];
    for (let asked = 0; asked < 50; asked += 1) ports.push(await freePort());
    expect(Math.max(...ports)).toBeLessThan(32_768);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('is none that is kept for somebody else, be it free', async () => {
    const free = [3000, 3000, 3001];
    expect(await freePort(3000, async () => free.shift() ?? 0)).toBe(3001);
  });

  it('is that of an earlier run, unless it is kept for somebody else now', async () => {
    const before = await freePort();
    expect(await portAgain(before)).toBe(before);
    expect(await portAgain(before, before)).not.toBe(before);
    expect(await portAgain(undefined, before)).not.toBe(before);
  });
});
