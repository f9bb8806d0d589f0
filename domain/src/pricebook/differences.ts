import { decimal, type Decimal, decimalText } from '../pricing/decimal.ts';
import { entry } from '../pricing/lookup.ts';
import { canonicalJson } from '../shared/canonical-json.ts';
import { type Basis, basisOf } from '../tariff/basis.ts';
import {
  arePrices,
  type Catalogue,
  PRICE_NAMES,
  type PriceName,
  type Ratios,
  type Services,
  type Tier,
} from '../tariff/prices.ts';
import { type Factors, pricedAs, withPrices } from '../tariff/rates.ts';
import { INPUT_PARTS, OUTPUT_PARTS } from '../tariff/usage-parts.ts';
import type { Prices as PublishedPrices } from './catalogue-stream.ts';
import type { PriceBookChanges } from './changes.ts';
import type { DIFFERENCES } from './kinds.ts';
import { dollarsOf, entriesOf, listedTerms, ownFactors, type Terms, termsOf } from './terms.ts';

/**
 * The catalogue says otherwise of a model than what is published (docs/billing.md#differences). dearer, cheaper: its price is above ours, or below; other:
 * both, or parts, tools, tiers or services; new: nothing prices the model here; gone: it does not have it any more.
 */
export type PriceDifference = {
  readonly model: string;
  readonly kind: (typeof DIFFERENCES)[number];
  readonly ours: Terms | null;
  readonly theirs: Terms | null;
  /** As a change of the price book that makes theirs ours. */
  readonly change: PriceBookChanges;
};

/** By the model's name. Ratios of models that the catalogue does not know are no differences. */
export function differencesOf({ book, catalogue }: PublishedPrices, theirs: Catalogue): readonly PriceDifference[] {
  const known = [theirs.models, catalogue?.models ?? {}, book.prices ?? {}].flatMap((models) => Object.keys(models));
  return [...new Set(known)].sort().flatMap((model) => {
    const listed = entry(theirs.models, model);
    const basis = basisOf({ book, model }, undefined, catalogue);
    const ours = basis.isUnpriced ? null : termsOf(basis, decimal(book.quotaPerUnit));
    const terms: Terms | null = listed !== undefined && arePrices(listed.prices) ? listedTerms(listed) : null;
    const kind = kindOf(basis, terms, decimal(book.quotaPerUnit));
    return kind === undefined
      ? []
      : [{ model, kind, ours, theirs: terms, change: changeTo({ book, catalogue }, model, terms, theirs.digest) }];
  });
}

const TOKENS = ['input', 'output', ...INPUT_PARTS, ...OUTPUT_PARTS] as const;
const PARTS: ReadonlySet<PriceName> = new Set<PriceName>([...INPUT_PARTS, ...OUTPUT_PARTS]);
const TOOLS: readonly PriceName[] = ['search', 'fileSearch', 'codeSession'];
/** What is compared before all else. */
const MAIN = PRICE_NAMES.filter((name) => !PARTS.has(name) && !TOOLS.includes(name));

function kindOf(basis: Basis, theirs: Terms | null, quotaPerUnit: Decimal): PriceDifference['kind'] | undefined {
  if (basis.isUnpriced) return theirs === null ? undefined : 'new';
  if (theirs === null) return 'gone';
  const [own, listed] = [ownFactors(basis), withPrices({}, theirs.prices)];
  const differs = (name: PriceName): readonly number[] => {
    const [one, other] = [valueOf(own, name, quotaPerUnit), valueOf(listed, name, quotaPerUnit)];
    if (one === undefined || other === undefined) return one === other ? [] : [0];
    const order = compared(other, one);
    return order === 0 ? [] : [order];
  };
  const main = MAIN.flatMap(differs);
  if (main.length > 0) {
    if (main.every((order) => order > 0)) return 'dearer';
    return main.every((order) => order < 0) ? 'cheaper' : 'other';
  }
  const isSame =
    [...TOKENS, ...TOOLS].flatMap(differs).length === 0 &&
    written(basis.tiers) === written(theirs.tiers) &&
    written(basis.services) === written(theirs.services) &&
    written(basis.searchTools) === written(theirs.searchTools);
  return isSame ? undefined : 'other';
}

/** In USD, as it is shown: what differs beyond that is no difference. A part without a price of its own has the one that it costs as. */
function valueOf(factors: Factors, name: PriceName, quotaPerUnit: Decimal): Decimal | undefined {
  const token = TOKENS.find((part) => part === name);
  const stated = token === undefined ? name : pricedAs(factors, token);
  const list = stated === undefined ? undefined : factors[stated];
  return list === undefined ? undefined : decimal(dollarsOf(name, list, quotaPerUnit));
}

/** Above zero where `one` is more. */
function compared(one: Decimal, other: Decimal): number {
  const [left, right] = [one.units * 10n ** BigInt(other.scale), other.units * 10n ** BigInt(one.scale)];
  return left === right ? 0 : left > right ? 1 : -1;
}

/** Decimals that say the same are written alike; empty is as good as nothing. */
function written(terms: readonly Tier[] | Services | Ratios | undefined): string {
  if (terms === undefined || Object.keys(terms).length === 0) return '';
  return canonicalJson(
    JSON.parse(JSON.stringify(terms), (_name, value: unknown) =>
      typeof value === 'string' ? decimalText(decimal(value)) : value,
    ),
  );
}

/**
 * Where the book names the catalogue, its own entries go; otherwise the catalogue's terms become its own, and what would say nothing any more goes. What only
 * an older catalogue still prices goes by naming this one.
 */
function changeTo(
  { book, catalogue }: PublishedPrices,
  model: string,
  theirs: Terms | null,
  digest: string,
): PriceBookChanges {
  const own = entriesOf(book, model);
  const without = Object.fromEntries(own.map((member) => [member, { [model]: null }]));
  if (book.builtIn?.catalogue === digest) return without;
  if (theirs === null) {
    const isListed = catalogue !== undefined && entry(catalogue.models, model) !== undefined;
    return isListed ? { ...without, builtIn: { rules: book.builtIn?.rules ?? 1, catalogue: digest } } : without;
  }
  const { prices, tiers, services, searchTools } = theirs;
  return {
    ...without,
    prices: { [model]: prices },
    ...(tiers === undefined ? {} : { tiers: { [model]: tiers } }),
    ...(services === undefined ? {} : { services: { [model]: services } }),
    ...(searchTools === undefined ? {} : { searchTools: { [model]: searchTools } }),
  };
}
