import type { RelayView } from '@ledgate/projections/directory/relay-view';

const DECIMALS = 6;

/** Quota as people read it: `$0.006450`, or points when the operator shows no currency (docs/billing.md#log-rows). */
export type AmountText = (quota: number) => string;

export function amountText({ options }: Pick<RelayView, 'options'>): AmountText {
  const { DisplayInCurrencyEnabled: inCurrency, QuotaPerUnit: quotaPerUnit } = options;
  if (!inCurrency) return (quota) => quota.toLocaleString('en-US');
  return (quota) => `${quota < 0 ? '-' : ''}$${(Math.abs(quota) / quotaPerUnit).toFixed(DECIMALS)}`;
}
