import Big from 'big.js';

/** An exact non-negative decimal: units / 10^scale. */
export type Decimal = { readonly units: bigint; readonly scale: number };

const TEN = 10n;

/** Digits before and after the point beyond which a decimal is refused: no ratio or price has a use for more, and no charge becomes slow. */
const DECIMAL_DIGITS_MAX = 40;

/** `text` is a decimal as in a price book, or as JSON writes one (`1e-7`). Throws RangeError when it is none, negative or too long. */
export function decimal(text: string): Decimal {
  if (!/^\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text) || text.length > 2 * DECIMAL_DIGITS_MAX)
    throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
  const { c, e } = new Big(text);
  const fraction = c.length - 1 - e;
  if (e >= DECIMAL_DIGITS_MAX || fraction > DECIMAL_DIGITS_MAX)
    throw new RangeError(`more than ${DECIMAL_DIGITS_MAX} digits: ${text.slice(0, 40)}`);
  const digits = BigInt(c.join(''));
  return fraction >= 0 ? { units: digits, scale: fraction } : { units: digits * TEN ** BigInt(-fraction), scale: 0 };
}

export const times = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
});

export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: raised(one, scale) + raised(other, scale), scale };
}

const raised = ({ units, scale }: Decimal, to: number): bigint =>
  scale === to ? units : units * TEN ** BigInt(to - scale);

/** Plain digits, no exponent, no zeros at the end of a fraction: `0.075`, `225`. */
export function decimalText({ units, scale }: Decimal): string {
  if (scale === 0) return units.toString();
  const digits = units.toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, -scale);
  let end = scale;
  while (end > 0 && digits.charCodeAt(whole.length + end - 1) === ZERO_CODE) end -= 1;
  return end === 0 ? whole : `${whole}.${digits.slice(whole.length, whole.length + end)}`;
}

const ZERO_CODE = 48;
