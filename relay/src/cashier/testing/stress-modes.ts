import type { SettlerLimits } from '../../settler/limits.ts';
import type { CashierLimits } from '../limits.ts';

/** Mistakes of a cashier that a schedule can make in its place. */
export const PLANTED_FAULTS = [
  /** More is reserved for a running request although its relay does not know that it lives. */
  'renewed_without_life',
  /** What a request had reserved stays reserved beside its renewal. */
  'renewal_counted_twice',
] as const;
export type PlantedFault = (typeof PLANTED_FAULTS)[number];

/** Steps of a schedule; how often each is chosen. */
export type Step = 'relay' | 'kill' | 'close' | 'recall' | 'outage' | 'credit' | 'calls' | OfSome;
type OfSome = 'debit' | 'limit' | 'fenceDead' | 'fenceEarly' | 'cutOff' | 'sellOut' | 'workerDies';
export const OFTEN = { relay: 1, kill: 1, close: 1, recall: 1, outage: 1, credit: 2, calls: 15 };

export type StressMode = {
  readonly name: string;
  readonly credits: number;
  readonly creditMax: number;
  readonly often: Readonly<Record<OfSome, number>>;
  /** Charges above their reservations. */
  readonly excess: boolean;
  /** The worker watches heartbeats, and fences only whom it has seen dead; else it is told who is alive. */
  readonly watched: boolean;
  readonly stepMsMax: number;
  readonly cashier: Partial<CashierLimits>;
};

export const END_TIMEOUT_MS = 4_000;
const CASHIER: Partial<CashierLimits> = { tillAgeMaxMs: 5_000, tillEventsMax: 60, endTimeoutMs: END_TIMEOUT_MS };
/** A tenth of the times after which a relay is dead. */
const QUICK_BEATS: Partial<CashierLimits> = {
  beatEveryMs: 200,
  beatAgeMaxMs: 1_000,
  storeAnswerAgeMaxMs: 500,
  storeSilenceMaxMs: 200,
  storeLookEveryMs: 50,
  startedAfterMs: 100,
};
/** By a worker, as quickly. */
export const QUICK_WATCH: Partial<SettlerLimits> = { watchEveryMs: 100, deadAfterMs: 1_000, lookGapMaxMs: 300 };

const NEVER: StressMode['often'] = {
  debit: 0,
  limit: 0,
  fenceDead: 0,
  fenceEarly: 0,
  cutOff: 0,
  sellOut: 0,
  workerDies: 0,
};

/** Nothing takes away what was lent: a balance never goes below zero. */
export const STRICT: StressMode = {
  name: 'no debits, early fences or excess',
  credits: 60_000,
  creditMax: 3_000,
  often: { ...NEVER, fenceDead: 1 },
  excess: false,
  watched: false,
  stepMsMax: 300,
  cashier: CASHIER,
};

/** The bound on overspend: a late record of a till that was fenced excuses nothing that was reserved after the fence. */
export const CUT_OFF: StressMode = {
  name: 'relays that are cut off, fenced and come back',
  credits: 20_000,
  creditMax: 10_000,
  often: { ...NEVER, limit: 1, cutOff: 5, sellOut: 1, workerDies: 3 },
  excess: false,
  watched: true,
  stepMsMax: 100,
  cashier: { ...CASHIER, ...QUICK_BEATS, accountsKeptMax: 1, waitingRequestsMax: 6, runningRequestsMax: 40 },
};

/** Workers take live relays for dead too: a late record excuses its whole amount. */
export const ANYTHING: StressMode = {
  name: 'everything, early fences too',
  credits: 60_000,
  creditMax: 3_000,
  often: { ...NEVER, debit: 1, limit: 1, fenceDead: 1, fenceEarly: 1, cutOff: 1 },
  excess: true,
  watched: false,
  stepMsMax: 300,
  cashier: CASHIER,
};
