import { decimal } from '../pricing/decimal.ts';

const PLACES = 6;
const TEN = 10n;

/**
 * Quota units in USD as decimal text with 6 places, half up of the absolute value (docs/ledger.md#money).
 *
 * @param quotaPerUnit decimal text above zero: units that 1 USD is. Throws RangeError otherwise.
 */
export function moneyText(units: number | bigint, quotaPerUnit: string): string {
  const { units: divisor, scale } = decimal(quotaPerUnit);
  if (divisor === 0n) throw new RangeError('no quota units are 1 USD');
  const whole = BigInt(units);
  const absolute = (whole < 0n ? -whole : whole) * TEN ** BigInt(PLACES + scale);
  const rounded = (absolute * 2n + divisor) / (divisor * 2n);
  const digits = rounded.toString().padStart(PLACES + 1, '0');
  return `${whole < 0n && rounded > 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
