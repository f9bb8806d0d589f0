import { describe, expect, it, jest } from '@jest/globals';
import { dayBehind, localDays, periodIn } from './periods.ts';

const at = (text: string): number => Date.parse(text) / 1_000;

describe('a period', () => {
  it.each([
    ['2026', 'UTC', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2026-12', 'UTC', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2028-02-29', 'UTC', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['2026-03-01', 'Asia/Kathmandu', '2026-02-28T18:15:00Z', '2026-03-01T18:15:00Z'],
    ['2026-11', 'America/New_York', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
    // Days of 23 and of 25 hours.
    ['2026-03-29', 'Europe/Zurich', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['2026-10-25', 'Europe/Zurich', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    // Clocks are put on and back by half an hour.
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
    // Clocks are put from midnight to one, so that the day begins at one.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
    // Clocks are put back at midnight: the day before has an hour more.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00Z', '2018-02-18T03:00:00Z'],
    // Clocks are put back a minute after midnight: the day begins twice.
    ['2010-11-07', 'America/St_Johns', '2010-11-07T02:30:00Z', '2010-11-08T03:30:00Z'],
    // There is no such day, nor any time in it.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
  ])('%s in %s is from %s to %s', (period, zone, start, end) =>
    expect(periodIn(period, zone)).toEqual({ startS: at(start), endS: at(end) }),
  );

  it.each(['', '20261', '2026-13', '2026-00', '2026-02-29', '2026-1', '1970', '9999', '2026-01-01T', '٢٠٢٦'])(
    'is none: %j',
    (period) => expect(periodIn(period, 'UTC')).toEqual({ fault: 'period_invalid' }),
  );

  it.each(['Mars/Olympus', '', '+05:30', 'UTC\0', 'x'.repeat(1_000_000)])('is none where a zone is none: %j', (zone) =>
    expect(periodIn('2026', zone)).toEqual({ fault: 'zone_unknown' }),
  );

  it.each(['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Zurich', 'America/St_Johns', 'Pacific/Apia'])(
    'of a day adjoins the next one in %s, and all of them are their year',
    (zone) => {
      const year = periodIn('2011', zone) as { startS: number; endS: number };
      let next = year.startS;
      for (let day = Date.UTC(2011, 0, 1); day < Date.UTC(2012, 0, 1); day += 86_400_000) {
        const { startS, endS } = periodIn(new Date(day).toISOString().slice(0, 10), zone) as typeof year;
        expect([startS, endS >= startS]).toEqual([next, true]);
        next = endS;
      }
      expect(next).toBe(year.endS);
    },
  );
});

describe('local days', () => {
  it('are those that some stretches touch, each once', () => {
    const stretches = [
      [at('2026-03-01T00:00:00Z'), at('2026-03-01T23:59:59Z')],
      [at('2026-03-02T00:00:00Z'), at('2026-03-02T23:59:59Z')],
    ] as const;
    expect(localDays('Asia/Kathmandu', stretches)).toEqual([
      { day: '2026-03-01', startS: at('2026-02-28T18:15:00Z') },
      { day: '2026-03-02', startS: at('2026-03-01T18:15:00Z') },
      { day: '2026-03-03', startS: at('2026-03-02T18:15:00Z') },
    ]);
  });
  it('are none without a stretch', () => expect(localDays('UTC', [])).toEqual([]));
  it('are followed by the next one', () =>
    expect(dayBehind('Europe/Zurich', { day: '2026-10-25', startS: 0 })).toEqual({
      day: '2026-10-26',
      startS: at('2026-10-25T23:00:00Z'),
    }));
});

it('asks clocks once of each day, however often days are asked for', () => {
  const asked = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  const stretches = Array.from({ length: 1_000 }, (_, day) => [day * 86_400, day * 86_400 + 86_399] as const);
  const days = localDays('America/Caracas', stretches);
  expect(asked.mock.calls.length).toBeGreaterThan(1_000);
  asked.mockClear();
  expect(localDays('America/Caracas', stretches)).toEqual(days);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});
