import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import { byNumber } from '../runner/columns.ts';
import { LargeMap } from '../shared/large-map.ts';

/** Blocks of 2^bits positions whose events are counted, from the smallest: a position is behind few of each size that lie in no larger one. */
export const BLOCK_BITS = [5, 13, 21, 29, 37, 45] as const;
const SMALLEST_BITS = BLOCK_BITS[0];

/** `places`: of a block of the smallest size which of its positions have an event, the lowest bit the first one; 0 of larger ones. */
type EventCount = { readonly bits: number; readonly block: number; readonly count: number; readonly places: number };

/** Whether an event has an index: all but the seals themselves (docs/ledger.md#positions-and-indexes). */
export const hasIndex = ({ stream }: Pick<Recorded, 'stream'>): boolean => stream !== SEAL_STREAM;

/** The number of the block that a position lies in. */
export const blockOf = (position: number, bits: number): number => Math.floor(position / 2 ** bits);

/** Events of a batch by blocks. What two batches count of one block is added up, in whatever order they come. */
export class EventCounts {
  readonly #places = new LargeMap<number, number>();

  add(position: number): void {
    const block = blockOf(position, SMALLEST_BITS);
    const bit = 2 ** (position - block * 2 ** SMALLEST_BITS);
    this.#places.set(block, (this.#places.get(block) ?? 0) + bit);
  }

  sorted(): readonly EventCount[] {
    const counted = new Map<number, LargeMap<number, number>>(BLOCK_BITS.map((bits) => [bits, new LargeMap()]));
    for (const [block, places] of this.#places) {
      const count = bitsIn(places);
      for (const [bits, blocks] of counted) {
        const larger = blockOf(block, bits - SMALLEST_BITS);
        blocks.set(larger, (blocks.get(larger) ?? 0) + count);
      }
    }
    return [...counted].flatMap(([bits, blocks]) =>
      [...blocks]
        .sort(([one], [other]) => byNumber(one, other))
        .map(([block, count]) => ({
          bits,
          block,
          count,
          places: bits === SMALLEST_BITS ? (this.#places.get(block) ?? 0) : 0,
        })),
    );
  }
}

/** Of a number of 32 bits. */
export function bitsIn(places: number): number {
  let count = 0;
  for (let rest = places; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
