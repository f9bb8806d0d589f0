import type { AuditAction, AuditTargetType } from '@ledgate/domain/catalogue/audit';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { AuditFields } from '../directory/audit/administration.ts';
import { addressesOf } from '../directory/audit/addresses.ts';
import { channelNamesOf } from '../directory/channels/find.ts';
import { codeNamesOf } from '../directory/codes/codes.ts';
import { tokenOwnersOf } from '../directory/tokens/find.ts';
import { userIdsOf, usernamesOf } from '../directory/users/list.ts';
import { EXACT_TOTAL_ROWS_MAX, LATE_RECORD_MS, LOG_PAGE_ROWS_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Database, inSnapshot, maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { inStretch, type Stretch } from '../shared/paging.ts';
import { oneOfIds, oneOfTexts, type Query, query } from '../shared/query.ts';
import { quarterOf } from '../times/quarter.ts';
import type { Conditions } from './log-range.ts';

/** What the audit list may be narrowed by (docs/behaviour.md#audit); undefined does not narrow. Times are Unix seconds, both inclusive. */
export type AuditFilter = {
  /** The name of a person as he is called now, or of a process. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly fromS?: number | undefined;
  readonly toS?: number | undefined;
};

type AuditPageRequest = {
  readonly filter: AuditFilter;
  readonly limit: number;
  /** Rows to pass over; deep pages are quicker by `before`. */
  readonly offset?: number | undefined;
  /** Keyset: only records below this position. */
  readonly before?: Position | undefined;
};

/** One act of administration. */
export type AuditRow = {
  readonly position: Position;
  readonly atMs: number;
  /** null: a process, which `actorName` then names. */
  readonly actorId: UserId | null;
  /** As he is called now. */
  readonly actorName: string;
  readonly action: string;
  readonly targetType: AuditTargetType;
  readonly targetId: string;
  /** Of a user, channel, token or code as it is called now; ''. */
  readonly targetName: string;
  /** Who the target is, or whose it is; null: nobody, or not known. */
  readonly targetUserId: UserId | null;
  readonly before: AuditFields;
  readonly after: AuditFields;
  readonly reason: string;
  /** '' of a process without one. */
  readonly requestId: string;
  /** Of the caller; '' where it is not known. */
  readonly address: string;
};

type AuditPage = {
  readonly rows: readonly AuditRow[];
  /** Exact up to EXACT_TOTAL_ROWS_MAX; one more where there are more. */
  readonly total: number;
  /** `before` of the next page; null at the end. */
  readonly next: Position | null;
};

const NOTHING: AuditPage = { rows: [], total: 0, next: null };
const records = `${READ_MODELS}.audit_records`;

/** One page of the audit list, newest first, and how many records there are, in one snapshot. */
export const auditPage = (db: Database, request: AuditPageRequest): Promise<AuditPage> =>
  inSnapshot(db, (client) => pageIn(client, request));

async function pageIn(db: Queryable, { filter, limit, offset = 0, before }: AuditPageRequest): Promise<AuditPage> {
  const matching = await conditionsOf(db, filter);
  if (matching === undefined) return NOTHING;
  const size = Math.min(limit, LOG_PAGE_ROWS_MAX);
  const matchingRows = (): Query => query(`${records} as r`).modify(matching);
  const inPage = matchingRows().select('r.*').orderBy('r.position', 'desc').limit(size).offset(offset);
  if (before !== undefined) inPage.where('r.position', '<', before);
  const found = await rows<StoredRow>(db, inPage);
  return {
    rows: await withNames(db, found),
    total: await totalOf(db, matching),
    next: found.length < size ? null : (found.at(-1)?.position ?? null),
  };
}

/** Exact up to EXACT_TOTAL_ROWS_MAX; one more where there are more. */
async function totalOf(db: Queryable, matching: Conditions): Promise<number> {
  const capped = query(`${records} as r`)
    .modify(matching)
    .select(query.raw('1'))
    .limit(EXACT_TOTAL_ROWS_MAX + 1)
    .as('capped');
  return (await oneRow<{ total: number }>(db, query.count({ total: '*' }).from(capped))).total;
}

/** The records of a filter, part by part: what it means is told once, so that every part is of the same people and the same range. */
type AuditRows = {
  /** As of a page. */
  readonly total: number;
  readonly inStretch: (stretch: Stretch) => Promise<readonly AuditRow[]>;
};

export async function auditRowsByStretches(db: Database, filter: AuditFilter): Promise<AuditRows> {
  const matching = await conditionsOf(db, filter);
  if (matching === undefined) return { total: 0, inStretch: () => Promise.resolve([]) };
  return {
    total: await totalOf(db, matching),
    inStretch: async (stretch) =>
      withNames(
        db,
        await rows<StoredRow>(
          db,
          inStretch(query(`${records} as r`).modify(matching).select('r.*'), 'r.position', stretch),
        ),
      ),
  };
}

/** The filter as conditions on `r`, a row of audit_records; undefined when nothing can match. */
async function conditionsOf(
  db: Queryable,
  { actor, action, targetType, targetId, fromS, toS }: AuditFilter,
): Promise<Conditions | undefined> {
  const actors = actor === undefined ? undefined : await actorsCalled(db, actor);
  if (actors?.length === 0) return undefined;
  const inRange = await between(db, { fromS, toS });
  const equal = { 'r.action': action, 'r.target_type': targetType, 'r.target_id': targetId };
  return (found) => {
    if (actors?.length === 1) found.where({ 'r.actor': actors[0] });
    else if (actors !== undefined) found.where(oneOfTexts('r.actor', actors));
    for (const [column, value] of Object.entries(equal)) if (value !== undefined) found.where(column, value);
    inRange(found);
  };
}

/** A person's, and a process's that is called the same. */
async function actorsCalled(db: Queryable, name: string): Promise<readonly string[]> {
  const id = (await userIdsOf(db, [name])).get(name);
  const process = await maybeRow(db, query(records).select('actor').where({ actor: name }).limit(1));
  return [...(id === undefined ? [] : [`user-${id}`]), ...(process === undefined ? [] : [name])];
}

/**
 * Records are in the order of the ledger, which is nearly that of their times: where the store wrote what was written from the first time on the range begins;
 * it ends a while behind the last one, and behind what is late.
 */
async function between(db: Queryable, { fromS, toS }: Pick<AuditFilter, 'fromS' | 'toS'>): Promise<Conditions> {
  const first = fromS === undefined ? undefined : await firstWrittenFrom(db, fromS * MS);
  const last = toS === undefined ? undefined : await lastOfBefore(db, (toS + 1) * MS);
  return (found) => {
    if (fromS !== undefined && first !== undefined)
      found.where('r.at_ms', '>=', fromS * MS).where('r.position', '>=', first);
    if (toS !== undefined && last !== undefined)
      found.where('r.at_ms', '<', (toS + 1) * MS).where('r.position', '<=', last);
  };
}

const quarters = (): Query => query(`${READ_MODELS}.recorded_quarters`);

async function firstWrittenFrom(db: Queryable, fromMs: number): Promise<number> {
  const { first } = await oneRow<{ first: number | null }>(
    db,
    quarters().min({ first: 'first_position' }).where('recorded_s', '>=', quarterOf(fromMs)),
  );
  return first ?? Number.MAX_SAFE_INTEGER;
}

async function lastOfBefore(db: Queryable, endMs: number): Promise<number> {
  const written = await oneRow<{ last: number | null }>(
    db,
    quarters()
      .max({ last: 'last_position' })
      .where('recorded_s', '<=', quarterOf(endMs + LATE_RECORD_MS)),
  );
  const late = await oneRow<{ last: number | null }>(
    db,
    query(records).max({ last: 'position' }).whereRaw('late').where('at_ms', '<', endMs),
  );
  return Math.max(written.last ?? 0, late.last ?? 0);
}

const MS = 1_000;

type StoredRow = {
  readonly position: Position;
  readonly at_ms: number;
  readonly actor: string;
  readonly action: string;
  readonly target_type: AuditTargetType;
  readonly target_id: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly request_id: string;
};

const USER = /^user-(\d+)$/;
const userIdIn = (actor: string): UserId | undefined => {
  const id = USER.exec(actor)?.[1];
  return id === undefined ? undefined : (Number(id) as UserId);
};

async function withNames(db: Queryable, found: readonly StoredRow[]): Promise<readonly AuditRow[]> {
  const idsOf = (type: AuditTargetType): readonly number[] => [
    ...new Set(found.flatMap((row) => (row.target_type === type ? [Number(row.target_id)] : []))),
  ];
  const actors = found.flatMap(({ actor }) => userIdIn(actor) ?? []);
  const users = await usernamesOf(db, [...new Set([...actors, ...idsOf('user')])]);
  const channels = await channelNamesOf(db, idsOf('channel'));
  const codes = await codeNamesOf(db, idsOf('redemption'));
  const tokens = await tokenOwnersOf(db, idsOf('token'));
  const addresses = await addressesOf(db, [...new Set(found.map((row) => row.request_id))]);
  const balances = await adjustedBalances(db, found);
  const nameOf = (type: AuditTargetType, id: number): string | undefined => {
    if (type === 'user') return users.get(id);
    if (type === 'channel') return channels.get(id);
    if (type === 'redemption') return codes.get(id);
    return type === 'token' ? tokens.get(id)?.name : undefined;
  };
  return found.map((row) => {
    const { target_type: targetType, target_id: targetId } = row;
    const id = Number(targetId);
    const actorId = userIdIn(row.actor) ?? null;
    const balance = balances.get(row.position);
    return {
      position: row.position,
      atMs: row.at_ms,
      actorId,
      actorName: (actorId === null ? row.actor : users.get(actorId)) ?? '',
      action: row.action,
      targetType,
      targetId,
      targetName: nameOf(targetType, id) ?? '',
      targetUserId:
        (targetType === 'user' ? (id as UserId) : targetType === 'token' ? tokens.get(id)?.userId : null) ?? null,
      before: { ...(JSON.parse(row.before) as AuditFields), ...balance?.before },
      after: { ...(JSON.parse(row.after) as AuditFields), ...balance?.after },
      reason: row.reason,
      requestId: row.request_id,
      // What a process does on behalf of a call came from nobody's address.
      address: (actorId === null ? undefined : addresses.get(row.request_id)) ?? '',
    };
  });
}

type Balances = { readonly before: { readonly balance: number }; readonly after: { readonly balance: number } };

/** What an adjustment has made of a balance, as the account's entries say. */
async function adjustedBalances(db: Queryable, found: readonly StoredRow[]): Promise<ReadonlyMap<number, Balances>> {
  const positions = found.filter(({ action }) => action === ADJUSTMENT).map(({ position }) => position);
  if (positions.length === 0) return new Map();
  const entries = await rows<{ position: number; amount: number; balance_after: number }>(
    db,
    query(`${READ_MODELS}.ledger_entries`)
      .select('position', 'amount', 'balance_after')
      .where(oneOfIds('position', positions)),
  );
  return new Map(
    entries.map(({ position, amount, balance_after: after }) => [
      position,
      { before: { balance: after - amount }, after: { balance: after } },
    ]),
  );
}

const ADJUSTMENT: AuditAction = 'user.adjust';
