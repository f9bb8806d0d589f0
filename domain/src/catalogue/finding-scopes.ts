/** What a verification of the books compares (docs/architecture.md#verification): parts of the ledger, tables of the read models, and their sums. */
export const FINDING_SCOPES = [
  'event',
  'stream',
  'account',
  'till',
  'lease',
  'balance',
  'token',
  'channel',
  'log_row',
  'bucket',
  'time',
  'ledger_entry',
  'journal_entry',
  'journal_account',
  'trial_balance',
  'claim',
  'code',
  'price_book',
  'cleaning',
  'checkpoint',
] as const;
export type FindingScope = (typeof FINDING_SCOPES)[number];
