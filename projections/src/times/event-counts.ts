import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import { byNumber } from '../runner/columns.ts';
import { LargeMap } from '../shared/large-map.ts';

/** Blocks of 2^bits positions whose events are counted, from the smallest: a position is behind few of each size that lie in no larger one. */
export const BLOCK_BITS = [5, 13, 21, 29, 37, 45] as const;
const SMALLEST_BITS = BLOCK_BITS[0];

/** `places`: of a block of the smallest size which of its positions have an index, the lowest bit the first one; 0 of larger ones. */
type EventCount = Latest & {
  readonly bits: number;
  readonly block: number;
  readonly count: number;
  readonly places: number;
};

/** The latest times of a block, Unix milliseconds: by which ranges begin (null: by none), and at which the store wrote. */
type Latest = { readonly beginsMs: number | null; readonly recordedMs: number };

/** Whether an event has an index: all but the seals themselves (docs/ledger.md#positions-and-indexes). */
const hasIndex = ({ stream }: Pick<Recorded, 'stream'>): boolean => stream !== SEAL_STREAM;

/** The number of the block that a position lies in. */
export const blockOf = (position: number, bits: number): number => Math.floor(position / 2 ** bits);

/** Events of a batch by blocks. What two batches tell of one block is added up, of times the latest, in whatever order they come. */
export class EventCounts {
  readonly #smallest = new LargeMap<number, Latest & { readonly places: number }>();

  /** @param beginsMs by which time it makes ranges begin (`beginsAt`) */
  add(
    { stream, position, recordedAtMs }: Pick<Recorded, 'stream' | 'position' | 'recordedAtMs'>,
    beginsMs: number | undefined,
  ): void {
    const block = blockOf(position, SMALLEST_BITS);
    const before = this.#smallest.get(block);
    const place = hasIndex({ stream }) ? 2 ** (position - block * 2 ** SMALLEST_BITS) : 0;
    this.#smallest.set(block, {
      places: (before?.places ?? 0) + place,
      ...latest({ beginsMs: beginsMs ?? null, recordedMs: recordedAtMs }, before),
    });
  }

  sorted(): readonly EventCount[] {
    const counted = new Map(
      BLOCK_BITS.map((bits) => [bits, new LargeMap<number, Latest & { readonly count: number }>()]),
    );
    for (const [block, { places, ...told }] of this.#smallest) {
      const count = bitsIn(places);
      for (const [bits, blocks] of counted) {
        const larger = blockOf(block, bits - SMALLEST_BITS);
        const before = blocks.get(larger);
        blocks.set(larger, { count: (before?.count ?? 0) + count, ...latest(told, before) });
      }
    }
    return [...counted].flatMap(([bits, blocks]) =>
      [...blocks]
        .sort(([one], [other]) => byNumber(one, other))
        .map(([block, told]) => ({
          bits,
          block,
          places: bits === SMALLEST_BITS ? (this.#smallest.get(block)?.places ?? 0) : 0,
          ...told,
        })),
    );
  }
}

function latest(one: Latest, other: Latest | undefined): Latest {
  if (other === undefined) return one;
  const { beginsMs } = one;
  return {
    beginsMs:
      beginsMs === null || other.beginsMs === null ? (beginsMs ?? other.beginsMs) : Math.max(beginsMs, other.beginsMs),
    recordedMs: Math.max(one.recordedMs, other.recordedMs),
  };
}

/** Of a number of 32 bits. */
export function bitsIn(places: number): number {
  let count = 0;
  for (let rest = places; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
