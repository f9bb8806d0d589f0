import { describe, expect, it } from '@jest/globals';
import { raiseOf } from './raise-of.ts';

const till = (relayId: string, reads: number) => ({ relayId, reads });

describe('how far ledger_schema is raised', () => {
  it.each([
    ['all read it', { readModels: 2, tills: [till('a', 2), till('b', 2)] }, 2, undefined],
    ['no relay has a till', { readModels: 2, tills: [] }, 2, undefined],
    [
      'one relay reads less',
      { readModels: 2, tills: [till('a', 2), till('b', 1), till('c', 2)] },
      1,
      'relay b has a till and reads 1',
    ],
    [
      'the read models are those of the release before',
      { readModels: 1, tills: [till('a', 2)] },
      1,
      'the live read models are of a release that reads 1',
    ],
    ['a relay and the read models read more than this release', { readModels: 3, tills: [till('a', 3)] }, 2, undefined],
  ])('where %s', (_case, { readModels, tills }, to, heldBy) => {
    expect(raiseOf({ written: 1, own: 2, readModels, tills })).toEqual({ to, heldBy });
  });

  it('goes by several numbers at once, up to the least that is read', () => {
    expect(raiseOf({ written: 1, own: 4, readModels: 4, tills: [till('a', 3)] })).toEqual({
      to: 3,
      heldBy: 'relay a has a till and reads 3',
    });
  });

  it('never falls, whoever reads less', () => {
    for (const own of [1, 2, 3])
      for (const readModels of [1, 2, 3])
        for (const reads of [1, 2, 3])
          expect(raiseOf({ written: 2, own, readModels, tills: [till('a', reads)] }).to).toBe(
            Math.max(2, Math.min(own, readModels, reads)),
          );
  });
});
