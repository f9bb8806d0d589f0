import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { type Posting, postings } from '@ledgate/domain/postings/postings';
import { subtract, quota, type Quota } from '@ledgate/domain/shared/quota';
import type { Charge } from '@ledgate/domain/till/charge';
import { NO_TOKEN, type UserId } from '@ledgate/domain/shared/ids';
import { channelNamesOf } from '../directory/channels/find.ts';
import { tokenNamesOf } from '../directory/tokens/find.ts';
import { usernamesOf } from '../directory/users/list.ts';
import { CHARGE_ENTRIES_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { logRows } from './log-filter.ts';
import { shownIn, shownRange } from './log-range.ts';
import { playgroundName } from './playground-name.ts';
import { priceBookVersion } from './price-books.ts';

/**
 * A request id, or a display row's id; with `accountId` only that user's charge is found. `asEnded`: the charge that is told is that of the last correction,
 * where there is one; else it is the one that was recorded first.
 */
type ChargeRequest = {
  readonly requestId?: string;
  readonly position?: Position;
  readonly accountId?: UserId;
  readonly asEnded?: boolean;
};

/** ConsumptionCorrected changed the charge afterwards: what it should have been less what was charged. */
type ChargeCorrection = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly atMs: number;
  readonly delta: Quota;
  /** The request as it really ended. */
  readonly charge: Charge;
  readonly stored: RecordedEvent;
};

/** Everything that explains one charge, read from the ledger entry itself. */
export type ChargeExplanation = {
  readonly accountId: UserId;
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
  readonly priceBook: Awaited<ReturnType<typeof priceBookVersion>>;
  /** The id of its display row; null when it has none. */
  readonly logPosition: Position | null;
  readonly corrections: readonly ChargeCorrection[];
  /** The event that says `charge`. */
  readonly stored: RecordedEvent;
};

type EntryRead = {
  position: number;
  user_id: number;
  type: string;
  stream: string;
  revision: number;
  amount: number;
  balance_after: number;
  logged: boolean;
};

/** undefined when there is no such charge. Throws StoreUnavailable when the ledger cannot be read. */
export async function explainCharge(
  db: Queryable,
  store: Pick<EventStore, 'readStream'>,
  request: ChargeRequest,
): Promise<ChargeExplanation | undefined> {
  const asked = await entries(db, request);
  const reference = await referenceOf(asked, store);
  if (reference === undefined) return undefined;
  const all = request.requestId === undefined ? await entries(db, { requestId: reference }) : asked;
  const first = all.find(({ type }) => type !== 'ConsumptionCorrected');
  const corrections = await Promise.all(
    all.filter(({ type }) => type === 'ConsumptionCorrected').map((entry) => correctionOf(store, entry)),
  );
  return first === undefined ? undefined : explained(db, store, request, first, corrections);
}

async function entries(
  db: Queryable,
  { requestId, position, accountId }: ChargeRequest,
): Promise<readonly EntryRead[]> {
  const shown = logRows(shownIn(await shownRange(db, {}))).whereRaw('r.position = e.position');
  const found = await rows<EntryRead>(
    db,
    query(`${READ_MODELS}.ledger_entries as e`)
      .select(
        'e.position',
        'e.user_id',
        'e.type',
        'e.stream',
        'e.revision',
        'e.amount',
        'e.balance_after',
        query.raw('exists (?) as logged', [shown.select(query.raw('1'))]),
      )
      .modify((found) => {
        if (requestId !== undefined) found.whereRaw("e.reference = ? and e.reference <> ''", [requestId]);
        if (position !== undefined) found.where({ 'e.position': position });
        if (accountId !== undefined) found.where({ 'e.user_id': accountId });
      })
      .whereIn('e.type', ['ConsumptionRecorded', 'LateConsumptionRecorded', 'ConsumptionCorrected'])
      // What was charged first, then the newest corrections: how it ended is told by the last, however many there are.
      .orderByRaw(
        "e.type = 'ConsumptionCorrected', case when e.type = 'ConsumptionCorrected' then -e.position else e.position end",
      )
      .limit(CHARGE_ENTRIES_MAX),
  );
  return found.toSorted((one, other) => one.position - other.position);
}

async function referenceOf(
  found: readonly EntryRead[],
  store: Pick<EventStore, 'readStream'>,
): Promise<string | undefined> {
  const [entry] = found;
  return entry === undefined ? undefined : (await chargeAt(store, entry)).charge.requestId;
}

async function chargeAt(store: Pick<EventStore, 'readStream'>, { stream, revision }: EntryRead) {
  const [stored] = await store.readStream(stream, revision as Revision, 1);
  if (stored === undefined) throw new Error(`ledger entry ${stream}@${revision} is not in the ledger`);
  const recorded = decode(stored);
  const { event } = recorded;
  if (event.type === 'ConsumptionRecorded')
    return {
      stored,
      recorded,
      charge: event.data as Charge,
      interrupted: event.data.interrupted,
      delta: event.data.amount,
    };
  if (event.type === 'LateConsumptionRecorded')
    return { stored, recorded, charge: event.data.charge, interrupted: false, delta: event.data.charge.amount };
  if (event.type === 'ConsumptionCorrected')
    return { stored, recorded, charge: event.data.charge, interrupted: false, delta: event.data.delta };
  throw new Error(`ledger entry ${stream}@${revision} is a ${event.type}, not a charge`);
}

async function correctionOf(store: Pick<EventStore, 'readStream'>, entry: EntryRead): Promise<ChargeCorrection> {
  const { stored, recorded, charge, delta } = await chargeAt(store, entry);
  return {
    position: recorded.position,
    stream: recorded.stream,
    revision: recorded.revision,
    atMs: recorded.atMs,
    delta,
    charge,
    stored,
  };
}

async function explained(
  db: Queryable,
  store: Pick<EventStore, 'readStream'>,
  { asEnded = false }: ChargeRequest,
  entry: EntryRead,
  corrections: readonly ChargeCorrection[],
): Promise<ChargeExplanation> {
  const { recorded, interrupted, ...first } = await chargeAt(store, entry);
  const { charge, stored } = (asEnded ? corrections.at(-1) : undefined) ?? first;
  const channelIds = [...new Set([charge.channelId, ...charge.attempts.map(({ channelId }) => channelId)])];
  const [usernames, tokenNames, channelNames, priceBook] = await Promise.all([
    usernamesOf(db, [charge.accountId]),
    tokenNamesOf(db, [charge.tokenId]),
    channelNamesOf(db, channelIds),
    priceBookVersion(db, charge.price.priceBookVersion),
  ]);
  const balanceAfter = quota(entry.balance_after);
  return {
    accountId: charge.accountId,
    username: usernames.get(charge.accountId) ?? '',
    tokenName: charge.tokenId === NO_TOKEN ? playgroundName(charge.group) : (tokenNames.get(charge.tokenId) ?? ''),
    channelNames,
    charge,
    interrupted,
    type: entry.type,
    position: recorded.position,
    stream: recorded.stream,
    revision: recorded.revision,
    atMs: recorded.atMs,
    balanceBefore: subtract(balanceAfter, quota(entry.amount)),
    balanceAfter,
    postings: postings(recorded),
    priceBook,
    logPosition: entry.logged ? recorded.position : null,
    corrections,
    stored,
  };
}
