import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  consistencyRanges,
  inclusionRanges,
  isConsistent,
  isSameHash,
  type LeafRange,
  rootFromInclusion,
  subtreesOf,
} from './proofs.ts';
import { Frontier, leafHash, rootOfSubtrees, type Sha256 } from './tree.ts';

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const SIZE_MAX = 40;
const LEAVES = Array.from({ length: SIZE_MAX }, (_, index) => leafHash(Buffer.from(`leaf ${index}`), sha256));

function rootOf({ from, before }: LeafRange): Uint8Array {
  const tree = new Frontier(sha256);
  for (const hash of LEAVES.slice(from, before)) tree.add(hash);
  return tree.root;
}
/** As a store of whole subtrees has it. */
const byItsSubtrees = (range: LeafRange): Uint8Array =>
  rootOfSubtrees(
    subtreesOf(range).map(({ height, number }) =>
      rootOf({ from: number * 2 ** height, before: (number + 1) * 2 ** height }),
    ),
    sha256,
  );
const headOf = (size: number) => ({ size, root: rootOf({ from: 0, before: size }) });
const FORGED = Buffer.alloc(32, 9);

describe('proofs', () => {
  it('lead each leaf of each tree to its root, and no other leaf and no other place', () => {
    for (let size = 1; size <= SIZE_MAX; size += 1) {
      const { root } = headOf(size);
      for (let index = 0; index < size; index += 1) {
        const leaf = LEAVES[index] ?? FORGED;
        const path = inclusionRanges(index, size).map(byItsSubtrees);
        const from = (hash: Uint8Array, at: number, hashes = path) =>
          rootFromInclusion(hash, { index: at, size }, hashes, sha256) ?? FORGED;
        expect(from(leaf, index)).toEqual(root);
        expect(isSameHash(from(FORGED, index), root)).toBe(false);
        if (size > 1) expect(isSameHash(from(leaf, (index + 1) % size), root)).toBe(false);
        expect(isSameHash(from(leaf, index, [...path, FORGED]), root)).toBe(false);
        if (path.length > 0) expect(isSameHash(from(leaf, index, path.slice(1)), root)).toBe(false);
      }
    }
  });

  it('show each tree to be the beginning of each later one, and of no other', () => {
    for (let size = 0; size <= SIZE_MAX; size += 1)
      for (let first = 0; first <= size; first += 1) {
        const path = consistencyRanges(first, size).map(byItsSubtrees);
        const [earlier, later] = [headOf(first), headOf(size)];
        expect(isConsistent(earlier, later, path, sha256)).toBe(true);
        expect(isConsistent({ ...earlier, root: FORGED }, later, path, sha256)).toBe(false);
        if (first > 0) expect(isConsistent(earlier, { ...later, root: FORGED }, path, sha256)).toBe(false);
        expect(isConsistent(earlier, later, [...path, FORGED], sha256)).toBe(false);
        if (path.length > 0) expect(isConsistent(earlier, later, path.slice(1), sha256)).toBe(false);
      }
  });

  it('hold for trees beyond 32 bits', () => {
    const size = 2 ** 40 + 5;
    const path = inclusionRanges(2 ** 40, size);
    expect(path).toEqual([
      { from: 2 ** 40 + 1, before: 2 ** 40 + 2 },
      { from: 2 ** 40 + 2, before: 2 ** 40 + 4 },
      { from: 2 ** 40 + 4, before: 2 ** 40 + 5 },
      { from: 0, before: 2 ** 40 },
    ]);
    expect(path.map(subtreesOf)).toEqual([
      [{ height: 0, number: 2 ** 40 + 1 }],
      [{ height: 1, number: 2 ** 39 + 1 }],
      [{ height: 0, number: 2 ** 40 + 4 }],
      [{ height: 40, number: 0 }],
    ]);
  });
});

describe('a tree that goes on', () => {
  it('from its subtrees has the same roots as one from nothing', () => {
    for (let begun = 0; begun <= SIZE_MAX; begun += 1) {
      const earlier = new Frontier(sha256);
      for (const hash of LEAVES.slice(0, begun)) earlier.add(hash);
      const resumed = new Frontier(sha256, earlier.size, earlier.hashes);
      for (const hash of LEAVES.slice(begun)) resumed.add(hash);
      expect([resumed.size, resumed.root]).toEqual([SIZE_MAX, headOf(SIZE_MAX).root]);
    }
  });

  it('refuses subtrees that its size does not make up', () => {
    expect(() => new Frontier(sha256, 3, [FORGED])).toThrow('3 leaves make up 2 perfect subtrees, not 1');
  });
});
