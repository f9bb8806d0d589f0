import { heightsOf, nodeHash, type Sha256 } from './tree.ts';

// Proofs of RFC 6962, sections 2.1.1 and 2.1.2. Sizes and indexes are safe integers: halves are taken by division, since shifts know 32 bits alone.

/** Leaves from an index (inclusive) to another (exclusive). */
export type LeafRange = { readonly from: number; readonly before: number };
/** The perfect subtree of 2^height leaves that is the `number`-th of its height, from 0. */
export type Subtree = { readonly height: number; readonly number: number };

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** The largest power of two below a size above 1. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Of which leaves a proof consists that a leaf is in the tree of `size` leaves: the roots of these ranges, from its sibling upwards. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  const path: LeafRange[] = [];
  for (let from = 0, before = size; before - from > 1;) {
    const middle = from + splitOf(before - from);
    if (index < middle) {
      path.unshift({ from: middle, before });
      before = middle;
    } else {
      path.unshift({ from, before: middle });
      from = middle;
    }
  }
  return path;
}

/** Of which leaves a proof consists that a tree of `size` leaves begins with one of `first` leaves: the roots of these ranges. */
export function consistencyRanges(first: number, size: number): LeafRange[] {
  if (first === 0 || first === size) return [];
  const path: LeafRange[] = [];
  let [from, before] = [0, size];
  while (before !== first) {
    const middle = from + splitOf(before - from);
    if (first <= middle) {
      path.unshift({ from: middle, before });
      before = middle;
    } else {
      path.unshift({ from, before: middle });
      from = middle;
    }
  }
  // The first tree's own root is known to who checks; where it is no whole branch, its last branch begins the proof.
  return from === 0 ? path : [{ from, before }, ...path];
}

/** The perfect subtrees that a range of a proof is made of, the largest first; `from` is a multiple of the largest one's size. */
export function subtreesOf({ from, before }: LeafRange): Subtree[] {
  let at = from;
  return heightsOf(before - from).map((height) => {
    const number = at / 2 ** height;
    at += 2 ** height;
    return { height, number };
  });
}

/** The root that a leaf's hash, its index, the size of the tree and the path lead to; undefined where the path is not of their length. */
export function rootFromInclusion(
  leaf: Uint8Array,
  { index, size }: { readonly index: number; readonly size: number },
  path: readonly Uint8Array[],
  sha256: Sha256,
): Uint8Array | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [hash, at, last] = [leaf, index, size - 1];
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash, sha256);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = nodeHash(hash, sibling, sha256);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : undefined;
}

/** A tree, by its size and its root. */
export type TreeHead = { readonly size: number; readonly root: Uint8Array };

/** Whether a proof shows that the later tree begins with the earlier one. */
export function isConsistent(earlier: TreeHead, later: TreeHead, path: readonly Uint8Array[], sha256: Sha256): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && isSameHash(earlier.root, later.root);
  if (earlier.size === 0) return path.length === 0 && isSameHash(earlier.root, sha256());
  let [at, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  const [first, ...rest] = at === 0 ? [earlier.root, ...path] : path;
  if (first === undefined) return false;
  let [old, now] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      [old, now] = [nodeHash(hash, old, sha256), nodeHash(hash, now, sha256)];
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      now = nodeHash(now, hash, sha256);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(old, earlier.root) && isSameHash(now, later.root);
}

export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
