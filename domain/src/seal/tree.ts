/** SHA-256 over the parts as they follow each other. What hashes is passed in: this package has no cryptography of its own. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf by RFC 6962, section 2.1. */
export const leafHash = (leaf: Uint8Array, sha256: Sha256): Uint8Array => sha256(LEAF, leaf);

/** The hash of an inner node by RFC 6962, section 2.1. */
export const nodeHash = (left: Uint8Array, right: Uint8Array, sha256: Sha256): Uint8Array => sha256(NODE, left, right);

/** The root of leaves that perfect subtrees make up, of which the largest comes first; of none the hash of nothing. */
export function rootOfSubtrees(hashes: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  const [last, ...larger] = hashes.toReversed();
  return last === undefined ? sha256() : larger.reduce((right, left) => nodeHash(left, right, sha256), last);
}

/** The heights of the perfect subtrees that `size` leaves make up, the largest first. */
export function heightsOf(size: number): number[] {
  const heights: number[] = [];
  // By division: sizes are safe integers, and shifts know 32 bits alone.
  for (let rest = size, height = 0; rest > 0; rest = Math.floor(rest / 2), height += 1)
    if (rest % 2 === 1) heights.unshift(height);
  return heights;
}

type Subtree = { readonly height: number; readonly hash: Uint8Array };

/**
 * A Merkle tree of RFC 6962 that grows leaf by leaf: of it the hashes of the perfect subtrees alone are kept, one a bit of its size, so that it takes as
 * much memory for ten million leaves as for ten.
 */
export class Frontier {
  readonly #sha256: Sha256;
  readonly #subtrees: Subtree[];
  #size: number;

  /**
   * @param size leaves that it begins with
   * @param hashes of the perfect subtrees that these make up, the largest first; throws RangeError where they are not as many as there are subtrees
   */
  constructor(sha256: Sha256, size = 0, hashes: readonly Uint8Array[] = []) {
    const heights = heightsOf(size);
    if (heights.length !== hashes.length)
      throw new RangeError(`${size} leaves make up ${heights.length} perfect subtrees, not ${hashes.length}`);
    this.#sha256 = sha256;
    this.#size = size;
    this.#subtrees = hashes.map((hash, at) => ({ height: heights[at] ?? 0, hash }));
  }

  /** @param hash of the next leaf (`leafHash`) */
  add(hash: Uint8Array): void {
    let subtree: Subtree = { height: 0, hash };
    for (let left = this.#subtrees.at(-1); left?.height === subtree.height; left = this.#subtrees.at(-1)) {
      subtree = { height: subtree.height + 1, hash: this.#node(left.hash, subtree.hash) };
      this.#subtrees.pop();
    }
    this.#subtrees.push(subtree);
    this.#size += 1;
  }

  /** How many leaves it has. */
  get size(): number {
    return this.#size;
  }

  /** The hashes of the perfect subtrees that its leaves make up, the largest first. */
  get hashes(): readonly Uint8Array[] {
    return this.#subtrees.map(({ hash }) => hash);
  }

  /** Of no leaves the hash of nothing. */
  get root(): Uint8Array {
    return rootOfSubtrees(this.hashes, this.#sha256);
  }

  readonly #node = (left: Uint8Array, right: Uint8Array): Uint8Array => nodeHash(left, right, this.#sha256);
}
