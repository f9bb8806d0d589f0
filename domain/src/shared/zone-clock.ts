import { zoneOffset } from './zone-offset.ts';

/** What the clocks of a zone show. Each question to it costs microseconds, so it is asked once a day. */
export type ZoneClock = {
  /** IANA, as `Europe/Berlin`. */
  readonly zone: string;
  /** Seconds that they are ahead of UTC at a time; Unix seconds. */
  readonly ahead: (seconds: number) => number;
  /** What they show at a time, as a date whose UTC fields are those of the clock. */
  readonly wall: (seconds: number) => Date;
  /**
   * When they show this, the fields of `wall` in UTC as milliseconds; in Unix seconds. The first time where they do so twice, and by the clock of before
   * where they never do, since they are put forward.
   */
  readonly fromWall: (wallMs: number) => number;
};

const DAY_S = 86_400;
/** Days whose answer is remembered, some 55 years, before they are forgotten all at once; null where clocks change within one. */
const DAYS_KEPT_MAX = 20_000;

/** Throws RangeError for a zone that is not known. */
export function zoneClock(zone: string): ZoneClock {
  const asked = zoneOffset(zone);
  const days = new Map<number, number | null>();
  const ahead = (seconds: number): number => {
    const day = Math.floor(seconds / DAY_S);
    let known = days.get(day);
    if (known === undefined) {
      if (days.size >= DAYS_KEPT_MAX) days.clear();
      const first = asked(day * DAY_S);
      known = first === asked((day + 1) * DAY_S - 1) ? first : null;
      days.set(day, known);
    }
    return known ?? asked(seconds);
  };
  return {
    zone,
    ahead,
    wall: (seconds) => new Date((seconds + ahead(seconds)) * 1_000),
    fromWall: (wallMs) => {
      const wall = wallMs / 1_000;
      const [before, after] = [ahead(wall - DAY_S), ahead(wall + DAY_S)];
      if (ahead(wall - before) === before) return wall - before;
      return ahead(wall - after) === after ? wall - after : wall - before;
    },
  };
}
