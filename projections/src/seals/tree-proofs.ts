import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  subtreesOf,
  type Subtree,
} from '@ledgate/domain/seal/proofs';
import { heightsOf, rootOfSubtrees } from '@ledgate/domain/seal/tree';
import type { Queryable } from '../shared/database.ts';
import { sha256 } from './hashes.ts';
import { rootOfPerfect, TILE_HASHES, TILE_HEIGHT } from './tile-tree.ts';
import { readTiles, tileName } from './tree-store.ts';

/** Where the hashes stand that a whole subtree is made of. */
function placeOf({ height, number }: Subtree) {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = number * count;
  return { level, number: Math.floor(first / TILE_HASHES), at: first % TILE_HASHES, count };
}

/** The roots of ranges, by one query for at most 64 tiles; undefined where the tree is not kept as far as that yet, as right after a restore. */
async function rootsOf(db: Queryable, ranges: readonly LeafRange[]): Promise<readonly Uint8Array[] | undefined> {
  const wanted = ranges.map((range) => subtreesOf(range).map(placeOf));
  const distinct = new Map(wanted.flat().map((place) => [tileName(place), place]));
  const tiles = await readTiles(db, [...distinct.values()]);
  const roots: Uint8Array[] = [];
  for (const places of wanted) {
    const hashes: Uint8Array[] = [];
    for (const place of places) {
      const found = tiles.get(tileName(place))?.slice(place.at, place.at + place.count) ?? [];
      if (found.length < place.count) return undefined;
      hashes.push(rootOfPerfect(found));
    }
    roots.push(rootOfSubtrees(hashes, sha256));
  }
  return roots;
}

/** That the leaf of an index is in the tree of `size` leaves (RFC 6962, 2.1.1), from its sibling upwards; `index` is below `size`. */
export const inclusionProof = (
  db: Queryable,
  index: number,
  size: number,
): Promise<readonly Uint8Array[] | undefined> => rootsOf(db, inclusionRanges(index, size));

/** That the tree of `to` leaves begins with the one of `from` leaves (RFC 6962, 2.1.2). */
export const consistencyProof = (db: Queryable, from: number, to: number): Promise<readonly Uint8Array[] | undefined> =>
  rootsOf(db, consistencyRanges(from, to));

/** The hashes of the perfect subtrees that the first `size` leaves make up, the largest first; undefined as above. */
export async function frontierHashes(db: Queryable, size: number): Promise<readonly Uint8Array[] | undefined> {
  let from = 0;
  const ranges = heightsOf(size).map((height) => {
    const range = { from, before: from + 2 ** height };
    from = range.before;
    return range;
  });
  return rootsOf(db, ranges);
}
