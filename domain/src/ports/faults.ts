import type { EventStore } from './event-store.ts';

export type FaultPoint<Step extends string = string> = `before_${Step}` | `after_${Step}`;

/**
 * Told before and after each step that outlives the process; crash tests end the process in it. A step is named by the event's type where it is an
 * append, by a word of its own where it is not.
 */
export interface Faults<Step extends string = string> {
  hit(point: FaultPoint<Step>): void;
}

export const NO_FAULTS: Faults = { hit: () => undefined };

export const faultPointsOf = <Step extends string>(steps: readonly Step[]): readonly FaultPoint<Step>[] =>
  steps.flatMap((step): FaultPoint<Step>[] => [`before_${step}`, `after_${step}`]);

/** Hits the points of every one of these event types in a batch, once each, before and after its append. In production the store stays as it is. */
export function withFaultPoints<Step extends string>(
  store: EventStore,
  faults: Faults<Step>,
  types: readonly Step[],
): EventStore {
  if (faults === NO_FAULTS) return store;
  return {
    async append(stream, expected, events, options) {
      const steps = types.filter((type) => events.some((event) => event.type === type));
      for (const step of steps) faults.hit(`before_${step}`);
      const outcome = await store.append(stream, expected, events, options);
      for (const step of steps) faults.hit(`after_${step}`);
      return outcome;
    },
    readStream: (stream, from, limit) => store.readStream(stream, from, limit),
    readStreamBackwards: (stream, limit, before) => store.readStreamBackwards(stream, limit, before),
    readAll: (after, limit) => store.readAll(after, limit),
    head: () => store.head(),
    onAppended: (wake) => store.onAppended(wake),
  };
}
