import { describe, expect, it } from '@jest/globals';
import { type EventStore, NO_STREAM, WITHOUT_POSITION } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { ProcessMetrics } from '../../server/telemetry/metrics/process-metrics.ts';
import { noTraces } from '../../server/telemetry/traces/traces.ts';
import { newEvents } from '../../../test/testing/stored-events.ts';
import { storeWithMetrics } from './store-with-metrics.ts';
import { storeWithTraces } from './store-with-traces.ts';

describe('a store that is watched', () => {
  it.each<[string, (store: EventStore) => EventStore]>([
    ['counted', (store) => storeWithMetrics(store, new ProcessMetrics())],
    ['traced', (store) => storeWithTraces(store, noTraces)],
  ])('and %s is asked for positions only where its caller wants them', async (_, watched) => {
    const store = watched(new MemoryEventStore());
    const [one, other] = [newEvents(2), newEvents(1)];
    expect(await store.append('till-1', NO_STREAM, one, WITHOUT_POSITION)).toEqual({
      outcome: 'appended',
      revision: 1,
      position: undefined,
    });
    expect(await store.append('account-1', NO_STREAM, other)).toMatchObject({ revision: 0, position: 3 });
  });
});
