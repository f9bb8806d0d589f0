import { CREDIT_KINDS, type CreditKind } from '@ledgate/domain/catalogue/credit-kinds';
import { STATEMENT_ENTRIES_MAX } from '@ledgate/domain/catalogue/limits';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { CHARGE_TYPES } from '../ledger/entry-facts.ts';
import { STATEMENT_LINES_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Database, inSnapshot, maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { type Head, headAt, indexAt, knownHead, knownPart } from './head.ts';
import { type LedgerEntry, ledgerEntryFrom, type LedgerEntryRead } from './ledger-entry.ts';
import { largestLines } from './largest-lines.ts';
import { quotaPerUnitAt } from './quota-per-unit.ts';
import { type PositionRange, positionRangeOf, type TimeRange } from './ranges.ts';
import { CLOSED_PERIODS, lateEntries, REOPENED_PERIODS, statementPage, statementSums, sumIn } from './sql.ts';
import { dayAt, type StatementDays, statementDays } from './statement-days.ts';
import { walletsBefore } from './trial-balance.ts';

/** Whose entries: of an account, of a token, a channel or a group (charges alone, and what gives them back), or of all accounts. */
export type StatementScope =
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'token' | 'channel'; readonly id: number }
  | { readonly kind: 'group'; readonly id: string }
  | { readonly kind: 'all'; readonly id?: undefined };

type StatementRange = TimeRange & {
  readonly scope: StatementScope;
  /** As it was told of the ledger up to this position; left out: as it is known now. */
  readonly position?: Position | undefined;
};

type PageRequest = {
  readonly limit: number;
  /** Keyset: only entries after this position. */
  readonly after?: Position | undefined;
  /** What remained there, where the caller knows it from the page before; left out it is summed up, for which all that was before is read. */
  readonly balance?: Quota | undefined;
};

type StatementRequest = StatementRange &
  PageRequest & {
    /** IANA: whose days are told. */
    readonly zone: string;
    /** Unix milliseconds: for a range without an end. */
    readonly nowMs: number;
  };

/** An entry with what remains after it: of an account its balance, else of what was there at the beginning. */
export type StatementEntry = LedgerEntry & {
  readonly accountId: UserId;
  /** The local day in which it counts (`dayAt`). */
  readonly day: string;
};

/** Signed, as all amounts of a statement. */
type ChargeSums = {
  /** Charges, late ones too; no changes of them. */
  readonly requests: number;
  readonly amount: Quota;
};

export type StatementSums = {
  /** The ledger is known up to it, and its last event has this index. */
  readonly position: Position;
  readonly index: number;
  readonly opening: Quota;
  readonly closing: Quota;
  /** Signed sums of the whole range, also when `entries` is a page of it: opening + all of them = closing. */
  readonly sums: {
    readonly credits: Quota;
    readonly charges: Quota;
    readonly refunds: Quota;
    readonly adjustments: Quota;
  };
  /** Decimal text, in force at the end of the range. */
  readonly quotaPerUnit: string;
  readonly creditsByKind: readonly { readonly kind: CreditKind; readonly amount: Quota; readonly count: number }[];
  /** Largest first. Beyond STATEMENT_LINES_MAX one more for all others, whose model is null. Each list sums to the charges. */
  readonly byModel: readonly (ChargeSums & {
    readonly model: string | null;
    readonly prompt: number;
    readonly completion: number;
  })[];
  /** Largest first; 0 is what was called without one, null are all others. */
  readonly byToken: readonly (ChargeSums & { readonly tokenId: number | null })[];
  /** By the zone's days, oldest first; those without a charge are left out, and what was free before anything was posted is of none. */
  readonly byDay: readonly (ChargeSums & { readonly day: string })[];
  /** Entries that came after a period was closed in which their time lies, or that of what they change; oldest first, STATEMENT_LINES_MAX at most. */
  readonly late: readonly {
    readonly position: Position;
    readonly atMs: number;
    /** The end of that period, Unix seconds. */
    readonly periodEndS: number;
    readonly amount: Quota;
  }[];
  /** Periods that the range touches and that were opened again; without an id where an earlier release closed them. */
  readonly reopened: readonly { readonly periodId: number | null; readonly atMs: number; readonly reason: string }[];
};

export type StatementPage = {
  /** What moved the balance, oldest first. */
  readonly entries: readonly StatementEntry[];
  /** `after` of the next page; null at the end. */
  readonly next: Position | null;
};

export type Statement = StatementSums & StatementPage & { readonly days: StatementDays };

/** A statement over the entries of a range (`ranges.ts`) with a page of them, in one snapshot. Throws NotExact where a sum over accounts is one. */
export const statementOf = (db: Database, request: StatementRequest): Promise<Statement> =>
  inSnapshot(db, async (client) => {
    const head = request.position === undefined ? await knownHead(client) : headAt(request.position);
    const positions = knownPart(await positionRangeOf(client, request), head);
    const days = await statementDays(client, request, request.zone);
    const sums = await sumsOf(client, request, head, positions, days);
    const balance = request.after === undefined ? sums.opening : request.balance;
    return { ...sums, ...(await pageOf(client, request.scope, positions, { ...request, balance, days })), days };
  });

/** A page of it alone; with `position` each is of the same statement, whatever is written meanwhile. */
export const statementPageOf = (
  db: Database,
  request: StatementRange & PageRequest & { readonly days: StatementDays },
): Promise<StatementPage> =>
  inSnapshot(db, async (client) => {
    const head = request.position === undefined ? await knownHead(client) : headAt(request.position);
    return pageOf(client, request.scope, knownPart(await positionRangeOf(client, request), head), request);
  });

async function pageOf(
  db: Queryable,
  scope: StatementScope,
  { from, before }: PositionRange,
  { limit, after, balance: known, days }: PageRequest & { readonly days: StatementDays },
): Promise<StatementPage> {
  const size = Math.min(limit, STATEMENT_ENTRIES_MAX);
  const begins = after === undefined ? from : Math.max(from, after + 1);
  const bindings = { ...idOf(scope), from: begins, before, limit: size };
  const found = await rows<LedgerEntryRead & { user_id: UserId }>(db, query.raw(statementPage(scope.kind), bindings));
  const isCarried = scope.kind !== 'user' && found.length > 0;
  let balance = isCarried ? (known ?? (await balanceBefore(db, scope, begins))) : 0;
  const entries = found.map((read): StatementEntry => {
    const { user_id: accountId, ...entry } = read;
    balance += entry.amount;
    const balanceAfter = scope.kind === 'user' ? entry.balance_after : balance;
    return {
      ...ledgerEntryFrom({ ...entry, balance_after: balanceAfter }),
      accountId,
      day: dayAt(days, entry.position),
    };
  });
  const last = entries.at(-1);
  return { entries, next: last === undefined || entries.length < size ? null : last.position };
}

const idOf = ({ id }: StatementScope): { readonly id?: number | string } => (id === undefined ? {} : { id });

/** Of an account or all of them what is on it; of anything else what was charged, so below zero. */
async function balanceBefore(db: Queryable, scope: StatementScope, position: number): Promise<Quota> {
  if (scope.kind === 'all') return quota(Number(await walletsBefore(db, position)));
  if (scope.kind !== 'user') {
    const asked = query.raw(sumIn(scope.kind), { ...idOf(scope), from: 0, before: position });
    return quota((await oneRow<{ amount: number }>(db, asked)).amount);
  }
  const found = await maybeRow<{ balance_after: number }>(
    db,
    query(`${READ_MODELS}.ledger_entries`)
      .select('balance_after')
      .where({ user_id: scope.id })
      .where('position', '<', position)
      .orderBy('position', 'desc')
      .limit(1),
  );
  return quota(found?.balance_after ?? 0);
}

type Group = {
  readonly by: 'type' | 'model' | 'token' | 'day';
  readonly type: string | null;
  readonly model: string | null;
  readonly token_id: number | null;
  readonly day: number | null;
  readonly count: number;
  readonly amount: number;
  readonly requests: number;
  readonly prompt: number;
  readonly completion: number;
  readonly commission: number;
  readonly commissions: number;
  readonly onlyCommissions: number;
};

async function sumsOf(
  db: Queryable,
  { scope, nowMs, ...range }: StatementRequest,
  { position }: Head,
  positions: PositionRange,
  { days, cuts }: StatementDays,
): Promise<StatementSums> {
  const groups = await rows<Group>(
    db,
    query.raw(statementSums(scope.kind), {
      ...idOf(scope),
      ...positions,
      charges: [...CHARGE_TYPES],
      cuts: cuts.length === 0 ? [0] : [...cuts],
      // One more than are told tells that there are others.
      lines: STATEMENT_LINES_MAX + 1,
    }),
  );
  const ofKind = (kind: Group['by']): readonly Group[] => groups.filter(({ by }) => by === kind);
  const types = ofKind('type');
  const charged = types.filter(({ type }) => isCharge(type));
  const total = (some: readonly Group[]): Quota => some.reduce((sum, { amount }) => quota(sum + amount), quota(0));
  const sums = {
    credits: total(types.filter(({ type }) => !isCharge(type) && !APART.has(type ?? ''))),
    charges: total(charged),
    refunds: total(types.filter(({ type }) => type === REFUND)),
    adjustments: total(types.filter(({ type }) => type === ADJUSTMENT)),
  };
  const opening = await balanceBefore(db, scope, positions.from);
  // The end itself is of the range behind it, and so is a price book that starts there.
  const endMs = Math.min(nowMs, (range.toS ?? Infinity) * 1_000 - 1);
  const end = { position: Math.max(0, Math.min(positions.before - 1, position)), atMs: endMs };
  const quotaPerUnit = await quotaPerUnitAt(db, [end]);
  return {
    position,
    index: await indexAt(db, position),
    opening,
    closing: quota(opening + sums.credits + sums.charges + sums.refunds + sums.adjustments),
    sums,
    quotaPerUnit: quotaPerUnit(end),
    creditsByKind: creditsByKind(types),
    byModel: largestLines(ofKind('model'), charged, STATEMENT_LINES_MAX).map(
      ({ requests, amount, prompt, completion, model }) => ({
        model,
        requests,
        prompt,
        completion,
        amount: quota(amount),
      }),
    ),
    byToken: largestLines(ofKind('token'), charged, STATEMENT_LINES_MAX).map(
      ({ token_id: tokenId, requests, amount }) => ({
        tokenId,
        requests,
        amount: quota(amount),
      }),
    ),
    byDay: groups
      .filter(({ by }) => by === 'day')
      .sort((one, other) => (one.day ?? 0) - (other.day ?? 0))
      .flatMap(({ day: number, requests, amount }) => {
        const day = days[(number ?? 0) - 1];
        return day === undefined ? [] : [{ day, requests, amount: quota(amount) }];
      }),
    late: await lateIn(db, scope, positions),
    reopened: await reopenedIn(db, range, { nowMs, known: position }),
  };
}

const REFUND = 'ConsumptionRefunded';
const ADJUSTMENT = 'QuotaAdjusted';
/** No credits, though no charges either. */
const APART: ReadonlySet<string> = new Set([REFUND, ADJUSTMENT]);
const CHARGES: ReadonlySet<string> = new Set(CHARGE_TYPES);
const isCharge = (type: string | null): boolean => CHARGES.has(type ?? '');

const KIND_OF_TYPE: Readonly<Record<string, CreditKind>> = {
  QuotaGranted: 'grant',
  QuotaToppedUp: 'top_up',
  RedemptionCredited: 'redemption',
  InviteEarningsTransferred: 'invite',
  CreditExpired: 'expiry',
  QuotaReversed: 'reversal',
};

/** In the order of the kinds. What was earned and moved to the balance may be of two kinds at once: invitations, and commission. */
function creditsByKind(types: readonly Group[]): StatementSums['creditsByKind'] {
  return types
    .flatMap(({ type, amount, count, commission, commissions, onlyCommissions }) => {
      const kind = KIND_OF_TYPE[type ?? ''];
      return kind === undefined
        ? []
        : [
            { kind, amount: quota(amount - commission), count: count - onlyCommissions },
            { kind: 'commission' as const, amount: quota(commission), count: commissions },
          ];
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => CREDIT_KINDS.indexOf(one.kind) - CREDIT_KINDS.indexOf(other.kind));
}

async function lateIn(db: Queryable, scope: StatementScope, positions: PositionRange): Promise<StatementSums['late']> {
  const closed = await rows<{ startS: number; endS: number; closed: number }>(
    db,
    query.raw(CLOSED_PERIODS, { before: positions.before, lines: STATEMENT_LINES_MAX }),
  );
  if (closed.length === 0) return [];
  const found = await rows<{ position: Position; atMs: number; periodEndS: number; amount: number }>(
    db,
    query.raw(lateEntries(scope.kind), {
      ...idOf(scope),
      from: Math.max(positions.from, Math.min(...closed.map((period) => period.closed)) + 1),
      before: positions.before,
      starts: closed.map(({ startS }) => startS),
      ends: closed.map(({ endS }) => endS),
      closed: closed.map((period) => period.closed),
      lastMs: Math.max(...closed.map(({ endS }) => endS)) * 1_000,
      lines: STATEMENT_LINES_MAX,
    }),
  );
  return found.map((entry) => ({ ...entry, amount: quota(entry.amount) }));
}

const reopenedIn = (
  db: Queryable,
  { fromS, toS }: TimeRange,
  { nowMs, known }: { readonly nowMs: number; readonly known: number },
): Promise<StatementSums['reopened']> =>
  rows(
    db,
    query.raw(REOPENED_PERIODS, {
      startS: fromS,
      endS: toS ?? Math.ceil(nowMs / 1_000),
      before: known + 1,
      lines: STATEMENT_LINES_MAX,
    }),
  );

/** Whether anything was ever charged to a token, a channel or a group. */
export const hasEntries = async (
  db: Queryable,
  scope: Extract<StatementScope, { readonly kind: 'token' | 'channel' | 'group' }>,
): Promise<boolean> =>
  (await maybeRow(
    db,
    query(`${READ_MODELS}.ledger_entries`)
      .select('position')
      .where({ [SCOPE_COLUMNS[scope.kind]]: scope.id })
      .limit(1),
  )) !== undefined;

const SCOPE_COLUMNS = { token: 'token_id', channel: 'channel_id', group: 'group_name' } as const;
