import { quota, type Quota } from '../shared/quota.ts';
import type { Decimal } from './decimal.ts';

/**
 * The largest amount of one charge or reservation in quota units, about 2 million USD: far beyond any real one, and
 * small enough for sums of many to stay exact.
 */
export const CHARGE_MAX = quota(2 ** 40);

const POWERS: bigint[] = [];
const powerOfTen = (exponent: number): bigint => (POWERS[exponent] ??= 10n ** BigInt(exponent));

/** The one rounding of a charge: half up to a whole unit, at least 1 when above zero (docs/billing.md#rounding); never above CHARGE_MAX. */
export function roundedCharge({ units, scale }: Decimal): Quota {
  if (units === 0n) return quota(0);
  const one = powerOfTen(scale);
  const whole = (2n * units + one) / (2n * one);
  if (whole < 1n) return quota(1);
  return whole > BigInt(CHARGE_MAX) ? CHARGE_MAX : quota(Number(whole));
}
