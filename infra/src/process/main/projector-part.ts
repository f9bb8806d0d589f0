import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { type Runner, startRunner } from '@ledgate/projections/runner/runner';
import { checkPartitions, PartitionsDiffer } from '@ledgate/projections/schema/partitions';
import { ProjectorThread } from '../projector/projector-thread.ts';
import type { Environment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import type { PartitionAlarm } from '../../adapters/feed/kafka/consume-session.ts';
import { InProcessFeed } from '../../adapters/feed/in-process.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';
import { PROJECTOR_STOP_LIMIT_MS } from '../../limits.ts';
import { systemClock } from './clock.ts';
import { feedPartitionsOf } from './feed-partitions.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';
import { atMost } from './until-over.ts';
import { watchProjections } from './watched-parts.ts';

export type Projector = { readonly runner: Runner; readonly check: HealthCheck };

/** A thread for it, where the store is Postgres; begins to load at once. Undefined: the projector runs beside the others. */
export const projectorThreadOf = (environment: Environment): ProjectorThread | undefined =>
  environment.EVENTSTORE_URL === undefined ? ProjectorThread.start(environment) : undefined;

/**
 * What keeps the read models up to date: from Kafka where KAFKA_BROKERS is set, else from the store itself. Any number of processes share the work. Throws
 * StartRefused where the read models were filled from a feed of another number of partitions.
 */
export async function startProjector(
  foundation: Foundation,
  projectorThread: ProjectorThread | undefined,
  lifeline: Lifeline,
): Promise<Projector> {
  const { environment, databaseUrl, store, pool, patientPool, log } = foundation;
  await checkPartitions(pool, feedPartitionsOf(environment)).catch((error: unknown) => {
    throw error instanceof PartitionsDiffer ? new StartRefused(error.message) : error;
  });
  if (projectorThread !== undefined) {
    await projectorThread.open(databaseUrl);
    store.onAppended(projectorThread.appended);
    watchProjections(foundation, projectorThread);
    return { runner: projectorThread, check: { part: 'projector', unready: () => projectorThread.unready() } };
  }
  const { feed, alarms, alarmText } =
    environment.KAFKA_BROKERS === undefined
      ? { feed: new InProcessFeed(store), alarms: () => [], alarmText: () => undefined }
      : await kafkaFeed(foundation);
  const runner = startRunner({
    pool,
    patientPool,
    feed,
    store,
    ledger: store,
    clock: systemClock,
    log,
    applied: foundation.telemetry.applied,
  });
  lifeline.add('projections', () => atMost(PROJECTOR_STOP_LIMIT_MS, runner.stop()));
  watchProjections(foundation, { progress: runner.progress, alarms: () => [...runner.alarms(), ...alarms()] });
  return { runner, check: { part: 'projector', unready: () => runner.alarm()?.message ?? alarmText() } };
}

type WatchedFeed = {
  readonly feed: EventFeed;
  readonly alarms: () => readonly PartitionAlarm[];
  readonly alarmText: () => string | undefined;
};

async function kafkaFeed({ environment, store, pool, log }: Foundation): Promise<WatchedFeed> {
  const [{ kafkaIn, topicIn }, { KafkaFeed }, { alarmText }, { SESSION_TIMEOUT_MS }] = await Promise.all([
    import('./kafka.ts'),
    import('../../adapters/feed/kafka/kafka-feed.ts'),
    import('../../adapters/feed/kafka/alarm-text.ts'),
    import('../../adapters/feed/kafka/limits.ts'),
  ]);
  const [kafka, topic] = [kafkaIn(environment, 'projector', log), await topicIn(environment, pool)];
  // The name of the topic names its generation: projectors of two generations do not share partitions.
  const feed = new KafkaFeed({
    kafka,
    topic,
    group: topic.name,
    store,
    log,
    sessionTimeoutMs: Math.round(SESSION_TIMEOUT_MS * environment.TIME_SCALE),
  });
  return { feed, alarms: () => feed.alarms(), alarmText: () => alarmText(feed.alarms()) };
}
