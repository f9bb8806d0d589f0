import type { LeaseId, RequestId, TillId, UserId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';
import type { TillEventOf } from './events.ts';

/** What one lease has consumed, as the till's records say. */
export type LeaseConsumption = { readonly accountId: UserId; readonly consumed: Quota; readonly byToken: ByToken };

/** The fold of one till stream: what a worker needs to end it. `revision` is the last folded event's. */
export type Till =
  | { readonly status: 'missing'; readonly revision: -1 }
  | {
      readonly status: 'open' | 'fenced' | 'closed';
      readonly revision: number;
      readonly tillId: TillId;
      readonly relayId: string;
      /** Requests that have begun and not ended. */
      readonly started: ReadonlyMap<RequestId, TillEventOf<'ConsumptionStarted'>['data']>;
      /** Ended requests: the amount charged here and whether a worker charged it; 0 for AttemptsFailed. */
      readonly ended: ReadonlyMap<RequestId, { readonly amount: Quota; readonly interrupted: boolean }>;
      readonly leases: ReadonlyMap<LeaseId, LeaseConsumption>;
    };

export type ExistingTill = Exclude<Till, { status: 'missing' }>;

export const initialTill: Till = { status: 'missing', revision: -1 };
