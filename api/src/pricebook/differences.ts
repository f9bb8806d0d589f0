import { createHash } from 'node:crypto';
import { builtInCatalogue, type Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import { differencesOf, type PriceDifference } from '@ledgate/domain/pricebook/differences';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import type { DifferenceAnswer } from '../contract/pricebook.ts';

/** With a digest of what the catalogue says, which a refusal is of. */
export type Difference = PriceDifference & { readonly figure: string };

/** Of what is published against the catalogue that comes with the product. */
export const differencesNow = (prices: Prices): readonly Difference[] =>
  differencesOf(prices, builtInCatalogue()).map((difference) => ({
    ...difference,
    figure: createHash('sha256').update(canonicalJson(difference.theirs)).digest('hex'),
  }));

export const isRefused = ({ model, figure }: Difference, refused: ReadonlyMap<string, string>): boolean =>
  refused.get(model) === figure;

export const differenceAnswer = (difference: Difference, refused: ReadonlyMap<string, string>): DifferenceAnswer => {
  const { model, kind, ours, theirs, change } = difference;
  return { model, kind, ours, theirs, change, refused: isRefused(difference, refused) };
};
