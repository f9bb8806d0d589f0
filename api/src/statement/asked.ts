import { periodIn } from '@ledgate/domain/shared/periods';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import { refusedAt, type Refused } from '../http/answer.ts';

type AskedRange = {
  readonly start: number;
  readonly end: number;
  readonly period: string;
  readonly zone: string;
};

/** Unix seconds; `toS` undefined: up to now. */
export type Asked = { readonly fromS: number; readonly toS: number | undefined; readonly zone: string };

const UTC = 'UTC';

/** The range that a call asks for by a start and an end, or by a period in a zone. */
export function rangeOf({ start, end, period, zone: named }: AskedRange): Asked | Refused {
  const zone = named.trim() === '' ? UTC : named.trim();
  if (!isZone(zone)) return refusedAt('zone', { code: 'zone_unknown' });
  if (period.trim() === '') return { fromS: start, toS: end === 0 ? undefined : end, zone };
  if (start !== 0 || end !== 0) return refusedAt('period', { code: 'period_or_range' });
  const found = periodIn(period.trim(), zone);
  return 'fault' in found
    ? refusedAt('period', { code: 'period_invalid' })
    : { fromS: found.startS, toS: found.endS, zone };
}
