import { column } from '../shared/column.ts';

/** Columns of layout `trial_balance`, in their order. Units are signed as they move the account; over all accounts each sums to 0, debits with credits. */
export const TRIAL_BALANCE_COLUMNS = [
  column('account', 'text', 'The account of the chart.', 'user:7:wallet'),
  column('opening_units', 'integer', 'What stood there before the range.', '0'),
  column('debit_units', 'integer', 'What was taken from it in the range, 0 or below.', '-38'),
  column('credit_units', 'integer', 'What was added to it in the range, 0 or above.', '500000'),
  column('closing_units', 'integer', 'What stood there at the end: the sum of the three.', '499962'),
  column('opening', 'money', 'The opening in money.', '0.000000'),
  column('debits', 'money', 'What was taken, in money.', '-0.000076'),
  column('credits', 'money', 'What was added, in money.', '1.000000'),
  column('closing', 'money', 'The closing in money.', '0.999924'),
  column('currency', 'text', 'That of the money.', 'USD'),
  column('quota_per_unit', 'text', 'Decimal: quota units that 1 USD was at the end of the range.', '500000'),
] as const;
