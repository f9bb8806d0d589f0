import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { isChange } from '../ledger/entry-facts.ts';
import { LOG_COLUMNS } from '../logs/log-columns.ts';
import { LOG_TAG_COLUMNS } from '../logs/log-tag-columns.ts';
import { definitionsOf } from '../runner/column-table.ts';

/**
 * The tables of one generation of read models; `@rm` stands for its schema. Amounts are quota units, times Unix milliseconds unless a name
 * ends in _s, quarters of an hour and days begin at UTC. Whatever can be told from the events alone is here and nothing else: names stand in the directory.
 */
export const generationTables = `
create schema @rm;

create table @rm.checkpoints (
  partition integer primary key,
  position bigint not null,
  -- Set by the flip to the next generation: whoever applies to this one goes over.
  retired boolean not null default false
);

-- balance = credits - till_charges - late
create table @rm.balances (
  user_id bigint primary key,
  credits bigint not null,
  till_charges bigint not null,
  late bigint not null,
  earnings bigint not null,
  aff_history bigint not null,
  aff_count bigint not null,
  request_count bigint not null,
  refunds bigint not null,
  opened_ms bigint not null,
  closed_ms bigint not null
) with (fillfactor = 70);

-- used = till_charges + late; limit_quota null: without limit
create table @rm.token_use (
  token_id bigint primary key,
  user_id bigint not null,
  limit_quota bigint,
  limit_version integer not null,
  till_charges bigint not null,
  late bigint not null,
  request_count bigint not null,
  last_used_ms bigint not null
) with (fillfactor = 70);

-- What each TokenLimitSet said; limit_quota null: without limit
create table @rm.token_limits (
  token_id bigint not null,
  position bigint not null,
  limit_quota bigint,
  primary key (token_id, position)
);

create table @rm.channel_use (
  channel_id bigint primary key,
  used_quota bigint not null,
  request_count bigint not null
) with (fillfactor = 70);

create table @rm.log_rows (
  ${definitionsOf(LOG_COLUMNS)}
) partition by range (at_ms);
create table @rm.log_rows_other partition of @rm.log_rows default;

-- The tags of display rows, a row each
create table @rm.log_tags (
  ${definitionsOf(LOG_TAG_COLUMNS)}
);

-- Display rows and their charges by the quarter of an hour in which the store wrote them, cleaned ones too; user 0: of everybody
create table @rm.log_counts (
  user_id bigint not null,
  recorded_s bigint not null,
  type smallint not null,
  rows bigint not null,
  quota bigint not null,
  primary key (user_id, recorded_s, type)
) with (fillfactor = 70);

create table @rm.log_cleaning (single boolean primary key default true check (single), before_ms bigint not null);
insert into @rm.log_cleaning (before_ms) values (0);

-- The first position of an event that posts whose time lies in a step of so many seconds (1, 900, 86400).
create table @rm.first_positions (
  step_s integer not null,
  start_s bigint not null,
  position bigint not null,
  primary key (step_s, start_s) include (position)
) with (fillfactor = 90);

-- Where the events stand that the store wrote in a quarter of an hour; the sums by recorded_s below are of these quarters.
create table @rm.recorded_quarters (
  recorded_s bigint primary key,
  first_position bigint not null,
  last_position bigint not null
) with (fillfactor = 70);

-- How many events have an index in each block of 2^bits positions; places: of a block of 32 positions which of them, a bit each.
-- begins_ms, recorded_ms: the latest time by which an event there makes ranges begin (null: none does), and at which the store wrote one, seals included.
create table @rm.event_counts (
  bits integer not null,
  block bigint not null,
  count bigint not null,
  places bigint not null,
  begins_ms bigint,
  recorded_ms bigint not null,
  primary key (bits, block)
) with (fillfactor = 80);

-- What became of periods, an event a row. An earlier release wrote none of an id: period_id is null, and its range stands in the event itself.
create table @rm.period_events (
  position bigint primary key,
  type text not null,
  period_id bigint,
  start_s bigint,
  end_s bigint,
  at_ms bigint not null,
  reason text not null
);

-- Heads of the tree of all events that the ledger's key has signed, a seal a row, and the keys that it changed to.
create table @rm.seals (
  position bigint primary key,
  size bigint not null,
  root text not null,
  note text not null,
  key_id text not null,
  at_ms bigint not null
);

create table @rm.signing_keys (
  position bigint primary key,
  vkey text not null,
  from_size bigint not null,
  at_ms bigint not null
);

create table @rm.usage_user_model_quarter (
  user_id bigint not null,
  recorded_s bigint not null,
  model_name text collate "C" not null,
  count bigint not null,
  quota bigint not null,
  tokens bigint not null,
  primary key (user_id, recorded_s, model_name)
) with (fillfactor = 80);

create table @rm.usage_model_quarter (
  recorded_s bigint not null,
  model_name text collate "C" not null,
  count bigint not null,
  quota bigint not null,
  tokens bigint not null,
  primary key (recorded_s, model_name)
) with (fillfactor = 80);

create table @rm.usage_model_day (
  day_s bigint not null,
  model_name text collate "C" not null,
  count bigint not null,
  quota bigint not null,
  tokens bigint not null,
  primary key (day_s, model_name)
) with (fillfactor = 80);

-- One row an event that concerns an account: what happened, what it did to the balance, where it stands in the ledger.
create table @rm.ledger_entries (
  user_id bigint not null,
  position bigint not null,
  at_ms bigint not null,
  type text collate "C" not null,
  stream text collate "C" not null,
  revision bigint not null,
  amount bigint not null,
  -- used_after: charges less refunds; token_used_after: of the token, of an entry that has one
  balance_after bigint not null,
  used_after bigint not null,
  earnings_after bigint not null,
  token_used_after bigint,
  reference text collate "C" not null,
  actor text not null,
  reason text not null,
  facts text not null,
  -- Of what moves a balance for use, and of what gives back; the last four of a charge alone, tokens as they are counted.
  token_id bigint,
  channel_id bigint,
  group_name text collate "C",
  model_name text collate "C",
  prompt bigint not null,
  completion bigint not null,
  -- Which part of the amount is of paid and of promotional lots, and out of which lots a charge was taken ('12:38,15:2', by their names).
  paid bigint not null,
  promotional bigint not null,
  draws text
);
-- Needed to write: what is given back goes to the lots that its charge was taken out of.
create index ledger_entries_reference on @rm.ledger_entries (reference) where reference <> '';

-- Every lot that there was, a row a credit; name: the revision of its event; credited_by: the order, or the adjustment, that takes it back
create table @rm.lots (
  user_id bigint not null,
  name bigint not null,
  kind text not null,
  expires_ms bigint,
  credited_by text,
  primary key (user_id, name)
);

-- What is left in those in which something is
create table @rm.open_lots (
  user_id bigint not null,
  name bigint not null,
  rest bigint not null,
  primary key (user_id, name)
) with (fillfactor = 70);

-- What requests have drawn and not got back, of those of which something was changed after their charge
create table @rm.request_draws (
  user_id bigint not null,
  request_id text collate "C" not null,
  draws text not null,
  primary key (user_id, request_id)
) with (fillfactor = 80);

create table @rm.journal_entries (
  position bigint not null,
  account text collate "C" not null,
  amount bigint not null
);

create table @rm.journal_accounts (
  account text collate "C" primary key,
  total bigint not null
) with (fillfactor = 70);

-- What was taken from and given to each line of a trial balance, by quarters of an hour. debits <= 0 <= credits
create table @rm.journal_quarters (
  line text collate "C" not null,
  recorded_s bigint not null,
  debits bigint not null,
  credits bigint not null,
  primary key (line, recorded_s)
) with (fillfactor = 70);

create table @rm.open_leases (
  lease_id text collate "C" primary key,
  user_id bigint not null,
  till_id text collate "C" not null,
  token_id bigint,
  amount bigint not null,
  consumed bigint not null,
  revision bigint not null
) with (fillfactor = 70);
create index open_leases_till on @rm.open_leases (till_id);
create index open_leases_user on @rm.open_leases (user_id);

-- status: 1 open, 2 fenced, 3 closed
create table @rm.tills (
  till_id text collate "C" primary key,
  relay_id text not null,
  status smallint not null,
  opened_ms bigint not null
) with (fillfactor = 80);

create table @rm.claims (
  source text collate "C" primary key,
  kind text not null,
  claimed boolean not null,
  credited boolean not null,
  user_id bigint not null,
  amount bigint not null,
  claimed_position bigint not null,
  claimed_ms bigint not null,
  facts text not null
);
create index claims_pending on @rm.claims (claimed_position) where claimed and not credited;

-- amount: what a use is worth; used_user_id and redeemed_ms: of the last use
create table @rm.code_states (
  code_id bigint primary key,
  status smallint not null,
  amount bigint not null,
  used_user_id bigint not null,
  redeemed_ms bigint not null,
  uses_max bigint not null,
  uses bigint not null
) with (fillfactor = 80);

-- status: requested, paid, failed; terms: JSON, or '' where the order does not say; paid_ms: 0: not paid
create table @rm.top_ups (
  trade_no text collate "C" primary key,
  user_id bigint not null,
  status text not null,
  amount bigint not null,
  money_minor bigint not null,
  currency text not null,
  provider text not null,
  terms text not null,
  requested_ms bigint not null,
  requested_position bigint not null,
  paid_ms bigint not null,
  provider_ref text not null
) with (fillfactor = 80);
create index top_ups_newest on @rm.top_ups (requested_position);
create index top_ups_of_user on @rm.top_ups (user_id, requested_position);
create index top_ups_open on @rm.top_ups (requested_ms) where status = 'requested';

-- status: submitted, succeeded, failed, refunded; is_drawing: a job of the drawing protocol; finished_ms: 0: not yet
create table @rm.tasks (
  task_id text collate "C" primary key,
  user_id bigint not null,
  token_id bigint not null,
  request_id text collate "C" not null,
  platform text not null,
  is_drawing boolean not null,
  action text not null,
  amount bigint not null,
  status text not null,
  reason text not null,
  submitted_ms bigint not null,
  submitted_position bigint not null,
  updated_ms bigint not null,
  finished_ms bigint not null
) with (fillfactor = 80);
create index tasks_newest on @rm.tasks (is_drawing, submitted_position);
create index tasks_of_user on @rm.tasks (user_id, is_drawing, submitted_position);
create index tasks_of_request on @rm.tasks (request_id) where request_id <> '';

-- starts_ms: 0: since it stands
create table @rm.price_books (
  version bigint primary key,
  position bigint not null,
  published_ms bigint not null,
  starts_ms bigint not null,
  actor_id bigint,
  reason text not null,
  changed text not null,
  book text not null
);

-- One row an act of administration. late: it stands in the ledger long after it happened; before, after: JSON
create table @rm.audit_records (
  source text collate "C" primary key,
  position bigint not null,
  at_ms bigint not null,
  late boolean not null,
  actor text collate "C" not null,
  action text collate "C" not null,
  target_type text collate "C" not null,
  target_id text collate "C" not null,
  before text not null,
  after text not null,
  reason text not null,
  request_id text not null
);
`;

/** Built with the tables, or after the bulk of a rebuild: nothing needs them to write. */
export const generationIndexes: readonly string[] = [
  'create index log_rows_position on @rm.log_rows (position)',
  'create index log_rows_user on @rm.log_rows (user_id, position)',
  'create index log_rows_model on @rm.log_rows (model_name, position)',
  'create index log_rows_token on @rm.log_rows (token_id, position)',
  'create index log_rows_channel on @rm.log_rows (channel_id, position)',
  'create index log_rows_group on @rm.log_rows (group_name, position)',
  `create index log_rows_seldom on @rm.log_rows (type, position) where type <> ${LOG_TYPE.consumption}`,
  'create index log_rows_cost on @rm.log_rows (quota, position)',
  `create index log_rows_failed on @rm.log_rows (status, position) where type = ${LOG_TYPE.failure}`,
  `create index log_rows_failed_request on @rm.log_rows (request_id, position) where type = ${LOG_TYPE.failure}`,
  'create unique index log_tags_tag on @rm.log_tags (tag, position)',
  'create index log_tags_user on @rm.log_tags (tag, user_id, position)',
  'create index log_rows_time on @rm.log_rows using brin (at_ms) with (pages_per_range = 16, autosummarize = on)',
  'create unique index ledger_entries_user on @rm.ledger_entries (user_id, position)',
  'create index ledger_entries_position on @rm.ledger_entries (position)',
  'create index ledger_entries_token on @rm.ledger_entries (token_id, position) include (amount) where token_id is not null',
  'create index ledger_entries_channel on @rm.ledger_entries (channel_id, position) include (amount) where channel_id is not null',
  'create index ledger_entries_group on @rm.ledger_entries (group_name, position) include (amount) where group_name is not null',
  `create index ledger_entries_changes on @rm.ledger_entries (position) where ${isChange('ledger_entries')}`,
  'create unique index audit_records_position on @rm.audit_records (position)',
  'create index audit_records_actor on @rm.audit_records (actor, position)',
  'create index audit_records_action on @rm.audit_records (action, position)',
  'create index audit_records_type on @rm.audit_records (target_type, position)',
  'create index audit_records_target on @rm.audit_records (target_type, target_id, position)',
  'create index audit_records_actor_action on @rm.audit_records (actor, action, position)',
  'create index audit_records_actor_type on @rm.audit_records (actor, target_type, position)',
  'create index audit_records_late on @rm.audit_records (position) where late',
  'create index seals_size on @rm.seals (size)',
  'create unique index journal_entries_account on @rm.journal_entries (account, position)',
  'create index journal_entries_position on @rm.journal_entries using brin (position) with (pages_per_range = 16, autosummarize = on)',
];

/** Every table that queries see, as a view of the same name in the schema `readmodel`. */
export const GENERATION_VIEWS = [
  'checkpoints',
  'balances',
  'token_use',
  'token_limits',
  'channel_use',
  'log_rows',
  'log_tags',
  'log_counts',
  'log_cleaning',
  'first_positions',
  'recorded_quarters',
  'event_counts',
  'period_events',
  'seals',
  'signing_keys',
  'usage_user_model_quarter',
  'usage_model_quarter',
  'usage_model_day',
  'ledger_entries',
  'lots',
  'open_lots',
  'request_draws',
  'journal_entries',
  'journal_accounts',
  'journal_quarters',
  'open_leases',
  'tills',
  'claims',
  'code_states',
  'top_ups',
  'tasks',
  'price_books',
  'audit_records',
] as const;
