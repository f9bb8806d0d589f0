import { column } from '../shared/column.ts';

const OF_NOBODY = 'of an event that is about no account, as a code that is issued';

/** Columns of layout `journal`, in their order. */
export const JOURNAL_COLUMNS = [
  column('position', 'integer', 'Where the event stands in this store.', '1042'),
  column('event_id', 'text', 'The id of the event, a UUID.', '5f0c1c52-5d3b-5e2a-9a0c-0d7d7b1c2a11'),
  column('line', 'integer', 'Which of the event’s lines it is, from 1: from where it is taken to where it goes.', '1'),
  column('type', 'text', 'The type of the event.', 'ConsumptionRecorded'),
  column('stream', 'text', 'The stream that the event stands in.', 'account-7'),
  column('revision', 'integer', 'Where in that stream, from 0.', '3'),
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
    'The end of the period, closed before it came, in which its time lies, or that of what it changes or gives back.',
    '2026-11-01T00:00:00.000Z',
    { null: 'where it came in time' },
  ),
  column('account', 'text', 'The account of the chart that the line belongs to.', 'user:7:wallet'),
  column('units', 'integer', 'Quota units that are added to the account; the lines of an event come to 0.', '-38'),
  column('amount', 'money', 'The same in money.', '-0.000076'),
  column('currency', 'text', 'That of the money.', 'USD'),
  column('quota_per_unit', 'text', 'Decimal: quota units that 1 USD was at the event’s position.', '500000'),
  column('user_id', 'integer', 'Whose account the event is about, on all its lines.', '7', { null: OF_NOBODY }),
  column('username', 'text', 'His name.', 'alice', { null: OF_NOBODY, isName: true }),
  column('request_id', 'text', 'The request that it charges, changes or gives back.', '2026112812000012345678', {
    null: 'of an event that is about no request',
  }),
  column('source', 'text', 'By which the account knows the event: it is there once for each.', 'redemption-12', {
    null: 'of an event without one',
  }),
  column('correlation_id', 'text', 'What all events of one act have in common.', 'req-0b6f', {
    null: 'where none is known',
  }),
  column('causation_id', 'text', 'What it follows from.', 'req-0b6f', { null: 'where none is known' }),
  column('actor', 'text', 'Who wrote it.', 'user-7', { null: 'where nobody is named' }),
  column('reason', 'text', 'Why, as whoever did it has said.', 'refund of order 12', {
    null: 'where no reason was given',
  }),
] as const;
