import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { maybeRow, oneRow, type Queryable, rows } from '../directory/database.ts';
import { every, sql } from '../directory/sql.ts';
import { STATEMENT_ENTRIES_MAX } from '../limits.ts';
import { ENTRY_COLUMNS, type LedgerEntry, ledgerEntryFrom, type LedgerEntryRead } from './ledger-entry.ts';

/** Times are Unix milliseconds: from `fromMs` (inclusive) to `toMs` (exclusive). */
export type StatementRequest = {
  readonly userId: UserId;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** Keyset: only entries after this position. */
  readonly after?: Position | undefined;
};

export type Statement = {
  readonly opening: Quota;
  readonly closing: Quota;
  /** Signed sums of the whole range, also when `entries` is a page of it: opening + all of them = closing. */
  readonly sums: { readonly credits: Quota; readonly charges: Quota; readonly refunds: Quota; readonly adjustments: Quota };
  /** What moved the balance, oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** `after` of the next page; null at the end. */
  readonly next: Position | null;
};

/**
 * An account's statement. Its entries are consecutive in the ledger: it begins with the first entry that happened at or after `fromMs` and ends
 * before the first that happened at or after `toMs`, so that statements of adjoining ranges adjoin, whatever the clocks of two relays said.
 */
export async function statementOf(db: Queryable, { userId, fromMs, toMs, limit, after }: StatementRequest): Promise<Statement> {
  const begin = await firstAtOrAfter(db, userId, fromMs);
  const end = await firstAtOrAfter(db, userId, Math.max(fromMs, toMs));
  const range = every([sql`user_id = ${userId}`, below('>=', begin), below('<', end)]);
  const moved = sql`${range} and (amount <> 0 or reference <> '') and type <> 'InviteRewardAccrued'`;
  const size = Math.min(limit, STATEMENT_ENTRIES_MAX);
  const found = begin === null ? [] : await rows<LedgerEntryRead>(db, sql`
    select ${ENTRY_COLUMNS} from readmodel.ledger_entries
    where ${every([moved, after === undefined ? undefined : sql`position > ${after}`])} order by position limit ${size}`);
  const opening = await balanceBefore(db, userId, begin);
  const sums = await sumsOf(db, begin === null ? sql`false` : range);
  const last = found.at(-1);
  return {
    opening,
    closing: quota(opening + sums.credits + sums.charges + sums.refunds + sums.adjustments),
    sums,
    entries: found.map(ledgerEntryFrom),
    next: last === undefined || found.length < size ? null : (last.position as Position),
  };
}

const below = (comparison: '>=' | '<', position: number | null) =>
  position === null ? undefined : comparison === '<' ? sql`position < ${position}` : sql`position >= ${position}`;

/** null when nothing happened since. */
async function firstAtOrAfter(db: Queryable, userId: UserId, atMs: number): Promise<number | null> {
  const found = await maybeRow<{ position: number }>(db, sql`
    select position from readmodel.ledger_entries where user_id = ${userId} and at_ms >= ${atMs} order by at_ms, position limit 1`);
  return found?.position ?? null;
}

async function balanceBefore(db: Queryable, userId: UserId, position: number | null): Promise<Quota> {
  const found = await maybeRow<{ balance_after: number }>(db, sql`
    select balance_after from readmodel.ledger_entries
    where ${every([sql`user_id = ${userId}`, below('<', position)])} order by position desc limit 1`);
  return quota(found?.balance_after ?? 0);
}

async function sumsOf(db: Queryable, range: ReturnType<typeof every>): Promise<Statement['sums']> {
  const found = await oneRow<{ credits: number; charges: number; refunds: number; adjustments: number }>(db, sql`
    select
      coalesce(sum(amount) filter (where type in ('ConsumptionRecorded', 'LateConsumptionRecorded', 'ConsumptionCorrected')), 0)::bigint as charges,
      coalesce(sum(amount) filter (where type = 'ConsumptionRefunded'), 0)::bigint as refunds,
      coalesce(sum(amount) filter (where type = 'QuotaAdjusted'), 0)::bigint as adjustments,
      coalesce(sum(amount) filter (where type in ('QuotaGranted', 'QuotaToppedUp', 'RedemptionCredited', 'InviteEarningsTransferred')), 0)::bigint as credits
    from readmodel.ledger_entries where ${range}`);
  return { credits: quota(found.credits), charges: quota(found.charges), refunds: quota(found.refunds), adjustments: quota(found.adjustments) };
}
