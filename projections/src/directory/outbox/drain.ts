import { type Position, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { OUTBOX_ROWS_MAX } from '../limits.ts';
import { drainRow, type DrainPorts } from './drain-row.ts';
import { openRows, outboxRow } from './rows.ts';

/** Where one stream's events went. */
export type WrittenEvents = { readonly stream: string; readonly position: Position };

export type DrainedCommand = {
  /** For the session's waiting read: every stream that was written, with its last position. */
  readonly written: readonly WrittenEvents[];
  /** What the ledger will never take, by stream; an alarm. Empty in peace. */
  readonly parked: readonly { readonly stream: string; readonly reason: string }[];
};

/**
 * What a command does at once after its commit: its own rows in their order, leases recalled where they take something away. Throws
 * StoreUnavailable when the ledger cannot be reached: the directory's change stands, and the drainer brings the ledger after it.
 */
export async function drainOwn(ports: DrainPorts, ids: readonly number[]): Promise<DrainedCommand> {
  const written = new Map<string, Position>();
  const parked: { stream: string; reason: string }[] = [];
  for (const id of ids) {
    const row = await outboxRow(ports.db, id);
    if (row === undefined) continue;
    const drained = await drainRow(ports, row);
    if (drained.outcome === 'parked') parked.push({ stream: row.stream, reason: drained.reason });
    // Another drainer wrote it, or it was there: the head is certainly behind it.
    if (drained.outcome === 'written') written.set(row.stream, drained.position ?? await ports.store.head());
  }
  return { written: [...written].map(([stream, position]) => ({ stream, position })), parked };
}

/**
 * Drains every open row older than `ageMs` (0 at start: all), in order within each stream; a row that must wait holds back only the later ones
 * of its stream, and so does one whose draining fails for another reason than an unreachable ledger, which is told to `onError`. Answers how
 * many were written or parked. Throws StoreUnavailable; what is left is tried again.
 */
export async function drainOutbox(
  { ageMs, onParked, onError, ...ports }: DrainPorts & {
    readonly ageMs: number;
    readonly onParked: (parked: { readonly id: number; readonly stream: string; readonly reason: string }) => void;
    readonly onError: (error: unknown) => void;
  },
): Promise<number> {
  const waiting = new Set<string>();
  let done = 0;
  let afterId = 0;
  for (;;) {
    const page = await openRows(ports.db, ageMs, OUTBOX_ROWS_MAX, afterId);
    for (const row of page) {
      afterId = row.id;
      if (waiting.has(row.stream)) continue;
      const drained = await drainRow(ports, row).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) throw error;
        onError(error);
        return undefined;
      });
      if (drained === undefined || drained.outcome === 'waiting') waiting.add(row.stream);
      else done += 1;
      if (drained?.outcome === 'parked') onParked({ id: row.id, stream: row.stream, reason: drained.reason });
    }
    if (page.length < OUTBOX_ROWS_MAX) return done;
  }
}
