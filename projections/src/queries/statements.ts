import { STATEMENT_ENTRIES_MAX } from '@ledgate/domain/catalogue/limits';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { CHARGE_TYPES } from '../ledger/entry-facts.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Database, inSnapshot, maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
import { ENTRY_COLUMNS, type LedgerEntry, ledgerEntryFrom, type LedgerEntryRead } from './ledger-entry.ts';
import { type PositionRange, positionRangeOf, type TimeRange } from './ranges.ts';

type StatementRequest = TimeRange & {
  readonly accountId: UserId;
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

/** An account's statement over the entries of a range (`ranges.ts`), in one snapshot. */
export const statementOf = (db: Database, request: StatementRequest): Promise<Statement> =>
  inSnapshot(db, (client) => statementIn(client, request));

async function statementIn(db: Queryable, { accountId, limit, after, ...range }: StatementRequest): Promise<Statement> {
  const positions = await positionRangeOf(db, range);
  const size = Math.min(limit, STATEMENT_ENTRIES_MAX);
  const found = await movements(db, within(accountId, positions), size, after);
  const opening = await balanceBefore(db, accountId, positions.from);
  const sums = await sumsOf(db, within(accountId, positions));
  const last = found.at(-1);
  return {
    opening,
    closing: quota(opening + sums.credits + sums.charges + sums.refunds + sums.adjustments),
    sums,
    entries: found.map(ledgerEntryFrom),
    next: last === undefined || found.length < size ? null : (last.position as Position),
  };
}

const entriesOf = (accountId: UserId): Query => query(`${READ_MODELS}.ledger_entries`).where({ user_id: accountId });

const within = (accountId: UserId, { from, before }: PositionRange): Query =>
  entriesOf(accountId).where('position', '>=', from).where('position', '<', before);

function movements(
  db: Queryable,
  range: Query,
  size: number,
  after: Position | undefined,
): Promise<readonly LedgerEntryRead[]> {
  const moved = range.whereRaw(
    "(amount <> 0 or reference <> '') and type not in ('InviteRewardAccrued', 'CommissionAccrued', 'CommissionReversed')",
  );
  if (after !== undefined) moved.where('position', '>', after);
  return rows(db, moved.select(ENTRY_COLUMNS).orderBy('position').limit(size));
}

async function balanceBefore(db: Queryable, accountId: UserId, position: number): Promise<Quota> {
  const found = await maybeRow<{ balance_after: number }>(
    db,
    entriesOf(accountId).select('balance_after').where('position', '<', position).orderBy('position', 'desc').limit(1),
  );
  return quota(found?.balance_after ?? 0);
}

async function sumsOf(db: Queryable, range: Query): Promise<Statement['sums']> {
  const found = await oneRow<{ credits: number; charges: number; refunds: number; adjustments: number }>(
    db,
    range.select(
      query.raw(
        `
        coalesce(sum(amount) filter (where type = any (:charges)), 0)::bigint as charges,
        coalesce(sum(amount) filter (where type = 'ConsumptionRefunded'), 0)::bigint as refunds,
        coalesce(sum(amount) filter (where type = 'QuotaAdjusted'), 0)::bigint as adjustments,
        coalesce(sum(amount) filter (where type <> all (:apart)), 0)::bigint as credits`,
        { charges: CHARGE_TYPES, apart: [...CHARGE_TYPES, 'ConsumptionRefunded', 'QuotaAdjusted'] },
      ),
    ),
  );
  return {
    credits: quota(found.credits),
    charges: quota(found.charges),
    refunds: quota(found.refunds),
    adjustments: quota(found.adjustments),
  };
}
