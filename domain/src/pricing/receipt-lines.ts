import {
  type Explanation,
  FACTOR_NAMES,
  type FactorName,
  LINE_NAMES,
  type Line as PricedLine,
  type PartsExplanation,
} from '../tariff/explanation.ts';
import type { PartedUsage } from '../tariff/usage-parts.ts';
import { partsOf } from './amount-of.ts';
import { decimal, decimalText, plus, times } from './decimal.ts';

/** What a line of a receipt is of, or multiplied by. */
export const RECEIPT_LINE_NAMES = [
  'prompt',
  'completion',
  'group_ratio',
  'call_price',
  'quota_per_unit',
  'millionth',
  ...LINE_NAMES,
  ...FACTOR_NAMES,
] as const;

/** `quantity` x `factor` = `subtotal`, exact decimals as text. */
export type ReceiptLine = {
  readonly what: (typeof RECEIPT_LINE_NAMES)[number];
  readonly quantity: string;
  readonly factor: string;
  readonly subtotal: string;
};

/** A charge's arithmetic line by line, exact: the last subtotal is the amount before its one rounding. */
export function receiptLines(usage: PartedUsage, price: Explanation): ReceiptLine[] {
  if (price.method === 'parts') return linesByParts(price);
  if (price.method === 'call') {
    return chain(1, [
      ['call_price', price.modelPrice],
      ['quota_per_unit', price.quotaPerUnit],
      ['group_ratio', price.groupRatio],
    ]);
  }
  const parts = partsOf(usage, price);
  const prompt = chain(parts.textInput, [['prompt', '1']]);
  const completion = chain(parts.textOutput, [['completion', price.completionRatio]]);
  const { audioRatio, audioCompletionRatio } = price;
  const sums = [prompt, completion];
  if (audioRatio !== undefined && audioCompletionRatio !== undefined) {
    sums.push(
      chain(parts.audioInput, [['audio_input', audioRatio]]),
      chain(parts.audioOutput, [
        ['audio_output', audioRatio],
        ['audio_completion_ratio', audioCompletionRatio],
      ]),
    );
  }
  const subtotals = sums.flatMap((lines) => lines.slice(-1)).map(({ subtotal }) => decimal(subtotal));
  return [
    ...sums.flat(),
    ...chain(decimalText(subtotals.reduce(plus)), [
      ['model_ratio', price.modelRatio],
      ['group_ratio', price.groupRatio],
    ]),
  ];
}

function linesByParts({ lines, quotaPerUnit, groupRatio }: PartsExplanation): ReceiptLine[] {
  const sums = lines.map(({ what, quantity, ...factors }) => chain(quantity, factorsOf(what, factors, quotaPerUnit)));
  const subtotals = sums.flatMap((sum) => sum.slice(-1)).map(({ subtotal }) => decimal(subtotal));
  const sum = subtotals.reduce(plus, { units: 0n, scale: 0 });
  return [...sums.flat(), ...chain(decimalText(sum), [['group_ratio', groupRatio]])];
}

/** The first factor stands beside what it is for. What is stated in dollars becomes quota units. */
function factorsOf(
  what: PricedLine['what'],
  factors: Omit<PricedLine, 'what' | 'quantity'>,
  quotaPerUnit: string,
): (readonly [ReceiptLine['what'], string])[] {
  const all = Object.entries(factors).flatMap(([name, text]): (readonly [ReceiptLine['what'], string])[] => {
    const factor = [name as FactorName, text] as const;
    if (name === 'per_million') return [factor, ['quota_per_unit', quotaPerUnit], ['millionth', '0.000001']];
    return name === 'price' || name === 'model_price' ? [factor, ['quota_per_unit', quotaPerUnit]] : [factor];
  });
  return all.map(([name, text], index) => [index === 0 ? what : name, text] as const);
}

const line = (what: ReceiptLine['what'], quantity: string, factor: string): ReceiptLine => ({
  what,
  quantity,
  factor,
  subtotal: decimalText(times(decimal(quantity), decimal(factor))),
});

/** Each line's quantity is the subtotal before it. */
function chain(start: number | string, factors: readonly (readonly [ReceiptLine['what'], string])[]): ReceiptLine[] {
  const lines: ReceiptLine[] = [];
  for (const [what, factor] of factors) lines.push(line(what, lines.at(-1)?.subtotal ?? String(start), factor));
  return lines;
}

/** total - exact, with its sign. */
export function roundingDifference(total: number, exact: string): string {
  const { units, scale } = decimal(exact);
  const difference = BigInt(total) * 10n ** BigInt(scale) - units;
  return difference < 0n ? `-${decimalText({ units: -difference, scale })}` : decimalText({ units: difference, scale });
}
