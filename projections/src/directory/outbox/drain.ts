import { type Position, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Database } from '../../shared/database.ts';
import { OUTBOX_ROWS_MAX, OUTBOX_TOLD_EVERY_ATTEMPTS } from '../limits.ts';
import { appendRow, debitedAccount, drainRow, endRow, type Drained, type DrainPorts } from './drain-row.ts';
import { endDebits } from './end-debits.ts';
import type { OwedRow } from './enqueue.ts';
import { openRows, outboxRow, type OutboxRow, parkedReason } from './rows.ts';

/** Where one stream's events went. */
type WrittenEvents = { readonly stream: string; readonly position: Position };

export type DrainedCommand = {
  /** For the session's waiting read: every stream that was written, with its last position. */
  readonly written: readonly WrittenEvents[];
  /** What the ledger will never take, by stream; an alarm. Empty in peace. */
  readonly parked: readonly { readonly stream: string; readonly reason: string }[];
};

/**
 * What a command does at once after its commit: its own rows in their order, leases recalled where they take something away. What a drainer has done
 * meanwhile counts as done here. Throws StoreUnavailable when the ledger cannot be reached: the directory's change stands, and the drainer brings the
 * ledger after it.
 */
export async function drainOwn(ports: DrainPorts, owed: readonly OwedRow[]): Promise<DrainedCommand> {
  const written = new Map<string, Position>();
  const parked: { stream: string; reason: string }[] = [];
  for (const { id, stream } of owed) {
    const row = await outboxRow(ports.db, id);
    const drained = row === undefined ? await drainedElsewhere(ports.db, id) : await drainRow(ports, row);
    if (drained.outcome === 'parked') parked.push({ stream, reason: drained.reason });
    // Another drainer wrote it, or it was there: the head is certainly behind it.
    if (drained.outcome === 'written') written.set(stream, drained.position ?? (await ports.store.head()));
  }
  return { written: [...written].map(([stream, position]) => ({ stream, position })), parked };
}

async function drainedElsewhere(db: Database, id: number): Promise<Drained> {
  const reason = await parkedReason(db, id);
  return reason === undefined ? { outcome: 'written', position: undefined } : { outcome: 'parked', reason };
}

type Told = {
  readonly onParked: (parked: { readonly id: number; readonly stream: string; readonly reason: string }) => void;
  /** A row that is still open after another OUTBOX_TOLD_EVERY_ATTEMPTS attempts: for want of a row before it, or of a relay's answer. */
  readonly onWaiting?: (waiting: { readonly id: number; readonly stream: string; readonly attempts: number }) => void;
  readonly onError: (error: unknown) => void;
};

/**
 * Drains every open row older than `ageMs` (0 at start: all), in order within each stream; a row that must wait for its append holds back only the
 * later ones of its stream, and so does one whose append fails for another reason than an unreachable ledger, which is told to `onError`. Page by
 * page all rows are appended first; then each account that something was taken from is recalled once, so that a silent relay costs a page some
 * seconds and not each row one. Who waits for such a relay is asked about again in the next round, and its command decided again, which does nothing.
 * Answers how many rows are over: removed or parked. Throws StoreUnavailable; what is left is tried again.
 */
export async function drainOutbox({
  ageMs,
  onParked,
  onWaiting = () => undefined,
  onError,
  ...ports
}: DrainPorts & Told & { readonly ageMs: number }): Promise<number> {
  const told: Required<Told> = {
    onParked,
    onError,
    onWaiting: ({ id, stream, attempts }) => {
      if (attempts > 0 && attempts % OUTBOX_TOLD_EVERY_ATTEMPTS === 0) onWaiting({ id, stream, attempts });
    },
  };
  const waiting = new Set<string>();
  let over = 0;
  let afterId = 0;
  for (;;) {
    const page = await openRows(ports.db, ageMs, OUTBOX_ROWS_MAX, afterId);
    afterId = page.at(-1)?.id ?? afterId;
    over += await drainPage(ports, page, waiting, told);
    if (page.length < OUTBOX_ROWS_MAX) return over;
  }
}

/** `waiting`: streams with a row that could not be appended yet. */
async function drainPage(
  ports: DrainPorts,
  page: readonly OutboxRow[],
  waiting: Set<string>,
  told: Required<Told>,
): Promise<number> {
  const debits: OutboxRow[] = [];
  let over = 0;
  try {
    for (const row of page) {
      if (waiting.has(row.stream)) continue;
      const drained = await appended(ports, row, told);
      if (drained?.outcome === 'written' && debitedAccount(row) !== undefined) debits.push(row);
      else if (drained === undefined || drained.outcome === 'waiting') {
        waiting.add(row.stream);
        told.onWaiting(row);
      } else over += 1;
      if (drained?.outcome === 'parked') told.onParked({ id: row.id, stream: row.stream, reason: drained.reason });
    }
  } finally {
    // Although a later row may have found the ledger away: what stands there is recalled.
    over += await endDebits(ports, debits, told);
  }
  return over;
}

/** The row as far as it comes without a recall. Throws StoreUnavailable; undefined: it failed for another reason. */
async function appended(ports: DrainPorts, row: OutboxRow, { onError }: Required<Told>): Promise<Drained | undefined> {
  try {
    const drained = await appendRow(ports, row);
    if (drained.outcome === 'written' && debitedAccount(row) === undefined) await endRow(ports, row);
    return drained;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    onError(error);
    return undefined;
  }
}
