import { decimal } from '@ledgate/domain/pricing/decimal';

const PLACES = 18;
const TEN = 10n;

/** What a unit is in USD, decimal with up to 18 places, half up; undefined where it is nothing at that. @param quotaPerUnit decimal */
export function priceText(quotaPerUnit: string): string | undefined {
  const { units, scale } = decimal(quotaPerUnit);
  if (units === 0n) return undefined;
  const dividend = TEN ** BigInt(PLACES + scale);
  const digits = ((dividend * 2n + units) / (units * 2n)).toString().padStart(PLACES + 1, '0');
  const price = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  return price === '0' ? undefined : price;
}
