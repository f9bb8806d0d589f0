import type { EventStore, EventToAppend } from '@ledgate/domain/ports/event-store';
import { tracedAmong } from '../../server/telemetry/traces/event-spans.ts';
import type { Traces } from '../../server/telemetry/traces/traces.ts';

/** The same store; each trace that an append carries events of gets a span for it. */
export function storeWithTraces(store: EventStore, traces: Traces): EventStore {
  const tell = (stream: string, events: readonly EventToAppend[], startMs: number, outcome: string): void => {
    const endMs = Date.now();
    for (const [correlationId, { type }] of tracedAmong(traces, events)) {
      traces.tell({
        name: `append ${type}`,
        correlationId,
        kind: 'work',
        startMs,
        endMs,
        failed: outcome !== 'appended',
        attributes: {
          'ledgate.stream': stream,
          'ledgate.append.events': events.length,
          'ledgate.append.outcome': outcome,
        },
      });
    }
  };
  return {
    async append(stream, expected, events, options) {
      const startMs = Date.now();
      try {
        const appended = await store.append(stream, expected, events, options);
        tell(stream, events, startMs, appended.outcome);
        return appended;
      } catch (error) {
        tell(stream, events, startMs, error instanceof Error ? error.name : 'unknown');
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
