import { expect, it } from '@jest/globals';
import { dayAt } from './statement-days.ts';

const DAYS = { days: ['2026-03-01', '2026-03-02', '2026-03-03'], cuts: [5, 9, 9] };

it.each([
  [4, ''],
  [5, '2026-03-01'],
  [8, '2026-03-01'],
  // Of days that begin at the same position the last is the one that has it.
  [9, '2026-03-03'],
  [1_000, '2026-03-03'],
])('the entry at %i counts in %j', (position, day) => expect(dayAt(DAYS, position)).toBe(day));

it('nothing counts in any of no days', () => expect(dayAt({ days: [], cuts: [] }, 7)).toBe(''));
