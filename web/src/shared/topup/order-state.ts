import type { Order } from '@ledgate/api/contract/topup';
import { TOP_UP_STATES } from '@ledgate/domain/catalogue/top-ups';
import type { Tone } from '../ui/status-dot.tsx';
import { writtenMoney } from './pay-money.ts';
import type { topUpTexts } from './topup-texts.ts';

type OrderTexts = (typeof topUpTexts)['en'];

/** What a list of orders is narrowed to. */
export const stateChoices = (own: OrderTexts): readonly (readonly [value: string, text: string])[] =>
  TOP_UP_STATES.map((state) => [state, own.states[state]]);

/** One of them, as an address has it. */
export const stateName = (value: string, own: OrderTexts): string =>
  stateChoices(own).find(([state]) => state === value)?.[1] ?? value;

/** How far an order is. */
export const orderState = ({ status, credited }: Pick<Order, 'status' | 'credited'>, own: OrderTexts): string =>
  status === 'success' && !credited ? own.creditFollows : own.states[status];

/** Why somebody has to look at an order, in a few words and in a sentence; undefined where nobody has to. */
export function stuckWhy(
  { status, stuck, problem }: Pick<Order, 'status' | 'stuck' | 'problem'>,
  own: OrderTexts,
): { readonly brief: string; readonly sentence: string } | undefined {
  if (problem !== null) {
    const brief = own.problems[problem.reason];
    return { brief, sentence: own.problemIn(brief, writtenMoney(problem.money)) };
  }
  if (!stuck) return undefined;
  return status === 'success'
    ? { brief: own.notCredited, sentence: own.notCreditedAbout }
    : { brief: own.notPaidLong, sentence: own.notPaidLongAbout };
}

const TONES = { pending: 'note', success: 'good', failed: 'off' } as const satisfies Record<Order['status'], Tone>;

/** Red where money came that nobody has; amber where somebody has to look. */
export const orderTone = ({ status, credited, stuck, problem }: Order): Tone => {
  if (problem !== null) return 'bad';
  return stuck || (status === 'success' && !credited) ? 'attention' : TONES[status];
};
