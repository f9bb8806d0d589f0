import { dollarsOf } from '@ledgate/domain/pricing/dollars';
import type { Quota } from '@ledgate/domain/shared/quota';
import { changed, membersOf } from '../wire/json-splice.ts';
import type { JsonObject } from '../wire/json.ts';

/**
 * What a caller is told of his charge (docs/behaviour.md#cost-in-answers), as JSON: quota units, USD with six places, the event of the ledger that says it,
 * and the most that his account has left. Null: it is not known here.
 */
export type Cost = {
  readonly units: Quota;
  readonly usd: string;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly balance_at_most: Quota | null;
};

/** `quotaPerUnit`: of the price book that the request keeps. */
export const costOf = (
  units: Quota,
  quotaPerUnit: string,
  recorded: { readonly stream: string; readonly revision: number } | undefined,
  balanceAtMost: Quota | undefined,
): Cost => ({
  units,
  usd: dollarsOf(units, quotaPerUnit),
  stream: recorded?.stream ?? null,
  revision: recorded?.revision ?? null,
  balance_at_most: balanceAtMost ?? null,
});

/** How a caller has asked for it: in the usage that he is told, or in one that he is told for its sake. */
export type CostAsked = 'in_usage' | 'always';

/** JSON of an answer with the cost in its usage, which is `member`; `usage` stands for one that has none. All other bytes stay. */
export function withCost(answer: Buffer, cost: Cost, usage: JsonObject, member = 'usage'): Buffer {
  const members = membersOf(answer);
  const told = members.find(({ name }) => name === member);
  const isObject = told !== undefined && answer[told.valueStart] === OPEN_BRACE;
  const text = isObject
    ? changed(answer, membersOf(answer, told.valueStart), new Map([['cost', JSON.stringify(cost)]])).toString('utf8')
    : JSON.stringify({ ...usage, cost });
  return changed(answer, members, new Map([[member, text]]));
}

const OPEN_BRACE = 0x7b;
