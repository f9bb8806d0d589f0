import { heightsOf, nodeHash, rootOfSubtrees } from '@ledgate/domain/seal/tree';
import { sha256 } from './hashes.ts';

/** Hashes in a full tile are 2^TILE_HEIGHT: those of the subtrees of 2^(TILE_HEIGHT x level) leaves, as they follow each other. */
export const TILE_HEIGHT = 8;
export const TILE_HASHES = 2 ** TILE_HEIGHT;

/** Full, or the last of its level. */
export type Tile = { readonly level: number; readonly number: number; readonly hashes: readonly Uint8Array[] };

/** How many hashes a level has in a tree of `size` leaves. */
const hashesOfLevel = (size: number, level: number): number => Math.floor(size / TILE_HASHES ** level);

/** The last tile of each level of a tree that is not full: how many hashes it has; the lowest level first. */
export function lastTiles(size: number): { level: number; number: number; count: number }[] {
  const tiles: { level: number; number: number; count: number }[] = [];
  for (let level = 0; hashesOfLevel(size, level) > 0; level += 1) {
    const hashes = hashesOfLevel(size, level);
    if (hashes % TILE_HASHES > 0)
      tiles.push({ level, number: Math.floor(hashes / TILE_HASHES), count: hashes % TILE_HASHES });
  }
  return tiles;
}

/** The root of perfect subtrees of one height, a power of two in number. */
export function rootOfPerfect(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left !== undefined && right !== undefined) above.push(nodeHash(left, right, sha256));
    }
    level = above;
  }
  const [root] = level;
  if (root === undefined) throw new RangeError('no hashes have no root');
  return root;
}

/**
 * A Merkle tree of RFC 6962 that grows leaf by leaf, kept as tiles: a level's hashes are those of the full tiles below. In memory is the last tile of each
 * level, however many leaves there are.
 */
export class TileTree {
  readonly #last: Uint8Array[][];
  #size: number;
  #full: Tile[] = [];

  /** @param last the hashes of `lastTiles(size)`, by their level; throws RangeError where they are not as many as there should be */
  constructor(size = 0, last: ReadonlyMap<number, readonly Uint8Array[]> = new Map()) {
    this.#size = size;
    this.#last = [];
    for (const { level, count } of lastTiles(size)) {
      const hashes = last.get(level) ?? [];
      if (hashes.length !== count)
        throw new RangeError(
          `the last tile of level ${level} of ${size} leaves has ${count} hashes, not ${hashes.length}`,
        );
      this.#last[level] = [...hashes];
    }
  }

  /** How many leaves it has. */
  get size(): number {
    return this.#size;
  }

  /** @param leaf its hash (`hashOfLeaf`) */
  add(leaf: Uint8Array): void {
    this.#size += 1;
    let hash = leaf;
    for (let level = 0; ; level += 1) {
      const tile = (this.#last[level] ??= []);
      tile.push(hash);
      if (tile.length < TILE_HASHES) return;
      this.#full.push({ level, number: hashesOfLevel(this.#size, level) / TILE_HASHES - 1, hashes: tile });
      this.#last[level] = [];
      hash = rootOfPerfect(tile);
    }
  }

  /** The tiles that have become full since the last call, and the last one of each level. */
  takeTiles(): Tile[] {
    const full = this.#full;
    this.#full = [];
    const last = lastTiles(this.#size).map(({ level, number }) => ({ level, number, hashes: this.#last[level] ?? [] }));
    return [...full, ...last];
  }

  /** The hashes of the perfect subtrees that its leaves make up, the largest first. */
  get hashes(): readonly Uint8Array[] {
    return this.#last.toReversed().flatMap((tile = []) => {
      let at = 0;
      return heightsOf(tile.length).map((height) => {
        const hashes = tile.slice(at, at + 2 ** height);
        at += 2 ** height;
        return rootOfPerfect(hashes);
      });
    });
  }

  /** Of no leaves the hash of nothing. */
  get root(): Uint8Array {
    return rootOfSubtrees(this.hashes, sha256);
  }
}
