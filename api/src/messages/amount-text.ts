import type { RelayView } from '@ledgate/projections/directory/relay-view';

const DECIMALS = 6;
/** U+2212, as the console has it in its figures. */
const MINUS = '−';

/** Quota as people read it: `$0.006450`, `−$0.006450`, or points when the operator shows no currency (docs/billing.md#log-rows). */
export type AmountText = (quota: number) => string;

export function amountText({ options }: Pick<RelayView, 'options'>): AmountText {
  const { DisplayInCurrencyEnabled: inCurrency, QuotaPerUnit: quotaPerUnit } = options;
  const sign = (quota: number): string => (quota < 0 ? MINUS : '');
  if (!inCurrency) return (quota) => `${sign(quota)}${Math.abs(quota).toLocaleString('en-US')}`;
  return (quota) => `${sign(quota)}$${(Math.abs(quota) / quotaPerUnit).toFixed(DECIMALS)}`;
}
