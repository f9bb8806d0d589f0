import { zoneOffset } from '@ledgate/domain/shared/zone-offset';

const DAY_S = 86_400;
/** Days whose offset is remembered, some 55 years, before they are forgotten all at once. */
const DAYS_KEPT_MAX = 20_000;

/** The zone of the browser, as `Europe/Berlin`. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All zones that can be chosen, by name; UTC, which not every browser counts among them, is one. */
export const zoneNames = (): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted();

let shown = browserZone();
/** Offsets of whole days by their number since 1970; null where the clock changes within one. */
const offsets = new Map<number, number | null>();
let asked = zoneOffset(shown);

/** The zone in which times are shown and typed, as `Europe/Berlin`. */
export const zoneName = (): string => shown;

/** Shows times in this zone from now on, or in the browser's; what is on the screen already keeps its own until it is drawn anew. */
export function showZone(chosen: string | undefined): void {
  const zone = chosen ?? browserZone();
  if (zone === shown) return;
  shown = zone;
  asked = zoneOffset(zone);
  offsets.clear();
}

/** Seconds that the person's clock is ahead of UTC at a time; Unix seconds. */
export function offsetSeconds(seconds: number): number {
  const day = Math.floor(seconds / DAY_S);
  let offset = offsets.get(day);
  if (offset === undefined) {
    if (offsets.size >= DAYS_KEPT_MAX) offsets.clear();
    const first = asked(day * DAY_S);
    offset = first === asked((day + 1) * DAY_S - 1) ? first : null;
    offsets.set(day, offset);
  }
  return offset ?? asked(seconds);
}

/** What the person's clock shows at a time, as a date whose UTC fields are those of the clock. */
export const wallClock = (seconds: number): Date => new Date((seconds + offsetSeconds(seconds)) * 1000);

/**
 * When the person's clock shows this, the fields of `wall` in UTC as milliseconds; in Unix seconds. The first time where it does so twice, and by the
 * clock of before where it never does, since it is put forward.
 */
export function fromWallClock(wallMs: number): number {
  const wall = wallMs / 1000;
  const [before, after] = [offsetSeconds(wall - DAY_S), offsetSeconds(wall + DAY_S)];
  if (offsetSeconds(wall - before) === before) return wall - before;
  return offsetSeconds(wall - after) === after ? wall - after : wall - before;
}
