const STEPS_MAX = 5;
const MANTISSAS = [1, 2, 5] as const;
/** The smallest powers of ten beyond which a figure has no meaning to anybody. */
const POWER_MIN = -12;
const POWER_MAX = 18;

/**
 * The ticks of an axis from zero up to at least `largest`, by the smallest step of 1, 2 or 5 x 10^n that makes at most five of them and is not below
 * `least` (itself such a step). Without anything to show up to 1.
 */
export function axisTicks(largest: number, least: number): readonly number[] {
  if (!(largest > 0)) return [0, 1];
  for (let power = POWER_MIN; power <= POWER_MAX; power += 1)
    for (const mantissa of MANTISSAS) {
      // Times of whole numbers are exact; a product with 0.1 is not.
      const times = (count: number): number =>
        power < 0 ? (count * mantissa) / 10 ** -power : count * mantissa * 10 ** power;
      const count = Math.ceil(largest / times(1));
      if (times(1) >= least && count <= STEPS_MAX) return Array.from({ length: count + 1 }, (_, index) => times(index));
    }
  return [0, largest];
}
