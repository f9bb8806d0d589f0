import { type Decimal, decimal, decimalText, times } from '@ledgate/domain/pricing/decimal';
import type { PriceExplanation, Usage } from '@ledgate/domain/till/charge';
import type { Receipt } from '../contract/receipt.ts';

type Line = Receipt['lines'][number];

/** A charge's arithmetic line by line, exact: the last subtotal is the amount before its one rounding. */
export function receiptLines(usage: Pick<Usage, 'prompt' | 'completion'>, price: PriceExplanation): Line[] {
  if (price.method === 'call') {
    return chain('1', [
      ['call_price', price.modelPrice],
      ['quota_per_unit', price.quotaPerUnit],
      ['group_ratio', price.groupRatio],
    ]);
  }
  const prompt = line('prompt', String(usage.prompt), '1');
  const completion = line('completion', String(usage.completion), price.completionRatio);
  const tokens = decimalText(plus(decimal(prompt.subtotal), decimal(completion.subtotal)));
  return [
    prompt,
    completion,
    ...chain(tokens, [
      ['model_ratio', price.modelRatio],
      ['group_ratio', price.groupRatio],
    ]),
  ];
}

const line = (what: Line['what'], quantity: string, factor: string): Line => ({
  what,
  quantity,
  factor,
  subtotal: decimalText(times(decimal(quantity), decimal(factor))),
});

/** Each line's quantity is the subtotal before it. */
function chain(start: string, factors: readonly (readonly [Line['what'], string])[]): Line[] {
  const lines: Line[] = [];
  for (const [what, factor] of factors) lines.push(line(what, lines.at(-1)?.subtotal ?? start, factor));
  return lines;
}

function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: raised(one, scale) + raised(other, scale), scale };
}

const raised = ({ units, scale }: Decimal, to: number): bigint => units * 10n ** BigInt(to - scale);

/** total - exact, with its sign. */
export function roundingDifference(total: number, exact: string): string {
  const { units, scale } = decimal(exact);
  const difference = BigInt(total) * 10n ** BigInt(scale) - units;
  return difference < 0n ? `-${decimalText({ units: -difference, scale })}` : decimalText({ units: difference, scale });
}
