import { decimal, type Decimal, decimalText, times } from '@ledgate/domain/pricing/decimal';

/** Places behind the point at which what is shown of a price ends; the tooltip has the rest. */
const SHOWN_PLACES_MAX = 6;
const SHOWN_PLACES_MIN = 2;
/** Places behind the point that a ratio may have. */
const RATIO_PLACES_MAX = 20n;
const MILLIONTH: Decimal = { units: 1n, scale: 6 };

/** The places that a column of prices needs, so that its figures stand below each other: at least 2. */
export const placesOf = (prices: readonly (string | undefined)[]): number =>
  Math.min(SHOWN_PLACES_MAX, Math.max(SHOWN_PLACES_MIN, ...prices.map((text) => text?.split('.')[1]?.length ?? 0)));

/** A price in USD, `$1,234.50`, to the places of its column; what goes beyond is cut and marked, never rounded. */
export function dollarText(price: string, places = placesOf([price])): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/gu, ',');
  return `$${grouped}.${fraction.slice(0, places).padEnd(places, '0')}${fraction.length > places ? '…' : ''}`;
}

/** A price as it was typed, `$1,000.50`, as the text of a decimal; undefined where it is none, or longer than a book bears. */
export function typedPrice(typed: string): string | undefined {
  const plain = typed
    .replaceAll(/[$,\s]/gu, '')
    .replace(/^\./u, '0.')
    .replace(/\.$/u, '');
  if (!/^\d+(\.\d+)?$/u.test(plain)) return undefined;
  try {
    return decimalText(decimal(plain));
  } catch {
    return undefined;
  }
}

/** The ratio of a price in USD a million tokens: quota units of one. Exact, since a million is a power of ten. */
export const ratioOf = (price: string, quotaPerUnit: string): string =>
  decimalText(times(times(decimal(price), decimal(quotaPerUnit)), MILLIONTH));

/** What a ratio comes to in USD a million tokens; undefined where that has no end. */
export const priceOfRatio = (ratio: string, quotaPerUnit: string): string | undefined =>
  quotient(decimalText(times(decimal(ratio), { units: 1_000_000n, scale: 0 })), quotaPerUnit);

/** One decimal by the other, exact; undefined where that has more places than a ratio may have, or no end. */
export function quotient(text: string, by: string): string | undefined {
  const [dividend, divisor] = [decimal(text), decimal(by)];
  if (divisor.units === 0n) return undefined;
  const numerator = dividend.units * 10n ** (BigInt(divisor.scale) + RATIO_PLACES_MAX);
  const denominator = divisor.units * 10n ** BigInt(dividend.scale);
  return numerator % denominator === 0n
    ? decimalText({ units: numerator / denominator, scale: Number(RATIO_PLACES_MAX) })
    : undefined;
}

/** Whether `one` to `other` is as `first` to `second`, without a division. */
export function isSameRatio(one: string, other: string, first: string, second: string): boolean {
  const [left, right] = [times(decimal(one), decimal(second)), times(decimal(first), decimal(other))];
  return decimalText(left) === decimalText(right);
}
