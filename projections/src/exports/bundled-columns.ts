import { STATEMENT_COLUMNS } from './accounts/statement-columns.ts';
import { TRIAL_BALANCE_COLUMNS } from './accounts/trial-balance-columns.ts';
import { CHARGE_COLUMNS } from './charges/columns.ts';
import { CREDIT_COLUMNS } from './credits/columns.ts';
import { JOURNAL_COLUMNS } from './journal/columns.ts';
import type { Column } from './layout.ts';

const withoutNames = (columns: readonly Column[]): readonly string[] =>
  columns.filter(({ isName }) => !isName).map(({ name }) => name);

/** The headers of a closed period's tables (docs/exports.md#layouts): they hold no names. */
export const BUNDLED_COLUMNS = {
  'charges.csv': withoutNames(CHARGE_COLUMNS),
  'credits.csv': withoutNames(CREDIT_COLUMNS),
  'journal.csv': withoutNames(JOURNAL_COLUMNS),
  'statements.csv': withoutNames(STATEMENT_COLUMNS),
  'trial_balance.csv': withoutNames(TRIAL_BALANCE_COLUMNS),
} as const;
