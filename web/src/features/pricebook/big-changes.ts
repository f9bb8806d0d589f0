import { decimal } from '@ledgate/domain/pricing/decimal';
import type { PriceName, Prices } from '@ledgate/domain/tariff/prices';
import { PIECES, pricedAs, type TokenName } from '@ledgate/domain/tariff/rates';
import type { Terms } from './api/pricebook-api.ts';

/** A price that changes by more than half, in USD; null: nothing is charged for it. */
export type BigChange = {
  readonly what: PriceName;
  /** Of prompts of more tokens than that. */
  readonly above?: number;
  readonly before: string | null;
  readonly after: string | null;
};

/** What changes by more than half, up or down, and is asked about before it is published (docs/console.md#price-book). */
export function bigChanges(before: Terms, after: Terms): readonly BigChange[] {
  const tiers = [...new Set([...(before.tiers ?? []), ...(after.tiers ?? [])].map(({ above }) => above))];
  return [
    ...between(before.prices, after.prices, [before.prices, after.prices]),
    ...tiers
      .toSorted((one, other) => one - other)
      .flatMap((above) => {
        const [old, now] = [tierOf(before, above), tierOf(after, above)];
        return between({ ...before.prices, ...old }, { ...after.prices, ...now }, [old, now]).map((change) => ({
          ...change,
          above,
        }));
      }),
  ];
}

const tierOf = ({ tiers = [] }: Terms, above: number): Prices =>
  tiers.findLast((tier) => tier.above === above)?.prices ?? {};

/** Of what either of the two states. */
function between(before: Prices, after: Prices, stated: readonly [Prices, Prices]): readonly BigChange[] {
  const names = new Set(stated.flatMap((prices) => Object.keys(prices) as PriceName[]));
  return [...names]
    .map((what) => ({ what, before: costOf(before, what) ?? null, after: costOf(after, what) ?? null }))
    .filter((change) => isByMoreThanHalf(change.before, change.after));
}

/** A part without a price of its own costs as what it lies in. */
function costOf(prices: Prices, name: PriceName): string | undefined {
  if (PIECES.has(name) || name === 'character') return prices[name];
  const asFactors = Object.fromEntries(Object.keys(prices).map((stated) => [stated, []]));
  const found = pricedAs(asFactors, name as TokenName);
  return found === undefined ? undefined : prices[found];
}

/** Above one and a half of the old figure or below half of it; what cost nothing and costs something, and the other way round. */
export function isByMoreThanHalf(before: string | null, after: string | null): boolean {
  const [old, now] = [decimal(before ?? '0'), decimal(after ?? '0')];
  const [left, right] = [now.units * 10n ** BigInt(old.scale), old.units * 10n ** BigInt(now.scale)];
  return left * 2n > right * 3n || left * 2n < right;
}
