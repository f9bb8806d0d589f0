import type { Recorded } from '@ledgate/domain/events/codec';

/** What a payment order comes to. */
export type TopUpStatus = 'requested' | 'paid' | 'failed';

/** A row of `top_ups`, beside its order number: amounts in quota units, money in the currency's minor unit, times in Unix milliseconds (0: not yet). */
export type TopUpRow = {
  readonly user_id: number;
  readonly status: TopUpStatus;
  readonly amount: number;
  readonly money_minor: number;
  readonly currency: string;
  readonly provider: string;
  /** JSON of TopUpTerms; '' where the order does not say. */
  readonly terms: string;
  readonly requested_ms: number;
  readonly requested_position: number;
  readonly paid_ms: number;
  /** The payment's number at the provider; ''. */
  readonly provider_ref: string;
};

type TopUpChange = { readonly tradeNo: string } & (
  | { readonly requested: TopUpRow }
  /** Of an order that was requested before. */
  | { readonly change: Pick<TopUpRow, 'status' | 'paid_ms' | 'provider_ref'> }
);

/** undefined for an event that is of no order. */
export function topUpChangeOf({
  event,
  atMs,
  position,
}: Pick<Recorded, 'event' | 'atMs' | 'position'>): TopUpChange | undefined {
  switch (event.type) {
    case 'TopUpRequested': {
      const { tradeNo, accountId, amount, moneyMinor, currency, provider, terms } = event.data;
      return {
        tradeNo,
        requested: {
          user_id: accountId,
          status: 'requested',
          amount,
          money_minor: moneyMinor,
          currency,
          provider,
          terms: terms === undefined ? '' : JSON.stringify(terms),
          requested_ms: atMs,
          requested_position: position,
          paid_ms: 0,
          provider_ref: '',
        },
      };
    }
    case 'TopUpPaid': {
      const { tradeNo, providerRef = '' } = event.data;
      return { tradeNo, change: { status: 'paid', paid_ms: atMs, provider_ref: providerRef } };
    }
    case 'TopUpFailed':
      return { tradeNo: event.data.tradeNo, change: { status: 'failed', paid_ms: 0, provider_ref: '' } };
    default:
      return undefined;
  }
}
