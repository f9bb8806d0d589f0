import type { Faults } from './faults.ts';
import { LEAVES_AHEAD_MAX } from './limits.ts';
import { MissingRanges, type Range } from './missing-ranges.ts';
import type { SealedTree } from './sealed-tree.ts';
import { StreamRevisions } from './stream-revisions.ts';

/** A leaf as its line says it. */
export type LeafRead = {
  readonly index: number;
  readonly position: number;
  readonly stated: Uint8Array;
  readonly real: Uint8Array;
  /** undefined where the event is not shown. */
  readonly stands: { readonly stream: string; readonly revision: number } | undefined;
};

/** Brings a file's leaves to the tree in the order of their indexes, and tells which are missing, twice there or in another place. */
export class LeafOrder {
  readonly #tree: SealedTree;
  readonly #faults: Faults;
  readonly #revisions: StreamRevisions;
  readonly #ahead = new Map<number, LeafRead>();
  #missing = new MissingRanges();
  #next: number;
  #position = 0;
  #leaves = 0;
  /** Lines that could not be read and may have been leaves. */
  #unread = 0;

  constructor(tree: SealedTree, first: number, faults: Faults) {
    this.#tree = tree;
    this.#faults = faults;
    this.#revisions = new StreamRevisions(first);
    this.#next = first;
  }

  /** The index of the leaf that is due. */
  get next(): number {
    return this.#next;
  }

  /** How many there were. */
  get leaves(): number {
    return this.#leaves;
  }

  /** Of the last one. */
  get position(): number {
    return this.#position;
  }

  /** A line stood there that could not be read. */
  unread(): void {
    this.#unread += 1;
  }

  take(leaf: LeafRead): void {
    this.#leaves += 1;
    const { index } = leaf;
    if (index < this.#next || this.#ahead.has(index)) {
      this.#again(leaf);
      return;
    }
    if (index === this.#next && this.#ahead.size > 0) this.#tellReordered(leaf, this.#leastAhead());
    this.#ahead.set(index, leaf);
    this.#pass();
    if (this.#ahead.size > LEAVES_AHEAD_MAX) this.#giveUp(this.#leastAhead() + 1);
  }

  /** A seal over `size` leaves stands here: whatever is missing of those before it does not come any more. */
  sealed(size: number): void {
    this.#giveUp(size);
  }

  end(): void {
    this.#giveUp(Infinity);
    for (const place of this.#missing.ranges) this.#tellMissing(place);
    this.#missing = new MissingRanges();
  }

  #pass(): void {
    for (let leaf = this.#ahead.get(this.#next); leaf !== undefined; leaf = this.#ahead.get(this.#next)) {
      this.#ahead.delete(leaf.index);
      this.#next += 1;
      this.#checkPosition(leaf);
      const { stands, index } = leaf;
      const suspicion = stands && this.#revisions.see(stands.stream, stands.revision, index);
      if (suspicion !== undefined) this.#tree.suspect(suspicion, suspicion.instead);
      this.#tree.add(leaf);
    }
  }

  /** A position is in no leaf: where a seal shows that the events are in their order, it was changed alone. */
  #checkPosition({ index, position }: LeafRead): void {
    if (position <= this.#position) {
      const place = { from: Math.max(0, index - 1), before: index + 1 };
      const kind = position === this.#position ? 'inserted' : 'reordered';
      const said = { place, position, expected: `a position above ${this.#position}`, seen: position };
      this.#tree.suspect({ fault: { kind, ...said }, proven: { kind: 'edited', ...said } });
    }
    this.#position = position;
  }

  #again(leaf: LeafRead): void {
    const { index, position } = leaf;
    if (this.#missing.take(index)) {
      this.#tellReordered(leaf, this.#next);
      return;
    }
    const place = { index };
    this.#faults.add({ kind: 'inserted', place, position, expected: `index ${this.#next}`, seen: `index ${index}` });
    this.#tree.explain(place);
  }

  #tellReordered({ index, position }: LeafRead, due: number): void {
    this.#faults.add({
      kind: 'reordered',
      place: { index },
      position,
      expected: `index ${index} before ${due}`,
      seen: `index ${index} behind it`,
    });
  }

  #tellMissing(place: Range): void {
    this.#faults.add({ kind: 'deleted', place });
    this.#tree.explain(place);
  }

  #leastAhead(): number {
    let least = Infinity;
    for (const index of this.#ahead.keys()) least = Math.min(least, index);
    return least;
  }

  #giveUp(before: number): void {
    for (let least = this.#leastAhead(); least < before; least = this.#leastAhead()) {
      this.#lose(least);
      this.#pass();
    }
  }

  /** Of what is missing one leaf for each line that could not be read is known to have been there. */
  #lose(before: number): void {
    const from = this.#next + Math.min(this.#unread, before - this.#next);
    if (from > this.#next) this.#tree.explain({ from: this.#next, before: from });
    this.#unread -= from - this.#next;
    this.#next = before;
    this.#tree.lose();
    if (from === before) return;
    if (!this.#missing.add({ from, before })) this.#tellMissing({ from, before });
  }
}
