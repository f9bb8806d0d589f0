import { zoneClock } from '@ledgate/domain/shared/zone-clock';

const MINUTE_S = 60;
const HOUR_S = 3_600;

const padded = (value: number): string => String(value).padStart(2, '0');

/** `+05:45`; with seconds where a zone's clocks were set by the sun. */
function offsetText(aheadS: number): string {
  const absolute = Math.abs(aheadS);
  const seconds = absolute % MINUTE_S;
  const text = `${padded(Math.floor(absolute / HOUR_S))}:${padded(Math.floor((absolute % HOUR_S) / MINUTE_S))}`;
  return `${aheadS < 0 ? '-' : '+'}${text}${seconds === 0 ? '' : `:${padded(seconds)}`}`;
}

/**
 * Times as the clocks of a zone show them, ISO 8601 with milliseconds and their offset: `2026-11-28T17:45:00.000+05:45`, in UTC `+00:00`.
 *
 * @param zone IANA. Throws RangeError for one that is not known.
 */
export function zonedTime(zone: string): (atMs: number) => string {
  const { ahead } = zoneClock(zone);
  return (atMs) => {
    const aheadS = ahead(Math.floor(atMs / 1_000));
    return `${new Date(atMs + aheadS * 1_000).toISOString().slice(0, -1)}${offsetText(aheadS)}`;
  };
}
