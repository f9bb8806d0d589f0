import type { LeaseId, TillId, UserId } from '@ledgate/domain/shared/ids';

/** What the settler asks of the read models. They may be behind: work that is missing appears later, and work that is done changes nothing. */
export interface OpenWork {
  /** Every open lease whose till is closed, whenever it appears: a grant may land after the fence. Possibly a first page only. */
  openLeasesOfClosedTills(): Promise<
    readonly { readonly leaseId: LeaseId; readonly accountId: UserId; readonly tillId: TillId }[]
  >;
  /** Tills that are open, or fenced and not closed. Possibly a first page only. */
  unclosedTills(): Promise<
    readonly { readonly tillId: TillId; readonly relayId: string; readonly status: 'open' | 'fenced' | 'closed' }[]
  >;
}
