import { type FaultPoint as PointOf, faultPointsOf, type Faults as FaultsOf } from '@ledgate/domain/ports/faults';

/** What cashier and settler do that outlives the process: by the event's type where it is an append, by a word of its own where not. */
export const FAULT_STEPS = [
  'TillRow',
  'TillOpened',
  'Heartbeat',
  'LeaseGranted',
  'LeaseRaised',
  'LeaseLowered',
  'LeaseCovered',
  'LeaseSettled',
  'ConsumptionStarted',
  'ConsumptionRecorded',
  'AttemptsFailed',
  'LateConsumptionRecorded',
  'ConsumptionCorrected',
  'TillFenced',
  'TillClosed',
  'TillRowRemoved',
] as const;
export type FaultStep = (typeof FAULT_STEPS)[number];
export type FaultPoint = PointOf<FaultStep>;
export type Faults = FaultsOf<FaultStep>;

/** Every point at which a crash test can end the process. */
export const FAULT_POINTS: readonly FaultPoint[] = faultPointsOf(FAULT_STEPS);
