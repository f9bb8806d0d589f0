import { MINUS } from '../money/quota-format.ts';

const SHOWN_DECIMALS_MAX = 12;

/** An exact decimal as text with grouping before the point; digits beyond twelve decimals are cut and marked, never rounded. */
export function groupDecimal(text: string): string {
  const [, minus = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text) ?? [];
  if (whole === '') return text;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/gu, ',');
  const trimmed = decimals.replace(/0+$/u, '');
  const shown = trimmed.length > SHOWN_DECIMALS_MAX ? `${trimmed.slice(0, SHOWN_DECIMALS_MAX)}…` : trimmed;
  return `${minus === '' ? '' : MINUS}${grouped}${shown === '' ? '' : `.${shown}`}`;
}
