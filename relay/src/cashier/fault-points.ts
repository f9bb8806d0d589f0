import type { EventStore } from '@ledgate/domain/ports/event-store';

/** What cashier and settler do that outlives the process: by the event's type where it is an append, by a word of its own where not. */
export const FAULT_STEPS = [
  'TillRow', 'TillOpened', 'Heartbeat', 'LeaseGranted', 'LeaseRaised', 'LeaseLowered', 'LeaseCovered', 'LeaseSettled', 'ConsumptionStarted',
  'ConsumptionRecorded', 'AttemptsFailed', 'LateConsumptionRecorded', 'ConsumptionCorrected', 'TillFenced', 'TillClosed', 'TillRowRemoved',
] as const;
export type FaultStep = (typeof FAULT_STEPS)[number];
export type FaultPoint = `before_${FaultStep}` | `after_${FaultStep}`;

/** Every point at which a crash test can end the process. */
export const FAULT_POINTS: readonly FaultPoint[] = FAULT_STEPS.flatMap((step): FaultPoint[] => [`before_${step}`, `after_${step}`]);

export interface Faults {
  /** Called before and after each step; crash tests end the process in it. */
  hit(point: FaultPoint): void;
}

export const NO_FAULTS: Faults = { hit: () => undefined };

const BY_EVENT_TYPE: ReadonlySet<string> = new Set(FAULT_STEPS);
const isStep = (type: string): type is FaultStep => BY_EVENT_TYPE.has(type);

/** Hits the points of every event type in a batch, once each, before and after its append. In production the store stays as it is. */
export function withFaultPoints(store: EventStore, faults: Faults): EventStore {
  if (faults === NO_FAULTS) return store;
  return {
    async append(stream, expected, events) {
      const steps = new Set(events.map(({ type }) => type).filter(isStep));
      for (const step of steps) faults.hit(`before_${step}`);
      const outcome = await store.append(stream, expected, events);
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
