import { isSameHash, type TreeHead } from '@ledgate/domain/seal/proofs';
import { Frontier } from '@ledgate/domain/seal/tree';
import { base64Of, sha256 } from '@ledgate/projections/seals/hashes';
import type { Fault, FaultKind, Faults, Place } from './faults.ts';
import { FAULTS_MAX, SEALS_KEPT_MAX } from './limits.ts';

/** `proven`: what is wrong where a seal shows that the events are the true ones all the same; left out: nothing. */
type Suspected = { readonly fault: Fault; readonly proven?: Fault };
/** `isSigned`: by a key that was given. */
export type Head = TreeHead & { readonly isSigned: boolean };
/** A seal that did not stand where it should, and how many leaves were before it. */
type Waiting = { readonly head: Head; readonly at: number };
type Leaf = { readonly index: number; readonly stated: Uint8Array; readonly real: Uint8Array };

/**
 * The tree of a file's leaves against what is known of it: the seals in the file, in their places, and published heads. What one of them shows to be true is
 * proven; the first that does not fit lies with what follows the last one that did, and nothing behind it can be judged.
 */
export class SealedTree {
  readonly #faults: Faults;
  /** Published, by their sizes, as far as they were not reached. */
  readonly #heads: Head[];
  /** By the hashes that stand beside the events, and by the events' own; the same while they do not differ. */
  #stated: Frontier;
  #real: Frontier;
  #proven: number;
  #checked = 0;
  #seals = 0;
  #size: number;
  #isBroken = false;
  #suspected: Suspected[] = [];
  /** What explains that a seal does not fit, since what is proven. */
  #moved: Place[] = [];
  #waiting: Waiting[] = [];
  #lastSeal: { readonly size: number; readonly note: string } | undefined;

  /** @param before the tree that the file begins behind */
  constructor(before: Frontier, heads: readonly Head[], faults: Faults) {
    this.#faults = faults;
    this.#stated = before;
    this.#real = before;
    this.#size = before.size;
    this.#proven = before.size;
    this.#heads = heads.filter(({ size }) => size >= before.size).toSorted((one, other) => one.size - other.size);
    this.#reachHeads();
  }

  /** Up to where a signed seal, or a published head, shows the events to be the true ones; 0: none does. */
  get checked(): number {
    return this.#checked;
  }

  /** Signed ones that fit. */
  get seals(): number {
    return this.#seals;
  }

  get size(): number {
    return this.#size;
  }

  /** undefined where leaves are missing. */
  get root(): Uint8Array | undefined {
    return this.#isBroken ? undefined : this.#stated.root;
  }

  /** Whether a root is that of the leaves; where some are missing nothing can be said. */
  fits(root: Uint8Array): boolean {
    return this.#isBroken || isSameHash(root, this.#stated.root) || isSameHash(root, this.#real.root);
  }

  /** In the order of their indexes. `stated`: the hash that stands beside the event; `real`: that of the event, the stated one where it is not shown. */
  add({ index, stated, real }: Leaf): void {
    this.#size = index + 1;
    if (this.#isBroken) return;
    if (this.#real === this.#stated && !isSameHash(stated, real))
      this.#real = new Frontier(sha256, this.#stated.size, this.#stated.hashes);
    this.#stated.add(stated);
    if (this.#real !== this.#stated) this.#real.add(real);
    this.#reachWaiting();
    this.#reachHeads();
  }

  /** Something is wrong of which a seal may show that it is not so. */
  suspect(suspected: Suspected, instead?: Fault): void {
    if (instead !== undefined) this.#suspected = this.#suspected.filter(({ fault }) => fault !== instead);
    if (this.#suspected.length < FAULTS_MAX) this.#suspected.push(suspected);
  }

  /** Why the leaves before the next seal are not what it was made of: nothing else need be told there. */
  explain(place: Place): void {
    if (this.#moved.length < FAULTS_MAX) this.#moved.push(place);
  }

  /** The next leaf is not known, so that nothing more can be proven. */
  lose(): void {
    this.#isBroken = true;
  }

  /** A seal behind the last leaf that was added. */
  seal(head: Head, note: string): void {
    const { size } = head;
    const last = this.#lastSeal;
    if (last?.note === note) {
      this.#faults.add({ kind: 'inserted', place: { index: size }, expected: 'one seal', seen: 'the same once more' });
      return;
    }
    if (last !== undefined && size < last.size) {
      this.#faults.add({ kind: 'reordered', place: { index: size }, expected: `a seal of ${last.size}`, seen: size });
      return;
    }
    this.#lastSeal = { size, note };
    if (this.#isBroken) return;
    if (size === this.#size) this.#judge(head);
    else if (this.#waiting.length < SEALS_KEPT_MAX) this.#waiting.push({ head, at: this.#size });
  }

  /** Behind the last leaf. */
  end(): void {
    const [waiting] = this.#waiting;
    if (!this.#isBroken && waiting !== undefined) this.#fail(waiting.head, 'refilled');
    for (const { size } of this.#heads)
      if (size > this.#size) {
        const place = { from: this.#size, before: size };
        this.#faults.add({ kind: 'truncated', place, expected: size, seen: this.#size });
      }
    this.#tellSuspected();
  }

  #judge(head: Head): void {
    if (!this.#isFitting(head)) {
      this.#fail(head, 'refilled');
      return;
    }
    if (head.isSigned) this.#seals += 1;
    this.#prove(head);
  }

  #isFitting({ root }: TreeHead): boolean {
    const isStated = isSameHash(root, this.#stated.root);
    const isReal = !isStated && isSameHash(root, this.#real.root);
    if (isStated) this.#real = this.#stated;
    if (isReal) this.#stated = this.#real;
    return isStated || isReal;
  }

  #prove({ size, isSigned }: Head): void {
    this.#proven = size;
    if (isSigned) this.#checked = size;
    for (const { proven } of this.#suspected) if (proven !== undefined) this.#faults.add(proven);
    this.#suspected = [];
    this.#moved = [];
    for (const { head, at } of this.#waiting.filter((waiting) => waiting.head.size < size))
      this.#faults.add({
        kind: 'reordered',
        place: { index: head.size },
        expected: `a seal at ${head.size}`,
        seen: at,
      });
    this.#waiting = this.#waiting.filter((waiting) => waiting.head.size >= size);
  }

  /** A seal that stood too early has its leaves now. */
  #reachWaiting(): void {
    for (const waiting of this.#waiting.filter(({ head }) => head.size === this.#size)) {
      const { head, at } = waiting;
      if (this.#isBroken) return;
      if (at > this.#size) continue;
      if (this.#isFitting(head)) {
        const said = { expected: `a seal at ${head.size}`, seen: at };
        this.#faults.add({ kind: 'reordered', place: { index: head.size }, ...said });
      }
      this.#judge(head);
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    }
  }

  #reachHeads(): void {
    for (let head = this.#heads[0]; head?.size === this.#size; head = this.#heads[0]) {
      this.#heads.shift();
      if (this.#isBroken) continue;
      if (this.#isFitting(head)) this.#prove(head);
      else this.#fail(head, 'refilled');
    }
  }

  /** What follows the last that fitted is not what the head was made of. Which of the events it is their revisions may tell. */
  #fail({ size, root }: TreeHead, kind: FaultKind): void {
    this.#isBroken = true;
    const isTold = this.#tellSuspected() || this.#moved.length > 0;
    if (isTold) return;
    const [waiting] = this.#waiting;
    const before = Math.max(size, waiting?.at ?? 0, waiting?.head.size ?? 0);
    this.#faults.add({
      kind: waiting === undefined ? kind : waiting.head.size > waiting.at ? 'deleted' : 'inserted',
      place: { from: this.#proven, before },
      expected: waiting === undefined ? base64Of(root) : `${waiting.head.size} leaves before the seal`,
      seen: waiting === undefined ? base64Of(this.#stated.root) : waiting.at,
    });
  }

  #tellSuspected(): boolean {
    const told = this.#suspected.filter(({ fault }) => !this.#moved.some((place) => doMeet(place, fault.place)));
    for (const { fault } of told) this.#faults.add(fault);
    this.#suspected = [];
    return told.length > 0;
  }
}

const rangeOf = (place: Place): readonly [number, number] =>
  'index' in place ? [place.index, place.index + 1] : [place.from, place.before];

/** A neighbour counts: it is the one by which something is seen to be missing. */
function doMeet(one: Place, other: Place | undefined): boolean {
  if (other === undefined) return false;
  const [from, before] = rangeOf(one);
  const [otherFrom, otherBefore] = rangeOf(other);
  return from <= otherBefore && otherFrom <= before;
}
