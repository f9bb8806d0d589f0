import type { LotKind } from '../account/events.ts';
import type { RequestId } from '../shared/ids.ts';
import { type Quota, ZERO } from '../shared/quota.ts';

/** A credit of a wallet, as far as it is left. */
export type Lot = {
  /** Revision, in the account's stream, of the event that credited it. */
  readonly name: number;
  readonly kind: LotKind;
  /** Unix milliseconds; null: never. Only CreditExpired ends a lot: nothing here reads a clock. */
  readonly expiresAtMs: number | null;
  /** What takes it back takes it first: the order's number of a top-up, the id of the event of an adjustment. */
  readonly of: string | null;
  /** Above zero. */
  readonly rest: Quota;
};

/** What a request has taken of a lot and not got back. */
export type Draw = { readonly lot: Omit<Lot, 'rest'>; readonly amount: Quota };

/** What a wallet is made of: the sum of its lots less the debt is its balance. */
export type Wallet = {
  /** In the order in which they are taken. */
  readonly lots: readonly Lot[];
  /** What was taken and no lot had; credits pay it first. */
  readonly debt: Quota;
  /** By request, oldest first. */
  readonly draws: ReadonlyMap<RequestId, readonly Draw[]>;
};

export const emptyWallet: Wallet = { lots: [], debt: ZERO, draws: new Map() };
