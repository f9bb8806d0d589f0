import { indexAt, lastEventUpTo } from '../queries/head.ts';
import { beginningsOf, END, type PositionRange } from '../queries/ranges.ts';
import type { Queryable } from '../shared/database.ts';
import type { Position } from '@ledgate/domain/ports/event-store';

/** Where a period lies in the ledger, for ever (docs/ledger.md#periods). */
export type PeriodCut = {
  readonly positions: PositionRange;
  /** Of its first event, and behind its last one. */
  readonly firstIndex: number;
  readonly size: number;
  /** Of the last event before its end: what its files see of the ledger. */
  readonly position: Position;
};

/**
 * By the one rule of ranges; the end is fixed by its PeriodEnded, which the read models must know: undefined where they do not.
 */
export async function periodCut(
  db: Queryable,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<PeriodCut | undefined> {
  const [from = END, before = END] = await beginningsOf(db, [start, end]);
  if (before === END) return undefined;
  return {
    positions: { from, before },
    firstIndex: (await indexAt(db, (from - 1) as Position)) + 1,
    size: (await indexAt(db, (before - 1) as Position)) + 1,
    position: await lastEventUpTo(db, before - 1),
  };
}

/** The positions of the last events of periods, by their ends, which ascend (Unix seconds). */
export async function lastPositions(db: Queryable, endsS: readonly number[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const before of await beginningsOf(db, endsS)) found.push(await lastEventUpTo(db, before - 1));
  return found;
}
