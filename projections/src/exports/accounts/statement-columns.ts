import { column } from '../shared/column.ts';

const units = (name: string, meaning: string, example: string) => column(`${name}_units`, 'integer', meaning, example);

/** Columns of layout `statements`, in their order. Units are signed as they move the account. */
export const STATEMENT_COLUMNS = [
  column('account', 'text', 'The account: `user:` and the id.', 'user:7'),
  column('user_id', 'integer', 'The id of the user.', '7'),
  column('username', 'text', 'His name.', 'alice', { isName: true }),
  column('start', 'time', 'When the range begins, UTC.', '2026-11-01T00:00:00.000Z', {
    null: 'of a range from the first event on',
  }),
  column('end', 'time', 'When it ends, UTC; the first instant behind it.', '2026-12-01T00:00:00.000Z', {
    null: 'of a range up to the last event',
  }),
  units('opening', 'What was on the account before.', '500000'),
  units('top_up', 'Credited for payments.', '1000000'),
  units('redemption', 'Credited for codes.', '250000'),
  units('grant', 'Given at registration, or brought in.', '100000'),
  units('invite', 'Earned by inviting and moved to the account.', '0'),
  units('commission', 'Earned by payments of others and moved to the account.', '0'),
  units('adjustment', 'Changed by administrators.', '-500'),
  units('expiry', 'Credits that ended unused.', '0'),
  units('reversal', 'Payments that went back, or stayed after all.', '0'),
  units('charge', 'Charged for requests, what came late too.', '-38000'),
  units('refund', 'Given back for requests.', '76'),
  units('correction', 'Changes of charges: corrections, settlements and re-rates.', '-12'),
  units('closing', 'What was on the account at the end: the sum of all before.', '1811564'),
  column('opening', 'money', 'The opening in money.', '1.000000'),
  column('credits', 'money', 'All columns from top_up to reversal in money.', '2.699000'),
  column('charges', 'money', 'Charges, refunds and corrections in money.', '-0.075872'),
  column('closing', 'money', 'The closing in money.', '3.623128'),
  column('currency', 'text', 'That of the money.', 'USD'),
  column('quota_per_unit', 'text', 'Decimal: quota units that 1 USD was at the end of the range.', '500000'),
  column('requests', 'integer', 'Requests that were charged, free ones and late ones too.', '1000'),
  column('position', 'integer', 'What the export sees of the ledger: everything up to here.', '1042'),
] as const;
