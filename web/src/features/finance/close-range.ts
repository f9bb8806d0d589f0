import { periodIn } from '@ledgate/domain/shared/periods';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import type { FieldErrors } from '../../shared/ui/use-form.ts';
import type { Period } from './api/periods-api.ts';
import type { periodsTexts } from './periods-texts.ts';

/** A period as it is typed. */
export type CloseValues = {
  readonly kind: 'month' | 'until';
  /** `2026-11`. */
  readonly month: string;
  /** `2026-11-28`, inclusive. */
  readonly day: string;
  readonly zone: string;
  readonly reason: string;
};

/** Unix seconds. */
type Range = { readonly start: number; readonly end: number; readonly zone: string };

const MONTH = /^\d{4}-\d\d$/u;
const DAY = /^\d{4}-\d\d-\d\d$/u;

/** The range that is chosen; undefined while it is none. One up to a day begins where the last period ends. */
export function rangeOf(values: CloseValues, last: Period | undefined): Range | undefined {
  const zone = values.zone.trim();
  const [text, form] = values.kind === 'month' ? [values.month.trim(), MONTH] : [values.day.trim(), DAY];
  const found = form.test(text) ? periodIn(text, zone) : undefined;
  if (found === undefined || 'fault' in found) return undefined;
  const start = values.kind === 'month' ? found.startS : (last?.end ?? 0);
  return { start, end: found.endS, zone };
}

/** What is wrong with it, by field. */
export function closeFaults(
  values: CloseValues,
  last: Period | undefined,
  own: (typeof periodsTexts)['en'],
): FieldErrors<CloseValues> {
  if (!isZone(values.zone.trim())) return { zone: own.zoneWrong };
  if (rangeOf(values, last) !== undefined) return {};
  return values.kind === 'month' ? { month: own.monthWrong } : { day: own.dayWrong };
}
