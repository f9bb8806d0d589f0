import { type Position, START } from '@ledgate/domain/ports/event-store';
import { READ_MODELS } from '../schema/shape.ts';
import { maybeRow, oneRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { BLOCK_BITS, bitsIn, blockOf } from '../times/event-counts.ts';
import { END, type PositionRange } from './ranges.ts';
import { EVENTS_IN_BLOCKS, LAST_PLACES } from './sql.ts';

/** How far the read models know the ledger: all of it up to `position`. Events behind it that a partition is ahead with are told by no figure of it. */
export type Head = {
  readonly position: Position;
  /** Figures end before it. */
  readonly before: number;
};

/** In the snapshot of the figures that it is told with. */
export async function knownHead(db: Queryable): Promise<Head> {
  const { least, most } = await oneRow<{ least: number | null; most: number | null }>(
    db,
    query(`${READ_MODELS}.checkpoints`).min({ least: 'position' }).max({ most: 'position' }),
  );
  const position = (least ?? 0) as Position;
  return { position, before: least === most ? END : position + 1 };
}

/** All that is known, of whatever partition. */
export const EVERYTHING: Head = { position: END as Position, before: END };

/** As a ledger was known that ended at a position. */
export const headAt = (position: Position): Head => ({ position, before: position + 1 });

/** A range as far as a head knows it. */
export const knownPart = ({ from, before }: PositionRange, head: Head): PositionRange => {
  const [knownFrom = from, knownBefore = before] = knownCuts([from, before], head);
  return { from: knownFrom, before: knownBefore };
};

/** The same of positions that cut the ledger into ranges. */
export const knownCuts = (cuts: readonly number[], { before }: Head): readonly number[] =>
  cuts.map((cut) => Math.min(cut, before));

const SMALLEST_BITS = BLOCK_BITS[0];

/** The index of the last event up to a position (docs/ledger.md#positions-and-indexes); -1 where there is none. */
export async function indexAt(db: Queryable, position: Position): Promise<number> {
  const behind = position + 1;
  // From the largest blocks, of which the whole ledger is few, to what is left of a block of the smallest size.
  const blocks = BLOCK_BITS.map((bits, size) => {
    const larger = BLOCK_BITS[size + 1];
    const from = larger === undefined ? 0 : blockOf(behind, larger) * 2 ** (larger - bits);
    return { bits, from, before: blockOf(behind, bits) };
  });
  const { count } = await oneRow<{ count: number }>(
    db,
    query.raw(EVENTS_IN_BLOCKS, {
      bits: blocks.map(({ bits }) => bits),
      from: blocks.map(({ from }) => from),
      before: blocks.map(({ before }) => before),
    }),
  );
  const block = blockOf(behind, SMALLEST_BITS);
  const last = await maybeRow<{ places: number }>(
    db,
    query(`${READ_MODELS}.event_counts`).select('places').where({ bits: SMALLEST_BITS, block }),
  );
  const places = (last?.places ?? 0) % 2 ** (behind - block * 2 ** SMALLEST_BITS);
  return count + bitsIn(places) - 1;
}

/**
 * The last position up to another at which an event with an index stands; START where there is none. A ledger is read from an event on, and its positions
 * may be far apart.
 */
export async function lastEventUpTo(db: Queryable, position: number): Promise<Position> {
  const block = blockOf(position, SMALLEST_BITS);
  const upTo = 2 ** (position - block * 2 ** SMALLEST_BITS + 1) - 1;
  const found = await maybeRow<{ block: number; places: number }>(db, query.raw(LAST_PLACES, { block, upTo }));
  return found === undefined ? START : ((found.block * 2 ** SMALLEST_BITS + 31 - Math.clz32(found.places)) as Position);
}
