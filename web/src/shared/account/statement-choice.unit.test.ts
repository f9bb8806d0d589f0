import { expect, it } from '@jest/globals';
import { zoneClock } from '@ledgate/domain/shared/zone-clock';
import { zoneName } from '../time/zone.ts';
import { isPeriod, offeredPeriods } from './statement-bar-periods.ts';
import { statementDefaults, statementRange } from './statement-choice.ts';

const NOW_S = Date.UTC(2026, 1, 3) / 1_000;

it('offers months and years up to now', () => {
  const offered = offeredPeriods(NOW_S, zoneClock('UTC'));
  expect(offered.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(offered.slice(-2)).toEqual(['2026', '2025']);
});

it('offers periods by the clock of the zone', () => {
  const newYear = Date.UTC(2025, 11, 31, 23) / 1_000;
  expect(offeredPeriods(newYear, zoneClock('UTC'))[0]).toBe('2025-12');
  expect(offeredPeriods(newYear, zoneClock('Asia/Kathmandu'))[0]).toBe('2026-01');
});

it('begins the days of a preset by the clock of the zone', () => {
  const range = statementRange({ ...statementDefaults, range: 'today', zone: 'Asia/Kathmandu' }, NOW_S);
  const midnight = Date.UTC(2026, 1, 2, 18, 15) / 1_000;
  expect(range).toEqual({ start: midnight, end: midnight + 86_400, zone: 'Asia/Kathmandu' });
});

it('asks in the zone of all times where the browser does not know the one of the address', () => {
  const range = statementRange({ ...statementDefaults, zone: 'Mars/Olympus' }, NOW_S);
  expect(range).toEqual(statementRange(statementDefaults, NOW_S));
  expect(range.zone).toBe(zoneName());
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
  ['2026-02-30', false],
  ['2026-1', false],
  ['', false],
  ['november', false],
])('%j is a period: %s', (text, is) => expect(isPeriod(text)).toBe(is));
