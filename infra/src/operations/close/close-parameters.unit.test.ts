import { describe, expect, it } from '@jest/globals';
import { closeParametersOf, CloseRefused } from './close-parameters.ts';

const asked = (text: string) => closeParametersOf(text === '' ? [] : text.split(' '));

describe('the parameters of npm run close', () => {
  it('are a period in a zone, or a start and an end', () => {
    expect(asked('--period 2026-10 --zone Europe/Berlin --reason monthly')).toEqual({
      start: Date.UTC(2026, 8, 30, 22) / 1_000,
      end: Date.UTC(2026, 9, 31, 23) / 1_000,
      zone: 'Europe/Berlin',
      reason: 'monthly',
    });
    expect(asked('--start 5 --end 9')).toEqual({ start: 5, end: 9, zone: 'UTC', reason: '' });
    expect(asked('--end 9')).toMatchObject({ start: 0, end: 9 });
  });

  it.each([
    ['', /--period or --end is missing/u],
    ['--start 5', /--end is missing/u],
    ['--period 2026-13', /period_invalid/u],
    ['--period 2026 --end 5', /period_or_range/u],
    ['--period 2026 --zone Mars', /zone_unknown/u],
    ['--end 1.5', /--end 1\.5/u],
    ['--end -5', /--end/u],
    ['--end 99999999999999', /--end/u],
    ['2026-10', /npm run close/u],
  ])('%s are refused', (text, reason) => {
    expect(() => asked(text)).toThrow(CloseRefused);
    expect(() => asked(text)).toThrow(reason);
  });
});
