import type { Quota } from '../shared/quota.ts';
import { type Decimal, decimalText, plus, times } from './decimal.ts';
import type { Explanation, PartsExplanation, PriceExplanation } from '../tariff/explanation.ts';
import { builtInCatalogue } from '../tariff/catalogue/built-in-catalogue.ts';
import { entry } from './lookup.ts';
import { basisOf } from '../tariff/basis.ts';
import { linesOf, type RatedLine } from '../tariff/lines.ts';
import { roundedCharge } from './rounding.ts';
import { ruleFor } from '../tariff/rules.ts';
import { type Plain, type Priced, type Table, type Tariff, tariffOf } from '../tariff/tariff.ts';
import { type PartedUsage, type PlainUsage, tokenCounts } from '../tariff/usage-parts.ts';

export type { Priced };

/** An amount in quota units with what explains it: anyone can compute it again from usage and explanation alone. */
export type Price = { readonly amount: Quota; readonly price: Explanation };

/**
 * What a request costs, whatever was used and however it is priced (docs/billing.md#charge, docs/billing.md#rounding). Amounts above CHARGE_MAX are
 * cut to it. Throws RangeError as tariffOf does, and where a count is not whole.
 */
export const reckon = (request: Priced & { readonly usage: PartedUsage }): Price => priceOf(request, request.usage);

/** The same for who has them apart, which each plain chat has: a copy of them would cost more than the arithmetic. */
export function priceOf(priced: Priced, usage: PartedUsage): Price {
  const tariff = tariffOf(priced);
  const { plain } = tariff;
  if (plain !== undefined && usage.measured === undefined && !isUnlike(plain, usage)) return byPlain(plain, usage);
  const table = tableFor(tariff, usage.prompt);
  const lines = linesOf(tariff, table, usage);
  if (plain !== undefined && isSaidPlainly(plain, usage, lines)) return byPlain(plain, usage);
  return byLines(tariff, table, lines);
}

/** Nothing was charged although there was a price. */
export const waivedPrice = (price: Explanation): Explanation =>
  price.method === 'parts' ? { ...price, lines: [], exact: '0' } : { ...price, exact: '0' };

/** Whether anything but the ratio for all models that nothing prices (option UnpricedModels) says what the model costs. */
export function hasPrice(priced: Priced): boolean {
  const { book, catalogue } = priced;
  // Not remembered: anybody may ask for any name.
  const rule = book.rules === undefined ? undefined : ruleFor(book, priced)?.rule;
  return basisOf(priced, rule, catalogue).isUnpriced === undefined;
}

/** Whether tokens of the model have a price, or calls: by pictures, seconds or characters alone no conversation can be charged. */
export function areTokensPriced(priced: Priced): boolean {
  const { kind, tables } = tariffOf(priced);
  const { input, output, call } = tables[0].rates;
  return kind !== 'prices' || input !== undefined || output !== undefined || call !== undefined;
}

/** The most tokens that the model writes, by the catalogue of the book, else by the one that comes with the product; undefined where neither says. */
export const maxOutputOf = ({ catalogue = builtInCatalogue(), model }: Priced): number | undefined =>
  entry(catalogue.models, model)?.maxOutput;

/** What providers charge for beside text, and a book may price. */
export type Extra = 'audioOutput' | 'imageOutput' | 'search' | 'fileSearch' | 'codeSession';

/** Whether the book prices it for the model, so that it may be sold. Sound is in the price of a call as all tokens are. */
export function isExtraPriced(priced: Priced, extra: Extra): boolean {
  const { kind, tables } = tariffOf(priced);
  return (
    tables[0].rates[extra] !== undefined || (kind === 'call' && (extra === 'audioOutput' || extra === 'imageOutput'))
  );
}

/** Whether the book prices longer prompts of the model apart. */
export const isLongPromptPriced = (priced: Priced): boolean => tariffOf(priced).tables.length > 1;

/** Whether the book prices a service tier for the model, so that it may be sold. */
export const isServicePriced = (priced: Priced): boolean => tariffOf(priced).explained.serviceTier !== undefined;

function tableFor({ tables }: Tariff, prompt: number): Table {
  return tables.findLast(({ above }) => above !== undefined && prompt > above) ?? tables[0];
}

const isUnlike = (plain: Plain, { parts }: PartedUsage): boolean =>
  plain.method === 'tokens' && parts !== undefined && plain.unlike.some((part) => (parts[part] ?? 0) > 0);

/** Whether the lines say no more than a price per call does, or tokens. */
function isSaidPlainly(plain: Plain, usage: PartedUsage, lines: readonly RatedLine[]): boolean {
  if (plain.method === 'tokens') return !isUnlike(plain, usage) && lines.every(({ line }) => TOKENS.has(line.what));
  const [only, ...others] = lines;
  return others.length === 0 && only?.line.quantity === 1 && Object.keys(only.rate.factors).join() === 'model_price';
}

const TOKENS: ReadonlySet<string> = new Set(['input', 'output', 'audio_input', 'audio_output']);

function byLines(tariff: Tariff, table: Table, lines: readonly RatedLine[]): Price {
  let sum: Decimal = { units: 0n, scale: 0 };
  for (const { line, rate } of lines) sum = plus(sum, times(whole(line.quantity), rate.value));
  const exact = times(sum, tariff.groupRatio);
  const price: PartsExplanation = {
    method: 'parts',
    ...tariff.explained,
    ...(table.above === undefined ? {} : { tier: table.above }),
    lines: lines.map(({ line }) => line),
    rounding: 'half_up_minimum_1',
    exact: decimalText(exact),
  };
  return { amount: roundedCharge(exact), price };
}

function byPlain(plain: Plain, usage: PartedUsage): Price {
  const isSounding = plain.method === 'tokens' && plain.audio !== undefined && usage.parts !== undefined;
  const { audioInput, audioOutput } = isSounding ? tokenCounts(usage) : SILENT;
  const exact = plainAmount(plain, { prompt: usage.prompt, completion: usage.completion, audioInput, audioOutput });
  return { amount: roundedCharge(exact), price: explainedBy(plain, decimalText(exact)) };
}

/** Written out for what nearly every charge is: copying the members one by one costs more than the arithmetic. */
function explainedBy({ explained }: Plain, exact: string): PriceExplanation {
  if (explained.method === 'call' || explained.audioRatio !== undefined) return { ...explained, exact };
  const { method, priceBookVersion, modelRatio, completionRatio, groupRatio, rounding } = explained;
  return { method, priceBookVersion, modelRatio, completionRatio, groupRatio, rounding, exact };
}

const SILENT = { audioInput: 0, audioOutput: 0 };

/** Before rounding. Tokens are integers, so the sum of priced tokens is exact in units of the completion ratio's last digit. */
function plainAmount(plain: Plain, { prompt, completion, audioInput, audioOutput }: PlainUsage): Decimal {
  if (plain.method === 'call') return plain.call;
  const { audio, unit } = plain;
  if (audio === undefined) return times(textTokens(plain, prompt, completion), unit);
  const [soundIn, soundOut] = [Math.min(audioInput, prompt), Math.min(audioOutput, completion)];
  const sound = plus(times(whole(soundIn), audio.input), times(whole(soundOut), audio.output));
  return times(plus(textTokens(plain, prompt - soundIn, completion - soundOut), sound), unit);
}

const textTokens = (
  { completionRatio, completionScale }: Extract<Plain, { method: 'tokens' }>,
  input: number,
  output: number,
): Decimal => ({
  units: BigInt(input) * completionScale + BigInt(output) * completionRatio.units,
  scale: completionRatio.scale,
});

const whole = (count: number): Decimal => ({ units: BigInt(count), scale: 0 });
