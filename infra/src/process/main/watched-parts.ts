import { channelRunFigures } from '@ledgate/api/channel/channel-tests-worker';
import { CALLBACK_OUTCOMES, type CallbackOutcome } from '@ledgate/api/ports';
import { type BodyRoom, NO_ROOM, type NoRoom } from '@ledgate/api/http/body-room';
import { isCleaningDue } from '@ledgate/api/log/log-keeper';
import type { HeadTeller } from '@ledgate/api/seals/head-teller';
import { topUpFigures } from '@ledgate/api/topup/top-ups-worker';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { channelCounts } from '@ledgate/projections/directory/channels/find';
import { keptAnswersFigures } from '@ledgate/projections/directory/kept-answers/sweep';
import { exportFigures } from '@ledgate/projections/directory/export-jobs/export-jobs';
import { noticeFigures } from '@ledgate/projections/directory/notices/notices';
import { outboxFigures } from '@ledgate/projections/directory/outbox/figures';
import type { RunningRelayView } from '@ledgate/projections/directory/relay-view/create-relay-view';
import { expiredSessionsAgeSeconds } from '@ledgate/projections/directory/sessions/sessions';
import { readModelHealth } from '@ledgate/projections/queries/health';
import type { Runner } from '@ledgate/projections/runner/runner';
import { SEAL_TROUBLES } from '@ledgate/projections/seals/seal-tree-row';
import { sealingState } from '@ledgate/projections/seals/sealing-state';
import type { CallLimiter } from '@ledgate/relay/call-limits/call-limiter';
import type { RunningCashier } from '@ledgate/relay/cashier/cashier';
import type { BodyMemory } from '@ledgate/relay/http/body-memory';
import type { Upstreams } from '@ledgate/relay/upstream/upstreams';
import { rolesOf } from '../../server/config/combination.ts';
import type { Publisher } from '../../adapters/feed/kafka/publisher.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';
import { Readiness } from '../../server/http/readiness.ts';
import { backlogOf } from '../../server/telemetry/metrics/backlog.ts';
import { BACKLOG_EVENTS_MAX, WATCH_LIMIT_MS } from '../../server/telemetry/metrics/limits.ts';
import type { Directory } from './directory.ts';
import type { Foundation } from './foundation.ts';
import { VERSION } from './version.ts';

// What the parts of a process are asked at each scrape of its metrics.

const MS = 1_000;

type Watching = Pick<Foundation, 'environment' | 'telemetry' | 'pool' | 'store' | 'gaplessPositions'>;

/** `checks` may still grow. One that has not answered in time counts as not well, and is not missing. */
export function watchProcess(
  { environment, gate, telemetry: { metrics } }: Pick<Foundation, 'environment' | 'gate' | 'telemetry'>,
  checks: readonly HealthCheck[],
): void {
  const readiness = new Readiness(checks, { limitMs: WATCH_LIMIT_MS / 2 });
  metrics.watch('checks', async (say) => {
    say('ledgate_info', 1, VERSION, [...rolesOf(environment)].join(','));
    say('ledgate_ledger_schema', gate.number, 'written');
    say('ledgate_ledger_schema', LEDGER_SCHEMA, 'read');
    for (const { part, ok } of await readiness.look()) say('ledgate_check_ok', ok ? 1 : 0, part);
  });
}

type Relay = {
  readonly cashier: RunningCashier;
  readonly view: RunningRelayView;
  readonly bodies: BodyMemory;
  readonly callLimits: Pick<CallLimiter, 'isAlone'>;
  readonly upstreams: Pick<Upstreams, 'breakers' | 'affinities'>;
};

export function watchRelay(
  { telemetry: { metrics }, pool }: Pick<Watching, 'telemetry' | 'pool'>,
  { cashier, view, bodies, upstreams, callLimits }: Relay,
): void {
  metrics.watch('relay', (say) => {
    const { tills, leases, running, waiting, heartbeatAgeMs, storeRefusedMs } = cashier.status();
    for (const [status, count] of Object.entries(tills)) say('ledgate_tills', count, status);
    say('ledgate_leases', leases);
    say('ledgate_requests_running', running);
    say('ledgate_requests_waiting', waiting);
    say('ledgate_heartbeat_age_seconds', heartbeatAgeMs / MS);
    say('ledgate_store_refused_seconds', storeRefusedMs / MS);
    say('ledgate_directory_age_seconds', view.ageMs() / MS);
    say('ledgate_bodies', bodies.coming, 'coming');
    say('ledgate_bodies', bodies.whole, 'whole');
    say('ledgate_bodies_bytes', bodies.bytes);
    say('ledgate_channels_open', upstreams.breakers.open);
    say('ledgate_call_limits_alone', callLimits.isAlone ? 1 : 0);
    say('ledgate_conversations', upstreams.affinities.size);
  });
  metrics.watch('channels', async (say) => {
    const { enabled, disabled, autoDisabled } = await channelCounts(pool);
    say('ledgate_channels', enabled, 'enabled');
    say('ledgate_channels', disabled, 'disabled');
    say('ledgate_channels', autoDisabled, 'auto_disabled');
  });
}

export function watchConsole({ telemetry: { metrics } }: Pick<Watching, 'telemetry'>, bodies: BodyRoom): void {
  metrics.watch('console', (say) => say('ledgate_console_bodies_bytes', bodies.bytes));
}

const REFUSAL_LABELS: Readonly<Record<NoRoom, string>> = {
  bodies_full: 'full',
  bodies_of_address_full: 'address_share',
};

/** Counts the console's calls that are refused for want of room for their bodies; each reason is there from the start. */
export function consoleRefusals({ metrics }: Watching['telemetry']): (why: NoRoom) => void {
  const refusals = metrics.counter('ledgate_console_bodies_refused_total');
  for (const why of NO_ROOM) refusals.of(REFUSAL_LABELS[why]);
  return (why) => refusals.of(REFUSAL_LABELS[why]).add();
}

/** Counts callbacks of the payment provider; each outcome is there from the start. */
export function paymentCallbacks({ metrics }: Watching['telemetry']): (outcome: CallbackOutcome) => void {
  const callbacks = metrics.counter('ledgate_payment_callbacks_total');
  for (const outcome of CALLBACK_OUTCOMES) callbacks.of(outcome);
  return (outcome) => callbacks.of(outcome).add();
}

/** What moves read models, as far as it can be watched. An alarm names the partition that stands, or none where all do. */
export type Watched = Pick<Runner, 'progress'> & { alarms(): readonly { readonly partition: number | undefined }[] };

/** Where the read models are by their checkpoints, whichever projectors move them; how the last batches went by what this process has applied. */
export function watchProjections(
  { telemetry: { metrics }, pool, store, gaplessPositions }: Watching,
  runner: Watched,
): void {
  metrics.watch('projections', async (say) => {
    // One that stands before an event and before a message is one partition.
    say('ledgate_projection_alarms', new Set(runner.alarms().map(({ partition }) => partition)).size);
    for (const { partition, lagMs } of runner.progress())
      say('ledgate_projection_batch_lag_seconds', lagMs / MS, String(partition));
    const { partitions, head } = await readModelHealth(pool, store, Date.now());
    for (const { partition, position, behind, lagSeconds } of partitions) {
      const many = gaplessPositions && partitions.length === 1 ? head - position : BACKLOG_EVENTS_MAX;
      say('ledgate_projection_lag_events', behind ?? many, String(partition));
      say('ledgate_projection_lag_seconds', lagSeconds, String(partition));
    }
  });
}

/** The same from every process that asks. */
export function watchOutbox({ telemetry: { metrics }, pool }: Pick<Watching, 'telemetry' | 'pool'>): void {
  metrics.watch('outbox', async (say) => {
    const { openRows, parkedRows, oldestAgeSeconds } = await outboxFigures(pool);
    say('ledgate_outbox_rows', openRows, 'open');
    say('ledgate_outbox_rows', parkedRows, 'parked');
    say('ledgate_outbox_age_seconds', oldestAgeSeconds);
  });
}

/** The same from every process that asks. */
export function watchKeptAnswers({ telemetry: { metrics }, pool }: Pick<Watching, 'telemetry' | 'pool'>): void {
  metrics.watch('kept answers', async (say) => {
    const { oldestAgeSeconds, storedBytes } = await keptAnswersFigures(pool, Math.floor(Date.now() / MS));
    say('ledgate_kept_answers_age_seconds', oldestAgeSeconds);
    say('ledgate_kept_answers_bytes', storedBytes);
  });
}

/** The same from every process that asks. */
export function watchSessions({ telemetry: { metrics }, pool }: Pick<Watching, 'telemetry' | 'pool'>): void {
  metrics.watch('sessions', async (say) => {
    say('ledgate_sessions_expired_age_seconds', await expiredSessionsAgeSeconds(pool, Math.floor(Date.now() / MS)));
  });
}

/** The same from every process that asks. */
export function watchNotices({ telemetry: { metrics }, pool }: Pick<Watching, 'telemetry' | 'pool'>): void {
  metrics.watch('notices', async (say) => {
    const { waiting, oldestAgeS, dropped } = await noticeFigures(pool, Math.floor(Date.now() / MS));
    say('ledgate_notices', waiting, 'waiting');
    say('ledgate_notices', dropped, 'dropped');
    say('ledgate_notices_age_seconds', oldestAgeS);
  });
}

/** The same from every process that asks. */
export function watchExports({ telemetry: { metrics }, pool }: Pick<Watching, 'telemetry' | 'pool'>): void {
  metrics.watch('exports', async (say) => {
    const { queued, running, waitedMs, silentMs } = await exportFigures(pool);
    say('ledgate_exports', queued, 'queued');
    say('ledgate_exports', running, 'running');
    say('ledgate_exports_waited_seconds', waitedMs / MS);
    say('ledgate_exports_silent_seconds', silentMs / MS);
  });
}

/** The same from every process that asks. */
export function watchSeals({
  telemetry: { metrics },
  pool,
  store,
}: Pick<Watching, 'telemetry' | 'pool' | 'store'>): void {
  metrics.watch('seals', async (say) => {
    const { seal, unsealedEvents, unsealedSinceMs, trouble } = await sealingState(pool, store);
    say('ledgate_sealed_events', seal?.size ?? 0);
    say('ledgate_unsealed_events', unsealedEvents);
    say('ledgate_unsealed_seconds', unsealedSinceMs === null ? 0 : Math.max(0, Date.now() - unsealedSinceMs) / MS);
    for (const each of SEAL_TROUBLES) say('ledgate_seal_trouble', trouble === each ? 1 : 0, each);
  });
}

/** Those of this process, while it is the notary. */
export function watchHeads(
  { telemetry: { metrics } }: Pick<Watching, 'telemetry'>,
  heads: Pick<HeadTeller, 'lateMs'>,
): void {
  metrics.watch('heads', (say) => {
    for (const [way, lateMs] of Object.entries(heads.lateMs()))
      say('ledgate_seal_heads_late_seconds', lateMs / MS, way);
  });
}

/** The same from every process that asks. `everyMs`: after how long all channels are to be tested again, 0 for never. */
export function watchChannelRuns(
  { telemetry: { metrics }, pool }: Pick<Watching, 'telemetry' | 'pool'>,
  everyMs: number,
): void {
  metrics.watch('channel runs', async (say) => {
    const { tests, balances, overdue } = await channelRunFigures(pool, everyMs);
    say('ledgate_channel_run_seconds', tests, 'tests');
    say('ledgate_channel_run_seconds', balances, 'balances');
    say('ledgate_channel_tests_overdue_seconds', overdue);
  });
}

export function watchPayments({
  telemetry: { metrics },
  pool,
  view,
}: Pick<Watching, 'telemetry' | 'pool'> & Pick<Directory, 'view'>): void {
  metrics.watch('payments', async (say) => {
    const { problems, overdueS } = await topUpFigures({ db: pool, view }, Math.floor(Date.now() / MS));
    say('ledgate_payment_problems', problems);
    say('ledgate_top_ups_overdue_seconds', overdueS);
  });
}

/** The same from every process that asks. */
export function watchLogKeeping({
  telemetry: { metrics },
  pool,
  view,
}: Pick<Watching, 'telemetry' | 'pool'> & Pick<Directory, 'view'>): void {
  metrics.watch('log keeping', async (say) => {
    say('ledgate_log_cleaning_due', (await isCleaningDue({ db: pool, view }, Date.now())) ? 1 : 0);
  });
}

/** @param publisher the one of this process, while it is elected */
export function watchPublisher(
  { telemetry: { metrics }, store, gaplessPositions }: Watching,
  publisher: () => Publisher | undefined,
): void {
  metrics.watch('publisher', async (say) => {
    const elected = publisher();
    if (elected === undefined) return;
    say('ledgate_publisher_ok', elected.trouble() === undefined ? 1 : 0);
    const { events, ageSeconds } = await backlogOf(store, elected.position(), { gaplessPositions, nowMs: Date.now() });
    say('ledgate_publisher_lag_events', events);
    say('ledgate_publisher_lag_seconds', ageSeconds);
  });
}
