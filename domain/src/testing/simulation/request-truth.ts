import type { LeaseId, RequestId, TillId, TokenId, UserId } from '../../shared/ids.ts';
import type { Process } from './scheduler.ts';

/** A request as the model knows it: what it reserved and will cost, how it went, and what the ledger says of it. */
export type RequestTruth = {
  readonly requestId: RequestId;
  readonly accountId: UserId;
  readonly tokenId: TokenId;
  readonly arrivedAtMs: number;
  reserved: number;
  actual: number;
  /** `delivered`: the last byte has left. `free`: ended without a charge, and the caller knows. */
  status: 'asking' | 'running' | 'delivered' | 'free' | 'refused';
  /** The relay that has it; undefined before it is asked. */
  relay: Process | undefined;
  /** The lease it has a reservation under, and whether tokens without a limit share that. */
  leaseId: LeaseId | undefined;
  shared: boolean;
  started: boolean;
  charged: number;
  /** Records in tills, records on the account. */
  ends: number;
  lates: number;
  corrections: number;
};

/** A lease as the ledger tells it; `consumed` is what its till has recorded under it. */
export type LeaseTruth = {
  readonly leaseId: LeaseId;
  readonly tillId: TillId;
  readonly accountId: UserId;
  readonly tokenId: TokenId | null;
  amount: number;
  consumed: number;
  settled: boolean;
};

/** What is left of a reservation beyond its charge. */
export const restOf = ({ reserved, charged }: RequestTruth): number => Math.max(0, reserved - charged);
