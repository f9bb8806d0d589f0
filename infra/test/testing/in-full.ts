import { describe, it } from '@jest/globals';

/** Whether tests are played at full length, as `CI_FULL=rounds` does (docs/architecture.md#tests). */
const isInFull = process.env['TESTS_IN_FULL'] === '1';

type DescribeSuite = (name: string, suite: () => void) => void;

/** Says in its title, and by that in the summary of `npm test`, that it did not run. */
const leftOut: DescribeSuite = (name) =>
  describe(`${name} (NOT RUN: left to CI_FULL=rounds)`, () => {
    it.skip('takes minutes', () => undefined);
  });

/** For a suite that takes minutes. */
export const inFull = (describeSuite: DescribeSuite): DescribeSuite => (isInFull ? describeSuite : leftOut);

/** Cases that are tried each time, and with TESTS_IN_FULL=1 `more` of the like. */
export const casesInFull = <Case>(usual: readonly Case[], more: readonly Case[]): readonly Case[] =>
  isInFull ? [...usual, ...more] : usual;
