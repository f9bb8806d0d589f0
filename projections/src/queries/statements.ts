import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { STATEMENT_ENTRIES_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
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
  readonly sums: {
    readonly credits: Quota;
    readonly charges: Quota;
    readonly refunds: Quota;
    readonly adjustments: Quota;
  };
  /** What moved the balance, oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** `after` of the next page; null at the end. */
  readonly next: Position | null;
};

/**
 * An account's statement. Its entries are consecutive in the ledger: it begins with the first entry that happened at or after `fromMs` and ends
 * before the first that happened at or after `toMs`, so that statements of adjoining ranges adjoin, whatever the clocks of two relays said.
 */
export async function statementOf(
  db: Queryable,
  { userId, fromMs, toMs, limit, after }: StatementRequest,
): Promise<Statement> {
  const begin = await firstAtOrAfter(db, userId, fromMs);
  const end = await firstAtOrAfter(db, userId, Math.max(fromMs, toMs));
  const size = Math.min(limit, STATEMENT_ENTRIES_MAX);
  const found = begin === null ? [] : await movements(db, within(userId, begin, end), size, after);
  const opening = await balanceBefore(db, userId, begin);
  const sums = begin === null ? NO_SUMS : await sumsOf(db, within(userId, begin, end));
  const last = found.at(-1);
  return {
    opening,
    closing: quota(opening + sums.credits + sums.charges + sums.refunds + sums.adjustments),
    sums,
    entries: found.map(ledgerEntryFrom),
    next: last === undefined || found.length < size ? null : (last.position as Position),
  };
}

const entriesOf = (userId: UserId): Query => query(`${READ_MODELS}.ledger_entries`).where({ user_id: userId });

/** `end` null: to the ledger's end. */
function within(userId: UserId, begin: number, end: number | null): Query {
  const range = entriesOf(userId).where('position', '>=', begin);
  return end === null ? range : range.where('position', '<', end);
}

function movements(
  db: Queryable,
  range: Query,
  size: number,
  after: Position | undefined,
): Promise<readonly LedgerEntryRead[]> {
  const moved = range.whereRaw("(amount <> 0 or reference <> '') and type <> 'InviteRewardAccrued'");
  if (after !== undefined) moved.where('position', '>', after);
  return rows(db, moved.select(ENTRY_COLUMNS).orderBy('position').limit(size));
}

/** null when nothing happened since. */
async function firstAtOrAfter(db: Queryable, userId: UserId, atMs: number): Promise<number | null> {
  const found = await maybeRow<{ position: number }>(
    db,
    entriesOf(userId).select('position').where('at_ms', '>=', atMs).orderBy('at_ms').orderBy('position').limit(1),
  );
  return found?.position ?? null;
}

async function balanceBefore(db: Queryable, userId: UserId, position: number | null): Promise<Quota> {
  const last = entriesOf(userId).select('balance_after').orderBy('position', 'desc').limit(1);
  if (position !== null) last.where('position', '<', position);
  const found = await maybeRow<{ balance_after: number }>(db, last);
  return quota(found?.balance_after ?? 0);
}

const NO_SUMS: Statement['sums'] = { credits: quota(0), charges: quota(0), refunds: quota(0), adjustments: quota(0) };

async function sumsOf(db: Queryable, range: Query): Promise<Statement['sums']> {
  const found = await oneRow<{ credits: number; charges: number; refunds: number; adjustments: number }>(
    db,
    range.select(
      query.raw(`
      coalesce(sum(amount) filter (where type in ('ConsumptionRecorded', 'LateConsumptionRecorded', 'ConsumptionCorrected')), 0)::bigint as charges,
      coalesce(sum(amount) filter (where type = 'ConsumptionRefunded'), 0)::bigint as refunds,
      coalesce(sum(amount) filter (where type = 'QuotaAdjusted'), 0)::bigint as adjustments,
      coalesce(sum(amount) filter (where type in ('QuotaGranted', 'QuotaToppedUp', 'RedemptionCredited', 'InviteEarningsTransferred')), 0)::bigint as credits`),
    ),
  );
  return {
    credits: quota(found.credits),
    charges: quota(found.charges),
    refunds: quota(found.refunds),
    adjustments: quota(found.adjustments),
  };
}
