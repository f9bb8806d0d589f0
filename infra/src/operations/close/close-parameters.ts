import { parseArgs } from 'node:util';
import { TIME_S_MAX } from '@ledgate/domain/catalogue/limits';
import { periodIn } from '@ledgate/domain/shared/periods';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import type { AskedPeriod } from '@ledgate/projections/periods/begin-close';

const CLOSE_USAGE = `npm run close -- --period P [--zone Z]                   closes a period of the books, the one that follows on the last
npm run close -- --start SECONDS --end SECONDS [--zone Z]
  --period P                        YYYY, YYYY-MM or YYYY-MM-DD, in the zone
  --start SECONDS --end SECONDS     in place of it: Unix seconds, from start (inclusive; 0: from the first event) to end (exclusive)
  --zone Z                          IANA, as Europe/Berlin; UTC where left out
  --reason TEXT                     kept with the record of it`;

/** It was called in a way that it cannot do, or the books refuse it: nothing is written. The text begins with the code, as the API has it. */
export class CloseRefused extends Error {
  override readonly name = 'CloseRefused';
}

type CloseParameters = AskedPeriod & { readonly reason: string };

/** By `process.argv` behind the command's name. Throws CloseRefused. */
export function closeParametersOf(args: readonly string[]): CloseParameters {
  const { period, start, end, zone = 'UTC', reason = '' } = parsed(args);
  if (!isZone(zone)) throw new CloseRefused('zone_unknown (--zone): zones have names like UTC or Europe/Berlin');
  const told = { zone, reason: reason.trim() };
  if (period === undefined) {
    if (end === undefined) throw new CloseRefused(`--period or --end is missing\n${CLOSE_USAGE}`);
    return { start: secondsOf('start', start ?? '0'), end: secondsOf('end', end), ...told };
  }
  if (start !== undefined || end !== undefined)
    throw new CloseRefused('period_or_range (--period): a period stands in the place of a start and an end');
  const found = periodIn(period, zone);
  if ('fault' in found) throw new CloseRefused('period_invalid (--period): a period is YYYY, YYYY-MM or YYYY-MM-DD');
  return { start: found.startS, end: found.endS, ...told };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        period: { type: 'string' },
        start: { type: 'string' },
        end: { type: 'string' },
        zone: { type: 'string' },
        reason: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new CloseRefused(`${error instanceof Error ? error.message : String(error)}\n${CLOSE_USAGE}`);
  }
}

function secondsOf(option: string, text: string): number {
  const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (!(value <= TIME_S_MAX)) throw new CloseRefused(`--${option} ${text}: whole seconds since 1970 are meant`);
  return value;
}
