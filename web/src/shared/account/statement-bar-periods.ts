import { periodIn } from '@ledgate/domain/shared/periods';
import type { ZoneClock } from '@ledgate/domain/shared/zone-clock';

const MONTHS = 12;
const YEARS = 2;

/** Periods that are offered, the newest first: this month and those before, this year and the one before, by the clock of the zone. */
export function offeredPeriods(nowSeconds: number, { wall }: ZoneClock): readonly string[] {
  const now = wall(nowSeconds);
  const months = Array.from({ length: MONTHS }, (_, before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)).toISOString().slice(0, 7),
  );
  return [...months, ...Array.from({ length: YEARS }, (_, before) => String(now.getUTCFullYear() - before))];
}

/** Whether a text is a period, as the server reads it. */
export const isPeriod = (text: string): boolean => !('fault' in periodIn(text.trim(), 'UTC'));
