import { describe, expect, it } from '@jest/globals';
import { Readiness } from './readiness.ts';

const well = { part: 'well', unready: () => undefined };

describe('Readiness', () => {
  it('names each check, and the reason of one that has something to say, throws or rejects', async () => {
    const readiness = new Readiness([
      well,
      { part: 'says', unready: () => 'it stands still' },
      {
        part: 'throws',
        unready: () => {
          throw new Error('broken');
        },
      },
      { part: 'rejects', unready: () => Promise.reject(new Error('cut off')) },
    ]);
    expect(await readiness.look()).toMatchObject([
      { part: 'well', ok: true },
      { part: 'says', ok: false, reason: 'it stands still' },
      { part: 'throws', ok: false, reason: 'broken' },
      { part: 'rejects', ok: false, reason: 'cut off' },
    ]);
  });

  it('waits for no check longer than the limit, and does not ask it again while it has not answered', async () => {
    let asked = 0;
    let answer: (reason: undefined) => void = () => undefined;
    const silent = {
      part: 'silent',
      unready: () =>
        new Promise<undefined>((resolve) => {
          asked += 1;
          answer = resolve;
        }),
    };
    const readiness = new Readiness([well, silent], { limitMs: 10, keptMs: 0 });
    for (let look = 0; look < 3; look += 1) {
      expect(await readiness.look()).toMatchObject([{ ok: true }, { ok: false, reason: 'no answer within 10 ms' }]);
    }
    expect(asked).toBe(1);
    answer(undefined);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const looking = readiness.look();
    answer(undefined);
    expect(await looking).toMatchObject([{ ok: true }, { ok: true }]);
    expect(asked).toBe(2);
  });

  it('asks once for many probes at a time, and not again for a while', async () => {
    let asked = 0;
    const counted = {
      part: 'counted',
      unready: () => {
        asked += 1;
        return undefined;
      },
    };
    const readiness = new Readiness([counted], { keptMs: 60_000 });
    await Promise.all(Array.from({ length: 100 }, () => readiness.look()));
    await readiness.look();
    expect(asked).toBe(1);
    const forgetful = new Readiness([counted], { keptMs: 0 });
    await forgetful.look();
    await forgetful.look();
    expect(asked).toBe(3);
  });
});
