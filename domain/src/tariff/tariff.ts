import type { PriceExplanation } from './explanation.ts';
import { type Basis, basisOf } from './basis.ts';
import { type Decimal, decimal, times } from '../pricing/decimal.ts';
import { entry, groupRatioOf } from '../pricing/lookup.ts';
import type { PriceBook } from '../pricebook/events.ts';
import type { Catalogue, PriceName, PriceRule, Service } from './prices.ts';
import { type Factor, type Factors, pricedAs, type Rate, rateOf, type TokenName, withPrices } from './rates.ts';
import { ruleFor } from './rules.ts';
import { INPUT_PARTS, OUTPUT_PARTS, type PartedUsage, type UsagePart } from './usage-parts.ts';

/** What prices a request: the model after mapping, the group that was used, and the price book that the request keeps to its end. */
export type Priced = {
  readonly model: string;
  readonly group: string;
  readonly book: PriceBook;
  /** Whose rules may hold. */
  readonly userId?: number | undefined;
  /** As the provider served it; one that the book does not price for the model is not charged for. */
  readonly serviceTier?: string | undefined;
  /** The tool by which the model searched, where a tool has a price of its own. */
  readonly searchTool?: string | undefined;
  /** The one that the book names; needed where it names one. */
  readonly catalogue?: Catalogue | undefined;
};

/** Rates of one tier. */
export type Table = {
  readonly above: number | undefined;
  readonly rates: Readonly<Partial<Record<PriceName, Rate>>>;
  /** Under whose name tokens of each kind are priced, in the order of lines; what costs nothing is left out. */
  readonly tokens: readonly (readonly [name: TokenName, pricedAs: TokenName])[];
  /** Of one picture, where that depends on size and quality. */
  readonly picture: ((usage: PartedUsage) => Rate | undefined) | undefined;
};

/** What a plain call or plain tokens cost, which is nearly everything: without lines, and looked up once. */
export type Plain =
  /** exact = (textInput + textOutput x completionRatio + audioInput x audio.input + audioOutput x audio.output) x unit */
  | {
      readonly method: 'tokens';
      readonly completionRatio: Decimal;
      readonly completionScale: bigint;
      readonly unit: Decimal;
      /** Undefined where an audio token costs what a text token does. */
      readonly audio: { readonly input: Decimal; readonly output: Decimal } | undefined;
      readonly explained: Omit<Extract<PriceExplanation, { method: 'tokens' }>, 'exact'>;
      /** Parts of a usage that cost something else: a usage with one of them is not plain. */
      readonly unlike: readonly UsagePart[];
    }
  /** exact = call, whatever was used */
  | {
      readonly method: 'call';
      readonly call: Decimal;
      readonly explained: Omit<Extract<PriceExplanation, { method: 'call' }>, 'exact'>;
    };

/** All that a charge needs of a price book for one model and group, customer's rule and service tier. */
export type Tariff = {
  readonly kind: Basis['kind'];
  readonly groupRatio: Decimal;
  readonly explained: {
    readonly priceBookVersion: number;
    readonly quotaPerUnit: string;
    readonly groupRatio: string;
    readonly ruleId?: string;
    readonly serviceTier?: string;
    readonly unpriced?: true;
  };
  /** The model's own, then those of its tiers in the book's order. */
  readonly tables: readonly [Table, ...Table[]];
  /** Undefined where no charge is plain. */
  readonly plain: Plain | undefined;
};

/** Tariffs remembered for one price book; beyond it they are forgotten and looked up again. */
const TARIFFS_PER_BOOK_MAX = 20_000;

type ByModel = Map<string, Tariff>;
type Remembered = {
  count: number;
  readonly plain: Map<string, ByModel>;
  readonly special: Map<string, Map<string, ByModel>>;
};
const books = new WeakMap<PriceBook, Remembered>();

/**
 * The tariff for a request, looked up once for each price book object (docs/billing.md#price-of-a-model). Throws RangeError where the book holds
 * what is no decimal, rules that are not known, or names a catalogue that is not given.
 */
export function tariffOf(priced: Priced): Tariff {
  const { book, model, group, serviceTier, searchTool } = priced;
  const remembered = books.get(book);
  const ruled = book.rules === undefined ? undefined : ruleFor(book, priced);
  if (ruled === undefined && serviceTier === undefined && searchTool === undefined)
    return remembered?.plain.get(group)?.get(model) ?? remember(priced, undefined, undefined);
  const variant = JSON.stringify([ruled?.place, serviceTier, searchTool]);
  return remembered?.special.get(variant)?.get(group)?.get(model) ?? remember(priced, ruled?.rule, variant);
}

function remember(priced: Priced, rule: PriceRule | undefined, variant: string | undefined): Tariff {
  const { book, group, model } = priced;
  const tariff = lookUp(priced, rule);
  let remembered = books.get(book);
  if (remembered === undefined || remembered.count >= TARIFFS_PER_BOOK_MAX)
    books.set(book, (remembered = { count: 0, plain: new Map(), special: new Map() }));
  let byGroup = variant === undefined ? remembered.plain : remembered.special.get(variant);
  if (byGroup === undefined) remembered.special.set(variant ?? '', (byGroup = new Map()));
  let byModel = byGroup.get(group);
  if (byModel === undefined) byGroup.set(group, (byModel = new Map()));
  byModel.set(model, tariff);
  remembered.count += 1;
  return tariff;
}

function lookUp(priced: Priced, rule: PriceRule | undefined): Tariff {
  const { book, group, serviceTier } = priced;
  const basis = basisOf(priced, rule, priced.catalogue);
  const { service, tiers } = served(basis, serviceTier);
  const groupRatio = rule?.ratio ?? groupRatioOf(book, group);
  const tableOf = (prices: Service['prices'], above: number | undefined): Table =>
    table(basis, [service?.prices, prices], service?.ratio, above, decimal(book.quotaPerUnit));
  const isPlain = rule === undefined && service === undefined && tiers.length === 0;
  return {
    kind: basis.kind,
    groupRatio: decimal(groupRatio),
    explained: {
      priceBookVersion: book.version,
      quotaPerUnit: book.quotaPerUnit,
      groupRatio,
      ...(rule === undefined ? {} : { ruleId: rule.id }),
      ...(service === undefined || serviceTier === undefined ? {} : { serviceTier }),
      ...(basis.isUnpriced ? { unpriced: true } : {}),
    },
    tables: [tableOf(undefined, undefined), ...tiers.map(({ prices, above }) => tableOf(prices, above))],
    plain: isPlain ? plainOf(book, basis, groupRatio) : undefined,
  };
}

/** The service that holds, and the tiers that do: a service's own, else the model's. A customer's prices know only a service's ratio. */
function served(
  basis: Basis,
  serviceTier: string | undefined,
): { service: Service | undefined; tiers: readonly Tier[] } {
  const service = serviceTier === undefined ? undefined : entry(basis.services, serviceTier);
  return { service, tiers: (service === undefined ? basis.tiers : service.tiers) ?? [] };
}

type Tier = NonNullable<Basis['tiers']>[number];

const ORDER: readonly TokenName[] = ['input', ...INPUT_PARTS, 'output', ...OUTPUT_PARTS];

function table(
  basis: Basis,
  over: readonly Service['prices'][],
  serviceRatio: string | undefined,
  above: number | undefined,
  quotaPerUnit: Decimal,
): Table {
  const served: readonly Factor[] = serviceRatio === undefined ? [] : [['service_ratio', serviceRatio]];
  const rate = (factors: readonly Factor[]): Rate => rateOf([...factors, ...served], quotaPerUnit);
  const factors: Factors = over.reduce<Factors>(withPrices, basis.factors);
  const rates = Object.fromEntries(Object.entries(factors).map(([name, list]) => [name, rate(list)]));
  const tokens = ORDER.flatMap((name) => {
    const found = pricedAs(factors, name);
    return found === undefined ? [] : [[name, found] as const];
  });
  const { picture } = basis;
  const isPictured = picture !== undefined && !over.some((prices) => prices?.image !== undefined);
  return {
    above,
    rates,
    tokens,
    picture: isPictured
      ? (usage) => {
          const list = picture(usage);
          return list === undefined ? undefined : rate(list);
        }
      : undefined,
  };
}

function plainOf(book: PriceBook, basis: Basis, groupRatio: string): Plain | undefined {
  const { version: priceBookVersion, quotaPerUnit } = book;
  const { modelPrice, ratios } = basis;
  if (modelPrice !== undefined) {
    const call = times(times(decimal(modelPrice), decimal(quotaPerUnit)), decimal(groupRatio));
    return {
      method: 'call',
      call,
      explained: {
        method: 'call',
        priceBookVersion,
        modelPrice,
        groupRatio,
        quotaPerUnit,
        rounding: 'half_up_minimum_1',
      },
    };
  }
  // That nothing prices a model is what `tokens` cannot say; books of the first schema never said it.
  if (ratios === undefined || (basis.isUnpriced && book.builtIn !== undefined)) return undefined;
  const { modelRatio, audio } = ratios;
  const completionRatio = decimal(ratios.completionRatio);
  const sounds: readonly TokenName[] = audio === undefined ? [] : ['audioInput', 'audioOutput'];
  return {
    method: 'tokens',
    completionRatio,
    completionScale: 10n ** BigInt(completionRatio.scale),
    unit: times(decimal(modelRatio), decimal(groupRatio)),
    audio: audio === undefined ? undefined : audioFactors(audio),
    explained: {
      method: 'tokens',
      priceBookVersion,
      modelRatio,
      completionRatio: ratios.completionRatio,
      groupRatio,
      ...audio,
      rounding: 'half_up_minimum_1',
    },
    unlike: [...INPUT_PARTS, ...OUTPUT_PARTS].filter(
      (part) => !sounds.includes(part) && !['input', 'output'].includes(pricedAs(basis.factors, part) ?? ''),
    ),
  };
}

function audioFactors({ audioRatio, audioCompletionRatio }: NonNullable<NonNullable<Basis['ratios']>['audio']>): {
  input: Decimal;
  output: Decimal;
} {
  const input = decimal(audioRatio);
  return { input, output: times(input, decimal(audioCompletionRatio)) };
}
