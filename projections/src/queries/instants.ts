import { decode } from '@ledgate/domain/events/codec';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { maybeRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { beginsAt } from '../times/begins-at.ts';
import { BLOCK_BITS } from '../times/event-counts.ts';
import { lastEventUpTo } from './head.ts';
import { BEGINNING, beginningsOf, END } from './ranges.ts';
import { firstBlock } from './sql.ts';

type Ledger = Pick<EventStore, 'readAll'>;

const BLOCK_POSITIONS = 2 ** BLOCK_BITS[0];
const S_MS = 1_000;

/**
 * Where a time begins by the rule for ranges (`ranges.ts`), also within a second: between where its second begins and where the next does, and there the ledger
 * itself says which event it is. Throws StoreUnavailable.
 * @param atMs Unix milliseconds
 */
export async function beginningAtMs(db: Queryable, ledger: Ledger, atMs: number): Promise<number> {
  const second = Math.floor(atMs / S_MS);
  if (second * S_MS === atMs) return (await beginningsOf(db, [second]))[0] ?? END;
  const [from = BEGINNING, next = END] = await beginningsOf(db, [second, second + 1]);
  return from === next ? next : firstOf(db, ledger, 'begins', atMs);
}

/** The first position at which the store wrote after an instant, END where it has not. Throws StoreUnavailable. @param atMs Unix milliseconds */
export const recordedAfter = (db: Queryable, ledger: Ledger, atMs: number): Promise<number> =>
  firstOf(db, ledger, 'recorded', atMs + 1);

/** The first position of an event with a time at or after another. From the largest blocks, of which the whole ledger is few, to one of the smallest size. */
async function firstOf(db: Queryable, ledger: Ledger, time: 'begins' | 'recorded', atMs: number): Promise<number> {
  const found = await maybeRow<{ block: number }>(db, query.raw(firstBlock(time), { atMs }));
  if (found === undefined) return END;
  const [begins, behind] = [found.block * BLOCK_POSITIONS, (found.block + 1) * BLOCK_POSITIONS];
  let after = await lastEventUpTo(db, begins - 1);
  for (;;) {
    const stored = await ledger.readAll(after, BLOCK_POSITIONS);
    const first = stored
      .filter(({ position }) => position >= begins && position < behind)
      .map(decode)
      .find((recorded) => (time === 'begins' ? (beginsAt(recorded) ?? -Infinity) : recorded.recordedAtMs) >= atMs);
    if (first !== undefined) return first.position;
    const last = stored.at(-1)?.position;
    // Only seals can stand between the last event with an index and the block: some a minute at most.
    if (last === undefined || last >= behind)
      throw new Error(
        `read models tell of an event from ${atMs} on at positions from ${begins}, and the ledger has none`,
      );
    after = last;
  }
}
