import type { Quota } from '../shared/quota.ts';
import { decimal } from './decimal.ts';

const PLACES = 6;
const MILLION = 10n ** BigInt(PLACES);

/** USD of an amount in quota units with 6 places, half up of the absolute value; exact where `quotaPerUnit`, a decimal above zero, divides 1,000,000. */
export function dollarsOf(amount: Quota, quotaPerUnit: string): string {
  const { units, scale } = decimal(quotaPerUnit);
  const numerator = BigInt(Math.abs(amount)) * MILLION * 10n ** BigInt(scale);
  const rounded = (numerator * 2n + units) / (units * 2n);
  const digits = rounded.toString().padStart(PLACES + 1, '0');
  const sign = amount < 0 && rounded > 0n ? '-' : '';
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
