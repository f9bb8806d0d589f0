import { zoneClock, type ZoneClock } from '@ledgate/domain/shared/zone-clock';

/** The zone of the browser, as `Europe/Berlin`. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All zones that can be chosen, by name; UTC, which not every browser counts among them, is one. */
export const zoneNames = (): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted();

let shown = zoneClock(browserZone());

/** The clock by which times are shown and typed. */
export const shownClock = (): ZoneClock => shown;

/** Its zone, as `Europe/Berlin`. */
export const zoneName = (): string => shown.zone;

/** Shows times in this zone from now on, or in the browser's; what is on the screen already keeps its own until it is drawn anew. */
export function showZone(chosen: string | undefined): void {
  const zone = chosen ?? browserZone();
  if (zone !== shown.zone) shown = zoneClock(zone);
}
