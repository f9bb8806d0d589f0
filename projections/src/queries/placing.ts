import type { RecordedQuarter } from '../times/recorded-quarters.ts';

/** Positions from `from` to `before` (exclusive) whose rows are counted one by one: they were counted in `counted`, undefined where in no bucket. */
export type Moved = { readonly from: number; readonly before: number; readonly counted: number | undefined };

export type Placed = {
  /** In which bucket the sums of a quarter of an hour are counted, by the quarter; those that are in none are left out. */
  readonly whole: ReadonlyMap<number, number>;
  readonly moved: readonly Moved[];
};

/** The bucket of a position: `cuts[i]` (inclusive) to `cuts[i + 1]`; undefined before the first and behind the last. */
export function bucketOf(cuts: readonly number[], position: number): number | undefined {
  const at = segmentOf(cuts, position);
  return at >= 0 && at < cuts.length - 1 ? at : undefined;
}

/** The index of the last cut at or before the position; -1 before the first. */
function segmentOf(cuts: readonly number[], position: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Sums by quarters of an hour, as the store wrote them, into buckets of positions. A quarter that a cut goes through is counted where most of its
 * positions are, and what stands on the other sides is moved row by row; clocks that agree make that a few rows a cut. Quarters that overlap, where
 * the store's clock went back, are treated as one.
 *
 * @param quarters all that hold a position between the first and the last cut, with whichever overlap
 * @param cuts positions, ascending
 */
export function placed(quarters: readonly RecordedQuarter[], cuts: readonly number[]): Placed {
  const whole = new Map<number, number>();
  const moved: Moved[] = [];
  for (const { recorded, first, last } of overlapping(quarters)) {
    const segments = segmentsOf(cuts, first, last);
    const most = segments.reduce((wide, segment) => (width(segment) > width(wide) ? segment : wide));
    const counted = bucketOf(cuts, most.from);
    for (const recordedS of recorded) if (counted !== undefined) whole.set(recordedS, counted);
    for (const segment of segments)
      if (segment !== most && (counted !== undefined || bucketOf(cuts, segment.from) !== undefined))
        moved.push({ ...segment, counted });
  }
  return { whole, moved };
}

type Segment = { readonly from: number; readonly before: number };
const width = ({ from, before }: Segment): number => before - from;

/** Positions `first` to `last` as the cuts divide them; at least one. */
function segmentsOf(cuts: readonly number[], first: number, last: number): readonly Segment[] {
  const segments: Segment[] = [];
  for (let from = first; from <= last;) {
    const next = cuts[segmentOf(cuts, from) + 1];
    const before = next === undefined ? last + 1 : Math.min(next, last + 1);
    segments.push({ from, before });
    from = before;
  }
  return segments;
}

type Overlapping = { readonly recorded: readonly number[]; readonly first: number; readonly last: number };

function overlapping(quarters: readonly RecordedQuarter[]): readonly Overlapping[] {
  const found: { recorded: number[]; first: number; last: number }[] = [];
  for (const { recordedS, first, last } of quarters.toSorted((one, other) => one.first - other.first)) {
    const before = found.at(-1);
    if (before !== undefined && first <= before.last) {
      before.recorded.push(recordedS);
      before.last = Math.max(before.last, last);
    } else found.push({ recorded: [recordedS], first, last });
  }
  return found;
}
