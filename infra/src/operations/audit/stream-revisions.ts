import type { Fault } from './faults.ts';
import { STREAMS_MAX } from './limits.ts';

type Seen = { readonly revision: number; readonly index: number };
type Gap = { readonly from: number; readonly before: number; readonly fault: Fault };

/**
 * What is suspected of an event; `instead` of what was suspected of one before it. `proven`: what it is where a seal shows that no event is missing: one of a
 * stream that is shown stands there and is not.
 */
type Suspicion = { readonly fault: Fault; readonly proven?: Fault; readonly instead?: Fault };

/**
 * In each stream events have revisions from 0 without gaps: one that was taken out leaves one, one that is there twice has another's. Of the streams that were
 * seen last alone.
 */
export class StreamRevisions {
  readonly #first: number;
  readonly #seen = new Map<string, Seen>();
  readonly #gaps = new Map<string, Gap>();
  /** Whether a stream that is not remembered must begin. */
  #isWhole: boolean;

  /** @param first the index that the file begins with */
  constructor(first: number) {
    this.#first = first;
    this.#isWhole = first === 0;
  }

  /** By index. */
  see(stream: string, revision: number, index: number): Suspicion | undefined {
    const last = this.#seen.get(stream);
    const due = last === undefined ? 0 : last.revision + 1;
    if (revision < due) return this.#isBefore(stream, revision, index);
    const isKnown = last !== undefined || this.#isWhole;
    this.#remember(stream, { revision, index });
    if (!isKnown || revision === due) return undefined;
    const place = { from: last === undefined ? this.#first : last.index + 1, before: index + 1 };
    const fault: Fault = {
      kind: 'deleted',
      place,
      expected: `revision ${due} of ${stream}`,
      seen: `revision ${revision}`,
    };
    this.#gaps.set(stream, { from: due, before: revision, fault });
    if (this.#gaps.size > STREAMS_MAX) this.#forgetOldest(this.#gaps);
    return { fault, proven: { ...fault, kind: 'edited', place: { from: place.from, before: index } } };
  }

  #isBefore(stream: string, revision: number, index: number): Suspicion {
    const said = { expected: `another revision of ${stream}`, seen: `revision ${revision}` };
    const gap = this.#gaps.get(stream);
    if (gap === undefined || revision < gap.from || revision >= gap.before)
      return { fault: { kind: 'inserted', place: { index }, ...said } };
    this.#gaps.delete(stream);
    const { place } = gap.fault;
    const from = place !== undefined && 'before' in place ? place.before - 1 : index;
    return { fault: { kind: 'reordered', place: { from, before: index + 1 }, ...said }, instead: gap.fault };
  }

  #remember(stream: string, seen: Seen): void {
    // While all are remembered their order is nobody's concern.
    if (!this.#isWhole || this.#seen.size >= STREAMS_MAX) this.#seen.delete(stream);
    this.#seen.set(stream, seen);
    if (this.#seen.size <= STREAMS_MAX) return;
    this.#forgetOldest(this.#seen);
    this.#isWhole = false;
  }

  #forgetOldest(streams: Map<string, unknown>): void {
    for (const oldest of streams.keys()) {
      streams.delete(oldest);
      return;
    }
  }
}
