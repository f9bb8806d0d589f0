import type { LeaseId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { TILL_STATUS } from '../leases/tills.ts';
import { LEASES_PAGE_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';

type OpenLeaseRow = {
  readonly leaseId: LeaseId;
  readonly accountId: UserId;
  readonly tillId: TillId;
  /** null: shared by all tokens without a limit. */
  readonly tokenId: TokenId | null;
  readonly amount: Quota;
  /** As the account's stream last said. */
  readonly consumed: Quota;
  /** Revision, on the account, of the event that granted or last resized it. */
  readonly revision: number;
};

type LeaseRead = {
  lease_id: string;
  user_id: number;
  till_id: string;
  token_id: number | null;
  amount: number;
  consumed: number;
  revision: number;
};

const open = (): Query => query(`${READ_MODELS}.open_leases as l`);

async function leases(db: Queryable, asked: Query): Promise<readonly OpenLeaseRow[]> {
  const found = await rows<LeaseRead>(
    db,
    asked
      .select('l.lease_id', 'l.user_id', 'l.till_id', 'l.token_id', 'l.amount', 'l.consumed', 'l.revision')
      .limit(LEASES_PAGE_MAX),
  );
  return found.map((row) => ({
    leaseId: row.lease_id as LeaseId,
    accountId: row.user_id as UserId,
    tillId: row.till_id as TillId,
    tokenId: row.token_id as TokenId | null,
    amount: quota(row.amount),
    consumed: quota(row.consumed),
    revision: row.revision,
  }));
}

/** The settler's work list (docs/ledger.md#fences): every open lease whose till is closed, at most LEASES_PAGE_MAX. */
export const openLeasesOfClosedTills = (db: Queryable): Promise<readonly OpenLeaseRow[]> =>
  leases(
    db,
    open()
      .joinRaw(`join ${READ_MODELS}.tills t on t.till_id = l.till_id and t.status = ${TILL_STATUS.closed}`)
      .orderBy('l.lease_id'),
  );

/** Of one account, or of all, at most LEASES_PAGE_MAX. */
export const openLeases = (db: Queryable, accountId?: UserId): Promise<readonly OpenLeaseRow[]> =>
  leases(
    db,
    accountId === undefined
      ? open().orderBy(['l.user_id', 'l.lease_id'])
      : open().where({ 'l.user_id': accountId }).orderBy('l.lease_id'),
  );

type TillState = {
  readonly tillId: TillId;
  readonly relayId: string;
  readonly status: UnclosedStatus;
  readonly openedMs: number;
};
type UnclosedStatus = Exclude<keyof typeof TILL_STATUS, 'closed'>;

const nameOf = (status: number): UnclosedStatus => (status === TILL_STATUS.fenced ? 'fenced' : 'open');

/** Tills that are not closed: open ones, and fenced ones whose requests a worker still has to end. At most LEASES_PAGE_MAX. */
export async function unclosedTills(db: Queryable): Promise<readonly TillState[]> {
  const found = await rows<{ till_id: string; relay_id: string; status: number; opened_ms: number }>(
    db,
    query(`${READ_MODELS}.tills`)
      .select('till_id', 'relay_id', 'status', 'opened_ms')
      .whereRaw(`status < ${TILL_STATUS.closed}`)
      .orderBy('opened_ms')
      .limit(LEASES_PAGE_MAX),
  );
  return found.map(({ till_id, relay_id, status, opened_ms }) => ({
    tillId: till_id as TillId,
    relayId: relay_id,
    status: nameOf(status),
    openedMs: opened_ms,
  }));
}
