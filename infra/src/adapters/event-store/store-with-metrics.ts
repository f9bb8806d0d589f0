import { type EventStore, InvalidAppend } from '@ledgate/domain/ports/event-store';
import type { ProcessMetrics } from '../../server/telemetry/metrics/process-metrics.ts';

const MS = 1_000;

/** The same store; its appends are counted, with their time, their size and the types of their events. */
export function storeWithMetrics<Store extends EventStore>(store: Store, metrics: ProcessMetrics): EventStore {
  const outcomes = metrics.counter('ledgate_appends_total');
  const counted = {
    appended: outcomes.of('appended'),
    conflict: outcomes.of('conflict'),
    unavailable: outcomes.of('unavailable'),
    refused: outcomes.of('refused'),
  };
  const duration = metrics.histogram('ledgate_append_duration_seconds').of();
  const batch = metrics.histogram('ledgate_append_batch_events').of();
  const types = metrics.counter('ledgate_events_total');

  return {
    async append(stream, expected, events, options) {
      const beganMs = performance.now();
      try {
        const outcome = await store.append(stream, expected, events, options);
        counted[outcome.outcome].add();
        if (outcome.outcome === 'conflict') return outcome;
        duration.observe((performance.now() - beganMs) / MS);
        batch.observe(events.length);
        for (const { type } of events) types.of(type).add();
        return outcome;
      } catch (error) {
        counted[error instanceof InvalidAppend ? 'refused' : 'unavailable'].add();
        throw error;
      }
    },
    readStream: (stream, from, limit) => store.readStream(stream, from, limit),
    readStreamBackwards: (stream, limit, before) => store.readStreamBackwards(stream, limit, before),
    readAll: (after, limit) => store.readAll(after, limit),
    head: () => store.head(),
    onAppended: (wake) => store.onAppended(wake),
  };
}
