import { describe, expect, it } from '@jest/globals';
import { Frontier } from '@ledgate/domain/seal/tree';
import { hashOfLeaf, sha256 } from './hashes.ts';
import { lastTiles, type Tile, TILE_HASHES, TileTree } from './tile-tree.ts';

const LEAVES = TILE_HASHES ** 2 + 2 * TILE_HASHES + 7;
const leaf = (index: number): Uint8Array => hashOfLeaf(`leaf ${index}`);

describe('a tree of tiles', () => {
  it('has the roots and the subtrees of the tree, and goes on from its last tiles at any size', () => {
    const tree = new Frontier(sha256);
    let tiles = new TileTree();
    const kept = new Map<string, Tile>();
    for (let index = 0; index < LEAVES; index += 1) {
      const hash = leaf(index);
      tree.add(hash);
      tiles.add(hash);
      // Sizes around those at which tiles become full, and a few others.
      const near = Math.min(tree.size % TILE_HASHES, TILE_HASHES - (tree.size % TILE_HASHES));
      if (near > 1 && tree.size % 1_009 !== 0) continue;
      expect(tiles.root).toEqual(tree.root);
      expect(tiles.hashes).toEqual(tree.hashes);
      for (const tile of tiles.takeTiles()) kept.set(`${tile.level}/${tile.number}`, tile);
      const last = lastTiles(tree.size).map(({ level, number, count }) => {
        const { hashes = [] } = kept.get(`${level}/${number}`) ?? {};
        expect(hashes).toHaveLength(count);
        return [level, hashes] as const;
      });
      tiles = new TileTree(tree.size, new Map(last));
    }
    const full = [...kept.values()].filter(({ hashes }) => hashes.length === TILE_HASHES);
    expect(full.filter(({ level }) => level === 0)).toHaveLength(TILE_HASHES + 2);
    expect(full.filter(({ level }) => level === 1)).toHaveLength(1);
  });

  it('refuses last tiles that its size does not make up', () => {
    expect(() => new TileTree(5, new Map([[0, [leaf(0)]]]))).toThrow(
      'the last tile of level 0 of 5 leaves has 5 hashes, not 1',
    );
  });
});
