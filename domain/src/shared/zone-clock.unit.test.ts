import { expect, it } from '@jest/globals';
import { zoneClock } from './zone-clock.ts';

const at = (text: string): number => Date.parse(text) / 1_000;

it.each([
  ['UTC', '2026-11-28T12:00:00Z', '2026-11-28T12:00:00'],
  ['Asia/Kathmandu', '2026-11-28T18:15:00Z', '2026-11-29T00:00:00'],
  // Within a day in which clocks are changed.
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
])('clocks of %s show at %s %s', (zone, time, shown) => {
  const clock = zoneClock(zone);
  expect(clock.wall(at(time)).toISOString().slice(0, 19)).toBe(shown);
  expect(clock.fromWall(Date.parse(`${shown}Z`))).toBe(at(time));
  // Asked again it is as it was told first.
  expect(clock.ahead(at(time))).toBe(at(`${shown}Z`) - at(time));
});

it('takes the first of two times that are shown alike, and the clock of before for what is never shown', () => {
  const { fromWall } = zoneClock('Europe/Berlin');
  expect(fromWall(Date.parse('2026-10-25T02:30:00Z'))).toBe(at('2026-10-25T00:30:00Z'));
  expect(fromWall(Date.parse('2026-03-29T02:30:00Z'))).toBe(at('2026-03-29T01:30:00Z'));
});

it('knows no zone that there is none of', () => expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError));
