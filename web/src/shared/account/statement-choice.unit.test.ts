import { expect, it } from '@jest/globals';
import { isPeriod, offeredPeriods } from './statement-bar-periods.ts';
import { statementDefaults, statementRange } from './statement-choice.ts';

const NOW_S = Date.UTC(2026, 1, 3) / 1_000;

it('offers months and years up to now', () => {
  const offered = offeredPeriods(NOW_S);
  expect(offered.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(offered.slice(-2)).toEqual(['2026', '2025']);
});

it('asks by a period where one is chosen, else by the range, whose end is exclusive', () => {
  expect(statementRange({ ...statementDefaults, period: '2026-01', zone: 'Asia/Kathmandu' }, NOW_S)).toEqual({
    period: '2026-01',
    zone: 'Asia/Kathmandu',
  });
  expect(statementRange({ ...statementDefaults, range: '5-9', zone: 'UTC' }, NOW_S)).toEqual({
    start: 5,
    end: 10,
    zone: 'UTC',
  });
});

it.each([
  ['2026', true],
  ['2026-11', true],
  ['2026-11-28', true],
  ['2026-13', false],
  ['2026-1', false],
  ['', false],
  ['november', false],
])('%j looks like a period: %s', (text, is) => expect(isPeriod(text)).toBe(is));
