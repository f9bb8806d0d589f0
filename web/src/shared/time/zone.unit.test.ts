import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { presetRange, rangePresets } from './ranges.ts';
import { formatDay, formatTime, fromLocalInput, toLocalInput } from './time-format.ts';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import { browserZone, showZone, shownClock, zoneName, zoneNames } from './zone.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Santiago',
];
const at = (text: string): number => Date.parse(text) / 1000;

afterEach(() => showZone(undefined));

describe('zones', () => {
  it('begin with that of the browser, and come back to it', () => {
    expect(zoneName()).toBe(browserZone());
    showZone('Asia/Tokyo');
    expect(zoneName()).toBe('Asia/Tokyo');
    showZone(undefined);
    expect(zoneName()).toBe(browserZone());
  });
  it('are known by their names', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isZone)).toEqual([true, true, false, false]);
    expect(zoneNames()).toEqual(expect.arrayContaining(['Europe/Berlin', 'UTC']));
  });

  it.each([
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01 05:30:00'],
    ['America/St_Johns', '2026-07-01T12:00:00Z', '2026-07-01 09:30:00'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29 23:59:59'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31 00:00:00'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29 01:59:59'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29 03:00:00'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00'],
    ['Europe/Berlin', '1969-12-31T23:00:00Z', '1970-01-01 00:00:00'],
  ])('%s shows %s as %s', (zone, time, shown) => {
    showZone(zone);
    expect(formatTime(at(time))).toBe(shown);
  });

  it('say the first of two times, and for one that never is that of the clock before it was put forward', () => {
    showZone('Europe/Berlin');
    expect(fromLocalInput('2026-10-25T02:30')).toBe(at('2026-10-25T00:30:00Z'));
    expect(fromLocalInput('2026-03-29T02:30')).toBe(at('2026-03-29T01:30:00Z'));
  });

  it('bring back from what a clock shows the time at which it shows it', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: at('2060-01-01T00:00:00Z') }),
        (zone, seconds) => {
          showZone(zone);
          const back = shownClock().fromWall(shownClock().wall(seconds).getTime());
          expect(shownClock().wall(back)).toEqual(shownClock().wall(seconds));
          expect(back).toBeLessThanOrEqual(seconds);
          expect(shownClock().wall(seconds).getTime() / 1000 - seconds).toBe(shownClock().ahead(seconds));
          expect(fromLocalInput(toLocalInput(back))).toBe(back - (shownClock().wall(back).getUTCSeconds() % 60));
        },
      ),
    ));

  it('have presets that begin and end at midnights of theirs', () => {
    const now = new Date('2026-03-29T11:00:00Z');
    for (const zone of ZONES) {
      showZone(zone);
      for (const preset of rangePresets) {
        const { start, end } = presetRange(preset, now);
        expect([zone, preset, formatTime(start).slice(11), formatTime(end).slice(11)]).toEqual([
          zone,
          preset,
          '00:00:00',
          '23:59:59',
        ]);
      }
      expect(formatDay(presetRange('today', now).start)).toBe(formatDay(now.getTime() / 1000));
    }
    showZone('Europe/Berlin');
    const { start, end } = presetRange('today', now);
    expect(end + 1 - start).toBe(23 * 3600);
  });
});

describe('what is typed', () => {
  it.each(['soon', '2026-02-30', '2026-13-01', '2026-01-01T25:00', '2026-01-01 10', '', '2026-01-01T10:61', '26-1-1'])(
    '%p is no time',
    (text) => expect(fromLocalInput(text)).toBeUndefined(),
  );
  it('may be a day alone, and have seconds', () => {
    showZone('Asia/Tokyo');
    expect(fromLocalInput('2026-05-01')).toBe(at('2026-04-30T15:00:00Z'));
    expect(fromLocalInput(' 2026-05-01 09:08:07 ')).toBe(at('2026-05-01T00:08:07Z'));
  });
});
