/** What one metric is. `bounds` are those of a histogram, in the unit that its name ends in. */
export type MetricSpec = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  readonly bounds?: readonly number[];
  /** Of a gauge that several processes of one program have: the greatest is shown instead of the sum. */
  readonly several?: 'greatest';
};

const LATENCY_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const APPEND_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const BATCH_EVENTS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 500];

/** Every metric of our own, by name. Those of the process and of Node are prom-client's. */
export const CATALOGUE = {
  ledgate_info: {
    kind: 'gauge',
    labels: ['version', 'roles'],
    help: '1; which release this process is, and what it does',
  },
  ledgate_check_ok: { kind: 'gauge', labels: ['check'], help: '1 when the check of GET /readyz is well, else 0' },

  ledgate_http_requests_total: {
    kind: 'counter',
    labels: ['route', 'method', 'status'],
    help: 'requests that have ended, by the template of their route; status `aborted` when the connection ended before the answer did',
  },
  ledgate_http_request_duration_seconds: {
    kind: 'histogram',
    labels: ['route'],
    bounds: LATENCY_S,
    help: 'from arrival to the last byte of the answer',
  },

  ledgate_upstream_attempts_total: {
    kind: 'counter',
    labels: ['channel', 'status'],
    help: 'requests to upstreams; status 0 when no answer came',
  },
  ledgate_upstream_latency_seconds: {
    kind: 'histogram',
    labels: ['channel'],
    bounds: LATENCY_S,
    help: "from sending a request to the head of the upstream's answer",
  },
  ledgate_upstream_retries_total: { kind: 'counter', labels: [], help: 'attempts after the first of the same request' },
  ledgate_first_token_seconds: {
    kind: 'histogram',
    labels: ['model'],
    bounds: LATENCY_S,
    help: "from arrival to the first byte of an answer's content",
  },
  ledgate_tokens_total: {
    kind: 'counter',
    labels: ['model', 'kind'],
    help:
      'tokens charged; prompt and completion are the totals, ' +
      'the other kinds (cached_read, cached_write, audio_input, audio_output, image, reasoning) parts of them',
  },
  ledgate_charges_total: {
    kind: 'counter',
    labels: ['source'],
    help: 'charges recorded, by where their usage came from: provider, counted, estimated, interrupted',
  },
  ledgate_quota_charged_total: {
    kind: 'counter',
    labels: ['model'],
    help: 'quota units charged, as recorded in the ledger',
  },
  ledgate_charges_failed_total: {
    kind: 'counter',
    labels: [],
    help: 'charges that could not be made durable in time: their answers were not completed',
  },
  ledgate_channels_disabled_total: {
    kind: 'counter',
    labels: [],
    help: 'times this relay has disabled a channel because its key or account is spent',
  },
  ledgate_channel_keys_put_aside_total: {
    kind: 'counter',
    labels: [],
    help: 'times this relay has put aside one of several keys of a channel because it is spent',
  },
  ledgate_channels_open: {
    kind: 'gauge',
    labels: [],
    help: 'channels that this relay spares because they keep failing: single calls go there to see whether they serve again',
  },
  ledgate_call_limits_alone: {
    kind: 'gauge',
    labels: [],
    several: 'greatest',
    help: '1 while this relay holds to limits of calls alone, since the directory does not answer in time',
  },
  ledgate_calls_limited_total: {
    kind: 'counter',
    labels: [],
    help: 'calls, and choices of a channel, that a limit of calls has refused',
  },
  ledgate_conversations: {
    kind: 'gauge',
    labels: [],
    help: 'conversations of which this relay knows which channel and key served them last, at most 100,000',
  },
  ledgate_affinity_attempts_total: {
    kind: 'counter',
    labels: ['affinity'],
    help: 'requests to upstreams for a conversation that is known again: kept (by the channel and key that served it last), moved (by another)',
  },
  ledgate_hang_up_reads_total: {
    kind: 'counter',
    labels: [],
    help: 'answers read on for their usage although their callers had hung up',
  },
  ledgate_outbound_calls_total: {
    kind: 'counter',
    labels: ['purpose', 'outcome'],
    help:
      'calls to addresses that a person has named (picture, seal), by outcome: answered, url (none that may be called), plain (http), private (refused ' +
      'by the guard), unknown_host, unreachable, timeout, too_large, unreadable, no_room, busy, ended (its caller left)',
  },
  ledgate_bodies_refused_total: {
    kind: 'counter',
    labels: ['reason'],
    help:
      'requests refused for their bodies: full (no room beside all others), user_share (beside those of the same user), ' +
      'user_calls (too many requests of one user at once), standstill (nothing came for too long), too_large',
  },
  ledgate_bodies: {
    kind: 'gauge',
    labels: ['state'],
    help: 'requests with a valid key that run: coming (the body is being sent), whole (it is held until the answer ends)',
  },
  ledgate_bodies_bytes: {
    kind: 'gauge',
    labels: [],
    help: 'what request bodies hold of the memory set aside for them, as the table of what one caller may hold counts it',
  },
  ledgate_console_bodies_refused_total: {
    kind: 'counter',
    labels: ['reason'],
    help: "the console's calls refused for their bodies: full (no room beside all others), address_share (beside those of the same address)",
  },
  ledgate_console_bodies_bytes: {
    kind: 'gauge',
    labels: [],
    help: "what bodies of the console's calls hold of the memory set aside for them",
  },
  ledgate_channels: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['status'],
    help: 'channels of the directory: enabled, disabled (by hand), auto_disabled (after failures)',
  },

  ledgate_tills: { kind: 'gauge', labels: ['status'], help: 'tills of this relay that have not ended' },
  ledgate_leases: { kind: 'gauge', labels: [], help: 'leases of this relay that are not settled' },
  ledgate_requests_running: { kind: 'gauge', labels: [], help: 'requests that hold a reservation' },
  ledgate_requests_waiting: { kind: 'gauge', labels: [], help: 'requests that wait for a lease' },
  ledgate_heartbeat_age_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'since the last heartbeat that arrived was sent; from 10 on nothing is reserved',
  },
  ledgate_store_refused_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'for how long the event store has been refusing to write a till; from 10 on nothing is reserved',
  },
  ledgate_directory_age_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'since users, tokens and channels were known to be what the directory says',
  },

  ledgate_appends_total: {
    kind: 'counter',
    labels: ['outcome'],
    help: 'appends to the event store: appended, conflict, unavailable (outcome unknown; the relay tries the same batch again), refused (a bug)',
  },
  ledgate_append_duration_seconds: {
    kind: 'histogram',
    labels: [],
    bounds: APPEND_S,
    help: 'from asking for an append to its answer, of those that were written',
  },
  ledgate_store_channels_shut_total: {
    kind: 'counter',
    labels: [],
    help: 'times the client of EventStoreDB closed a connection under an append and threw where nobody can catch it; the append was tried again',
  },
  ledgate_foreign_events_total: {
    kind: 'counter',
    labels: [],
    help: 'events of other applications on the same EventStoreDB that this process has read past, each counted once',
  },
  ledgate_append_batch_events: { kind: 'histogram', labels: [], bounds: BATCH_EVENTS, help: 'events of one append' },
  ledgate_events_total: {
    kind: 'counter',
    labels: ['type'],
    help: 'events appended by this process, those that it found written already too, by type: leases granted, tills fenced and so on',
  },

  ledgate_projection_lag_events: {
    kind: 'gauge',
    labels: ['partition'],
    help: 'events that the read models do not have yet; counted up to 500 where positions have gaps',
  },
  ledgate_projection_lag_seconds: {
    kind: 'gauge',
    labels: ['partition'],
    help: 'age of the oldest event that the read models do not have yet; 0 when they have all',
  },
  ledgate_projection_batch_lag_seconds: {
    kind: 'gauge',
    labels: ['partition'],
    help: 'of the last batch this process applied, from the append of its oldest event to its commit',
  },
  ledgate_projection_alarms: {
    kind: 'gauge',
    labels: [],
    help: 'partitions of the read models that stand still until somebody has looked',
  },
  ledgate_ledger_schema: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['which'],
    help: 'shapes of events: written (what this process goes by; of projectors and publishers, at their start), read (the highest it reads)',
  },
  ledgate_outbox_rows: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['status'],
    help:
      'changes of the directory that the ledger is owed: ' +
      'open (not there yet, or a relay has not given back what they take away), parked (refused by the ledger)',
  },
  ledgate_outbox_age_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'age of the oldest open one; 0 when there is none',
  },
  ledgate_kept_answers_age_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'age of the oldest call that is known by its Idempotency-Key; 0 when there is none; they go after a day',
  },
  ledgate_kept_answers_bytes: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'what these calls and their answers take in the database',
  },
  ledgate_sessions_expired_age_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'for how long the oldest session that has expired still stands; 0 when there is none; they go every ten minutes',
  },
  ledgate_notices: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['state'],
    help: 'mails that no call causes: waiting, dropped (in the last day, after a day of tries)',
  },
  ledgate_notices_age_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'since the oldest mail that waits was noted; 0 when there is none',
  },
  ledgate_payment_problems: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'payments that a provider vouches for and that fit no order, until somebody settles them',
  },
  ledgate_payment_callbacks_total: {
    kind: 'counter',
    labels: ['outcome'],
    help: "calls of the payment provider: credited, unpaid, misfit (kept for somebody to look at), waiting (it calls again), unsigned (not the provider's)",
  },
  ledgate_top_ups_overdue_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'for how long the payment provider should have been asked of an order; 0 while nobody can pay online',
  },
  ledgate_log_cleaning_due: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: '1 while the log has rows that are older than LogKeepDays: each day for some minutes',
  },
  ledgate_exports: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['status'],
    help: 'exports of finance that are not finished: queued, running',
  },
  ledgate_exports_waited_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'for how long the oldest export that is queued has waited for a worker',
  },
  ledgate_exports_silent_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'since when an export that runs has had no sign of its process; after 15 s another process takes it',
  },
  ledgate_sealed_events: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'events that the newest seal of the ledger has',
  },
  ledgate_unsealed_events: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'events that no seal has yet',
  },
  ledgate_unsealed_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'for how long the oldest of these has stood in the ledger; 0 where there is none',
  },
  ledgate_seal_trouble: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['trouble'],
    help:
      '1 while nothing is sealed: for want of the key (key_missing), with another key (key_differs), or since the ledger is not the one that was sealed ' +
      '(ledger_differs)',
  },
  ledgate_seal_heads_late_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['way'],
    help: 'for how long a head of the ledger should have gone out by webhook or mail; 0 where none waits',
  },
  ledgate_channel_run_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: ['kind'],
    help: 'since what is done to all channels has begun: tests, balances; 0 when it does not run',
  },
  ledgate_channel_tests_overdue_seconds: {
    kind: 'gauge',
    several: 'greatest',
    labels: [],
    help: 'for how long all channels should have been tested again; 0 where they are not tested by themselves',
  },
  ledgate_publisher_lag_events: {
    kind: 'gauge',
    labels: [],
    help: 'events that Kafka does not have yet, where this process is the elected publisher; counted up to 500 where positions have gaps',
  },
  ledgate_publisher_lag_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'age of the oldest event that Kafka does not have yet; 0 when it has all',
  },
  ledgate_publisher_ok: {
    kind: 'gauge',
    labels: [],
    help: '1 while the elected publisher publishes, 0 while it has trouble; missing where this process is not elected',
  },

  ledgate_scrape_failures_total: {
    kind: 'counter',
    labels: ['part'],
    help: 'times a part could not say its numbers in time: they were missing from that scrape',
  },
} as const satisfies Readonly<Record<`ledgate_${string}`, MetricSpec>>;

export type MetricName = keyof typeof CATALOGUE;
type OfKind<Kind extends MetricSpec['kind']> = {
  [Name in MetricName]: (typeof CATALOGUE)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type CounterName = OfKind<'counter'>;
export type GaugeName = OfKind<'gauge'>;
export type HistogramName = OfKind<'histogram'>;
