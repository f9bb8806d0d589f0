import { describe, expect, it } from '@jest/globals';
import { coalesced } from './coalesced.ts';

describe('coalesced runs', () => {
  it('share the next run while one is under way, never the one that began before', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = coalesced((key: string) => {
      begun.push(key);
      return new Promise<void>((resolve) => {
        ends.push(resolve);
      });
    });
    const first = run('a');
    const [second, third, other] = [run('a'), run('a'), run('b')];
    expect(begun).toEqual(['a', 'b']);
    expect(second).toBe(third);
    ends[0]?.();
    ends[1]?.();
    await Promise.all([first, other]);
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b', 'a']);
    ends[2]?.();
    await second;
    const fourth = run('a');
    expect(begun).toHaveLength(4);
    ends[3]?.();
    await fourth;
  });

  it('go on after a run that failed', async () => {
    let runs = 0;
    const run = coalesced(async (_key: string) => {
      runs += 1;
      if (runs === 1) throw new Error('no');
    });
    const [first, second] = [run('a'), run('a')];
    await expect(first).rejects.toThrow('no');
    await second;
    expect(runs).toBe(2);
  });
});
