import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, Position, Revision } from '@ledgate/domain/ports/event-store';
import { type Posting, postings } from '@ledgate/domain/postings/postings';
import { subtract, quota, type Quota } from '@ledgate/domain/shared/quota';
import type { Charge } from '@ledgate/domain/till/charge';
import type { UserId } from '@ledgate/domain/shared/ids';
import { maybeRow, type Queryable, rows } from '../directory/database.ts';
import { every, type Sql, sql } from '../directory/sql.ts';
import { type PriceBookVersion, priceBookVersion } from './price-books.ts';

/** A request id, or a display row's id; with `userId` only that user's charge is found. */
export type ChargeRequest = { readonly requestId?: string; readonly position?: Position; readonly userId?: UserId };

/** ConsumptionCorrected changed the charge afterwards: what it should have been less what was charged. */
export type ChargeCorrection = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly atMs: number;
  readonly delta: Quota;
  /** The request as it really ended. */
  readonly charge: Charge;
};

/** Everything that explains one charge, read from the ledger entry itself. */
export type ChargeExplanation = {
  readonly userId: UserId;
  readonly username: string;
  readonly tokenName: string;
  /** By channel id, for the attempts. */
  readonly channelNames: ReadonlyMap<number, string>;
  readonly charge: Charge;
  /** Charged by policy because nobody saw its end. */
  readonly interrupted: boolean;
  readonly type: string;
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly atMs: number;
  readonly balanceBefore: Quota;
  readonly balanceAfter: Quota;
  readonly postings: readonly Posting[];
  /** undefined when its version is not in the ledger. */
  readonly priceBook: PriceBookVersion | undefined;
  /** The id of its display row; null when it has none. */
  readonly logPosition: Position | null;
  readonly corrections: readonly ChargeCorrection[];
};

type EntryRead = { position: number; user_id: number; type: string; stream: string; revision: number; amount: number; balance_after: number; logged: boolean };

/** undefined when there is no such charge. Throws StoreUnavailable when the ledger cannot be read. */
export async function explainCharge(db: Queryable, store: Pick<EventStore, 'readStream'>, request: ChargeRequest): Promise<ChargeExplanation | undefined> {
  const asked = await entries(db, every([
    request.requestId === undefined ? undefined : sql`e.reference = ${request.requestId} and e.reference <> ''`,
    request.position === undefined ? undefined : sql`e.position = ${request.position}`,
    request.userId === undefined ? undefined : sql`e.user_id = ${request.userId}`,
  ]));
  const reference = await referenceOf(asked, store);
  if (reference === undefined) return undefined;
  const all = request.requestId === undefined ? await entries(db, sql`e.reference = ${reference} and e.reference <> ''`) : asked;
  const first = all.find(({ type }) => type !== 'ConsumptionCorrected');
  const corrections = await Promise.all(all.filter(({ type }) => type === 'ConsumptionCorrected').map((entry) => correctionOf(store, entry)));
  return first === undefined ? undefined : explained(db, store, first, corrections);
}

const entries = (db: Queryable, condition: Sql): Promise<readonly EntryRead[]> => rows<EntryRead>(db, sql`
  select e.position, e.user_id, e.type, e.stream, e.revision, e.amount, e.balance_after,
    exists (select 1 from readmodel.log_rows r, readmodel.log_cleaning c where r.position = e.position and r.at_ms >= c.before_ms) as logged
  from readmodel.ledger_entries e
  where ${condition} and e.type in ('ConsumptionRecorded', 'LateConsumptionRecorded', 'ConsumptionCorrected') order by e.position limit 10`);

async function referenceOf(found: readonly EntryRead[], store: Pick<EventStore, 'readStream'>): Promise<string | undefined> {
  const [entry] = found;
  return entry === undefined ? undefined : (await chargeAt(store, entry)).charge.requestId;
}

async function chargeAt(store: Pick<EventStore, 'readStream'>, { stream, revision }: EntryRead) {
  const [stored] = await store.readStream(stream, revision as Revision, 1);
  if (stored === undefined) throw new Error(`ledger entry ${stream}@${revision} is not in the ledger`);
  const recorded = decode(stored);
  const { event } = recorded;
  if (event.type === 'ConsumptionRecorded') return { recorded, charge: event.data as Charge, interrupted: event.data.interrupted, delta: event.data.amount };
  if (event.type === 'LateConsumptionRecorded') return { recorded, charge: event.data.charge, interrupted: false, delta: event.data.charge.amount };
  if (event.type === 'ConsumptionCorrected') return { recorded, charge: event.data.charge, interrupted: false, delta: event.data.delta };
  throw new Error(`ledger entry ${stream}@${revision} is a ${event.type}, not a charge`);
}

async function correctionOf(store: Pick<EventStore, 'readStream'>, entry: EntryRead): Promise<ChargeCorrection> {
  const { recorded, charge, delta } = await chargeAt(store, entry);
  return { position: recorded.position, stream: recorded.stream, revision: recorded.revision, atMs: recorded.atMs, delta, charge };
}

async function explained(
  db: Queryable, store: Pick<EventStore, 'readStream'>, entry: EntryRead, corrections: readonly ChargeCorrection[],
): Promise<ChargeExplanation> {
  const { recorded, charge, interrupted } = await chargeAt(store, entry);
  const channelIds = [...new Set([charge.channelId, ...charge.attempts.map(({ channelId }) => channelId)])];
  const [named, channels, priceBook] = await Promise.all([
    maybeRow<{ username: string | null; token_name: string | null }>(db, sql`
      select (select username from directory.users where id = ${charge.accountId}) as username,
        (select name from directory.tokens where id = ${charge.tokenId}) as token_name`),
    rows<{ id: number; name: string }>(db, sql`select id, name from directory.channels where id = any(${channelIds}::bigint[])`),
    priceBookVersion(db, charge.price.priceBookVersion),
  ]);
  const balanceAfter = quota(entry.balance_after);
  return {
    userId: charge.accountId, username: named?.username ?? '', tokenName: named?.token_name ?? '',
    channelNames: new Map(channels.map(({ id, name }) => [id, name])),
    charge, interrupted, type: entry.type, position: recorded.position, stream: recorded.stream, revision: recorded.revision, atMs: recorded.atMs,
    balanceBefore: subtract(balanceAfter, quota(entry.amount)), balanceAfter,
    postings: postings(recorded), priceBook, logPosition: entry.logged ? recorded.position : null, corrections,
  };
}
