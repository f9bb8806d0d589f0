import type { Column } from '../layout.ts';
import { column } from '../shared/column.ts';

const NO_CHARGE = 'of a settlement, a re-rate and a refund, which do not repeat the request';
const NO_USAGE = 'of a re-rate and a refund, which state no usage';
const NO_PRICE = 'of a refund, which states no price';
const UNKNOWN_REQUEST = 'of what changes or gives back a charge that is not known';

/** Columns of layout `charges`, in their order. */
export const CHARGE_COLUMNS = [
  column('position', 'integer', 'Where the event stands in this store.', '1042'),
  column('event_id', 'text', 'The id of the event, a UUID.', '5f0c1c52-5d3b-5e2a-9a0c-0d7d7b1c2a11'),
  column('type', 'text', 'The type of the event.', 'ConsumptionRecorded'),
  column(
    'kind',
    'text',
    '`charge`; `late`: its till was fenced before; `correction`: the difference, or that of a settlement; `refund`; `rerate`.',
    'charge',
  ),
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
    'The end of the closed period that it came too late for: its time, or that of the charge which it changes or gives back, lies in it.',
    '2026-11-01T00:00:00.000Z',
    { null: 'where it came in time' },
  ),
  column(
    'request_id',
    'text',
    'The request; of an answer in a realtime session `{sessionId}-{n}`.',
    '2026112812000012345678',
    {
      null: 'of a refund by an earlier release whose task is not known',
    },
  ),
  column('account', 'text', 'Whose wallet: `user:` and the id.', 'user:7'),
  column('user_id', 'integer', 'The id of the user.', '7'),
  column('username', 'text', 'His name.', 'alice', { isName: true }),
  column('token_id', 'integer', 'The token of the request; 0: it came without one, from the playground.', '11'),
  column('token_name', 'text', 'Its name; of the playground `playground-` and the group.', 'production', {
    isName: true,
  }),
  column('group', 'text', 'The group by whose ratio it was charged.', 'default', { null: UNKNOWN_REQUEST }),
  column('channel_id', 'integer', 'The channel that answered, or was tried last.', '3', { null: UNKNOWN_REQUEST }),
  column('channel_name', 'text', 'Its name.', 'openai-main', { null: UNKNOWN_REQUEST, isName: true }),
  column('model_asked', 'text', 'The model as the caller named it.', 'gpt-4o', { null: NO_CHARGE }),
  column('model_billed', 'text', 'The model by whose price it was charged.', 'gpt-4o', { null: UNKNOWN_REQUEST }),
  column('stream', 'boolean', 'Whether the answer was streamed.', 'true', { null: NO_CHARGE }),
  column('interrupted', 'boolean', 'Whether it was charged by policy because nobody saw its end.', 'false', {
    null: NO_CHARGE,
  }),
  column(
    'usage_source',
    'text',
    'Whose figures the usage is: `provider`, `counted`, `estimated` or `interrupted`.',
    'provider',
    {
      null: NO_USAGE,
    },
  ),
  column('prompt_tokens', 'integer', 'All tokens in.', '24', { null: NO_USAGE }),
  column('completion_tokens', 'integer', 'All tokens out.', '12', { null: NO_USAGE }),
  column('cached_read_tokens', 'integer', 'Of those in: read from a cache, sound too.', '0', { null: NO_USAGE }),
  column('cached_write_tokens', 'integer', 'Of those in: written to a cache, of either life.', '0', { null: NO_USAGE }),
  column('audio_input_tokens', 'integer', 'Of those in: sound that was not cached.', '0', { null: NO_USAGE }),
  column('audio_output_tokens', 'integer', 'Of those out: sound.', '0', { null: NO_USAGE }),
  column('image_tokens', 'integer', 'Of those in and out: pictures.', '0', { null: NO_USAGE }),
  column('reasoning_tokens', 'integer', 'Of those out: reasoning.', '0', { null: NO_USAGE }),
  column('method', 'text', 'How it was priced: `tokens`, `call` or `parts`.', 'tokens', { null: NO_PRICE }),
  column(
    'price_book_version',
    'integer',
    'The version of the price book by which it was priced; 0: of a what-if.',
    '12',
    { null: NO_PRICE },
  ),
  column('model_ratio', 'text', 'Decimal: the ratio of the model.', '1.25', { null: 'unless the method is `tokens`' }),
  column('completion_ratio', 'text', 'Decimal: what a token out costs beside one in.', '4', {
    null: 'unless the method is `tokens`',
  }),
  column('group_ratio', 'text', 'Decimal: the ratio of the group.', '1', { null: NO_PRICE }),
  column('model_price', 'text', 'Decimal: USD a call.', '0.04', { null: 'unless the method is `call`' }),
  column(
    'quota_per_unit',
    'text',
    'Decimal: quota units that 1 USD is, by the price book in force at the position.',
    '500000',
  ),
  column('exact_units', 'text', 'Decimal: quota units of the whole request before they were rounded.', '37.5', {
    null: NO_PRICE,
  }),
  column('units', 'integer', 'Quota units: above zero what was taken, below zero what was given back.', '38'),
  column('amount', 'money', 'The same in USD.', '0.000076'),
  column('currency', 'text', 'Always `USD`.', 'USD'),
  column('paid_units', 'integer', 'How much of `units` was paid money.', '0'),
  column(
    'promotional_units',
    'integer',
    'How much of `units` was promotional money. What is neither is of adjustments, and debt.',
    '38',
  ),
  column('arrived_at', 'time', 'When the request arrived, UTC.', '2026-11-28T11:59:58.734Z', { null: NO_CHARGE }),
  column('duration_ms', 'integer', 'Milliseconds from its arrival to its end.', '1266', { null: NO_CHARGE }),
  column('first_token_ms', 'integer', 'Milliseconds from its arrival to the first of its answer.', '412', {
    null: `${NO_CHARGE}; and where no answer came`,
  }),
  column(
    'upstream_request_id',
    'text',
    'The id that the provider gave the request, of the attempt that answered, or of the last.',
    'req_011CVa',
    {
      null: 'where none is known',
    },
  ),
] as const satisfies readonly Column[];
