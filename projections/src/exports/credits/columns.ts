import type { Column } from '../layout.ts';
import { column } from '../shared/column.ts';

const NOT_BOUGHT = 'of what was not bought, and of a reversal whose top-up is not known';

/** Columns of layout `credits`, in their order. */
export const CREDIT_COLUMNS = [
  column('position', 'integer', 'Where the event stands in this store.', '977'),
  column('event_id', 'text', 'The id of the event, a UUID.', '0d0c1c52-1d3b-5e2a-9a0c-0d7d7b1c2a11'),
  column('type', 'text', 'The type of the event.', 'QuotaToppedUp'),
  column(
    'kind',
    'text',
    '`grant`, `top_up`, `redemption`, `invite`, `adjustment`, `commission`, `expiry` or `reversal`.',
    'top_up',
  ),
  column('money_kind', 'text', '`paid`, `promotional` or `adjustment`: what the money is to the books.', 'paid'),
  column('time', 'time', 'When it happened, UTC.', '2026-11-28T12:00:00.000Z'),
  column(
    'time_local',
    'text',
    'The same as the clocks of the zone that was asked for showed it, with their offset.',
    '2026-11-28T17:45:00.000+05:45',
  ),
  column(
    'late_for',
    'time',
    'The end of the closed period that it came too late for: its time, or that of the top-up which it reverses, lies in it.',
    '2026-11-01T00:00:00.000Z',
    { null: 'where it came in time' },
  ),
  column('account', 'text', 'Whose wallet: `user:` and the id.', 'user:7'),
  column('user_id', 'integer', 'The id of the user.', '7'),
  column('username', 'text', 'His name.', 'alice', { isName: true }),
  column('units', 'integer', 'Quota units, signed as they move the wallet.', '500000'),
  column('amount', 'money', 'The same in USD.', '1.000000'),
  column('currency', 'text', 'Always `USD`.', 'USD'),
  column(
    'quota_per_unit',
    'text',
    'Decimal: quota units that 1 USD is, by the price book in force at the position.',
    '500000',
  ),
  column('source', 'text', 'What it came from; nothing is credited twice for one source.', 'topup-T20261128', {
    null: 'of what has none: an adjustment by hand, and what an earlier release took over of earnings',
  }),
  column('code_id', 'integer', 'The code that was redeemed. Not its text.', '42', {
    null: 'unless the kind is `redemption`',
  }),
  column('trade_no', 'text', 'The order of a top-up, or of what is reversed of one.', 'T20261128', {
    null: 'of all but top-ups and reversals',
  }),
  column('provider', 'text', 'Who took the money.', 'epay', { null: 'unless the kind is `top_up`' }),
  column(
    'paid_minor',
    'integer',
    'What was paid, in the smallest unit of its currency; of a reversal below zero where it went back.',
    '730',
    { null: NOT_BOUGHT },
  ),
  column('paid_currency', 'text', 'Its currency, ISO 4217.', 'CNY', { null: NOT_BOUGHT }),
  column('actor', 'text', 'Who did it: `user-` and the id, or a process of ours.', 'user-1', {
    null: 'where nobody is named',
  }),
  column('reason', 'text', 'The reason that was given.', 'goodwill', { null: 'where none was given' }),
  column('reference', 'text', "The bookkeeper's own reference of an adjustment.", 'INV-2026-17', {
    null: 'where none was given',
  }),
  column(
    'reverses',
    'text',
    'The id of the event whose adjustment is taken back.',
    '5f0c1c52-5d3b-5e2a-9a0c-0d7d7b1c2a11',
    {
      null: 'unless it takes an adjustment back',
    },
  ),
] as const satisfies readonly Column[];
