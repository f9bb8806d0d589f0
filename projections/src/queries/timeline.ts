import { TIMELINE_ENTRIES_MAX } from '@ledgate/domain/catalogue/limits';
import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, Position, Revision } from '@ledgate/domain/ports/event-store';
import { type Posting, postings } from '@ledgate/domain/postings/postings';
import type { UserId } from '@ledgate/domain/shared/ids';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { ENTRY_COLUMNS, type LedgerEntry, ledgerEntryFrom, type LedgerEntryRead } from './ledger-entry.ts';

type TimelineRequest = {
  readonly accountId: UserId;
  readonly limit: number;
  /** Keyset: only entries below this position. */
  readonly before?: Position | undefined;
  /** Without what lends a relay a part of the balance: that moves none, and is most of what a busy account has beside its charges. */
  readonly withoutLeases?: boolean;
};

const LEASE_TYPES = ['LeaseGranted', 'LeaseResized', 'LeaseSettled'];

/** Every event of an account, limits included and leases unless they are left out, newest first; `next` is `before` of the next page, null at the end. */
export async function timelineOf(
  db: Queryable,
  { accountId, limit, before, withoutLeases = false }: TimelineRequest,
): Promise<{ readonly entries: readonly LedgerEntry[]; readonly next: Position | null }> {
  const size = Math.min(limit, TIMELINE_ENTRIES_MAX);
  const asked = query(`${READ_MODELS}.ledger_entries`)
    .select(ENTRY_COLUMNS)
    .where({ user_id: accountId })
    .orderBy('position', 'desc')
    .limit(size);
  if (before !== undefined) asked.where('position', '<', before);
  if (withoutLeases) asked.whereNotIn('type', LEASE_TYPES);
  const found = await rows<LedgerEntryRead>(db, asked);
  const last = found.at(-1);
  return {
    entries: found.map(ledgerEntryFrom),
    next: last === undefined || found.length < size ? null : (last.position as Position),
  };
}

/** The postings of one ledger entry, from the event itself; empty when it has none. Throws StoreUnavailable. */
export async function postingsOf(
  store: Pick<EventStore, 'readStream'>,
  { stream, revision }: Pick<LedgerEntry, 'stream' | 'revision'>,
): Promise<readonly Posting[]> {
  const [stored] = await store.readStream(stream, revision as Revision, 1);
  return stored === undefined ? [] : postings(decode(stored));
}
