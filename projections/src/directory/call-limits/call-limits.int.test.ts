import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CallLimits } from '@ledgate/domain/call-limits/call-limits';
import type { LimitedCall } from '@ledgate/domain/call-limits/window';
import { DirectoryUnavailable } from '../relay-view.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import type { SharedCallLimits } from '../call-limits.ts';
import { createCallLimits } from './create-call-limits.ts';
import { sweepCallLimits } from './sweep.ts';

let directory: DirectoryFixture;
let relays: readonly SharedCallLimits[];

beforeEach(async () => {
  directory = await openDirectory();
  relays = ['one', 'two', 'three'].map((processId) => createCallLimits({ pool: directory.pool, processId }));
});
afterEach(() => directory.close());

const callOf = (limits: CallLimits, ...subjects: readonly string[]): LimitedCall => ({
  parts: subjects.map((subject) => ({ subject, limits })),
  tokens: 0,
});

describe('limits of calls that several processes share', () => {
  it('let exactly as many begin, however many ask at once, in whatever order they name what limits them', async () => {
    const asked = Array.from({ length: 60 }, (_, index) => {
      const subjects = index % 2 === 0 ? ['user:1', 'token:1'] : ['token:1', 'user:1'];
      return relays[index % 3]?.exchange({ told: [], calls: [callOf({ rpm: 25 }, ...subjects)] });
    });
    const verdicts = (await Promise.all(asked)).flat();
    expect(verdicts.filter((verdict) => verdict?.granted === true)).toHaveLength(25);
  });

  it('know what each runs, by what it says', async () => {
    const [one, two] = relays as [SharedCallLimits, SharedCallLimits];
    const call = callOf({ parallel: 2 }, 'user:1');
    expect(await one.exchange({ told: [], calls: [call, call, call] })).toMatchObject([
      { granted: true },
      { granted: true },
      { granted: false, kind: 'parallel' },
    ]);
    expect(await two.exchange({ told: [], calls: [call] })).toMatchObject([{ granted: false }]);
    await one.exchange({ told: [{ subject: 'user:1', running: 1, corrections: [] }], calls: [] });
    expect(await two.exchange({ told: [], calls: [call] })).toMatchObject([{ granted: true }]);
  });

  it('say so when the database cannot tell them', async () => {
    await directory.pool.query('alter table directory.call_limits rename to away');
    try {
      const asked = relays[0]?.exchange({ told: [], calls: [callOf({ rpm: 1 }, 'user:1')] });
      await expect(asked).rejects.toThrow(DirectoryUnavailable);
    } finally {
      await directory.pool.query('alter table directory.away rename to call_limits');
    }
  });

  it('keep nothing of who has not called for minutes', async () => {
    await relays[0]?.exchange({ told: [], calls: [callOf({ rpm: 1 }, 'user:1', 'user:2')] });
    const nowS = Math.floor(Date.now() / 1_000);
    expect(await sweepCallLimits(directory.pool, nowS)).toBe(0);
    expect(await sweepCallLimits(directory.pool, nowS + 302)).toBe(2);
  });
});
