import type { AccountCommandOf } from '../account/commands.ts';
import { CREDIT_MAX } from '../account/limits.ts';
import type { SourceId } from '../shared/ids.ts';
import { negate, type Quota } from '../shared/quota.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import type { TopUpEvent, TopUpEventOf } from './events.ts';
import type { TopUp } from './state.ts';

export type TopUpCommand =
  | { readonly type: 'RequestTopUp'; readonly order: TopUpEventOf<'TopUpRequested'>['data'] }
  /**
   * What a payment provider says was paid; money in the currency's minor unit, `provider` the way and `providerRef` the payment's number there, where it says
   * them.
   */
  | {
      readonly type: 'PayTopUp';
      readonly provider?: string | undefined;
      readonly moneyMinor: number;
      readonly currency: string;
      readonly providerRef?: string | undefined;
    }
  | { readonly type: 'FailTopUp'; readonly reason: string };

/**
 * An order is paid at most once, and only with its own money through its own provider (docs/ledger.md#top-ups). Refuses with topup_exists,
 * topup_missing, topup_failed, topup_mismatch, topup_paid_twice, amount_not_positive or amount_too_large.
 */
export function decide(command: TopUpCommand, topUp: TopUp): Decision<TopUpEvent> {
  if (command.type === 'RequestTopUp') return request(command.order, topUp);
  if (topUp.status === 'missing') return refuse({ code: 'topup_missing' });
  const { order } = topUp;
  switch (command.type) {
    case 'PayTopUp':
      if (command.provider !== undefined && command.provider !== order.provider)
        return refuse({ code: 'topup_mismatch', field: 'provider' });
      if (command.moneyMinor !== order.moneyMinor || command.currency !== order.currency)
        return refuse({ code: 'topup_mismatch', field: 'money' });
      if (topUp.status === 'failed') return refuse({ code: 'topup_failed' });
      if (topUp.status === 'paid')
        return isAnother(command.providerRef, topUp.paid.providerRef) ? refuse({ code: 'topup_paid_twice' }) : nothing;
      return accept({ type: 'TopUpPaid', data: paymentOf(order, command.providerRef) });
    case 'FailTopUp':
      return topUp.status === 'requested'
        ? accept({ type: 'TopUpFailed', data: { tradeNo: order.tradeNo, reason: command.reason } })
        : nothing;
  }
}

const paymentOf = (
  { terms: _terms, ...order }: TopUpEventOf<'TopUpRequested'>['data'],
  providerRef: string | undefined,
): TopUpEventOf<'TopUpPaid'>['data'] => (providerRef === undefined ? order : { ...order, providerRef });

/** Of two payments; one whose number was not told may be any. */
const isAnother = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

function request(order: TopUpEventOf<'TopUpRequested'>['data'], topUp: TopUp): Decision<TopUpEvent> {
  if (topUp.status !== 'missing') return refuse({ code: 'topup_exists' });
  if (order.amount <= 0) return refuse({ code: 'amount_not_positive', field: 'amount' });
  if (order.amount > CREDIT_MAX) return refuse({ code: 'amount_too_large', field: 'amount', maximum: CREDIT_MAX });
  return accept({ type: 'TopUpRequested', data: order });
}

/** What recognises the credit of an order on the account. */
export const topUpSource = (tradeNo: string): SourceId => `topup-${tradeNo}` as SourceId;

/** What recognises, on the account, that money of an order went back. */
export const reversalSource = (tradeNo: string, reversalId: string): SourceId =>
  `reversal-${tradeNo}-${reversalId}` as SourceId;

/** How a reversal changes the balance: below zero where money went back, above where it stayed after all. */
export const reversedBy = ({ kind, amount }: Pick<TopUpEventOf<'TopUpReversed'>['data'], 'kind' | 'amount'>): Quota =>
  kind === 'refund' || kind === 'chargeback' ? negate(amount) : amount;

/** The saga's second step: what the account is told of a payment that was claimed at `claimedMs` (Unix milliseconds). */
export const creditOf = (
  { amount, tradeNo, provider, moneyMinor, currency, expiresAtMs }: TopUpEventOf<'TopUpPaid'>['data'],
  claimedMs: number,
): AccountCommandOf<'TopUp'> => ({
  type: 'TopUp',
  topUp: {
    amount,
    source: topUpSource(tradeNo),
    tradeNo,
    provider,
    moneyMinor,
    currency,
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  },
  sourceBornMs: claimedMs,
});
