/** SHA-256 over the parts as they follow each other. What hashes is passed in: this package has no cryptography of its own. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf by RFC 6962, section 2.1. */
export const leafHash = (leaf: Uint8Array, sha256: Sha256): Uint8Array => sha256(LEAF, leaf);

type Subtree = { readonly height: number; readonly hash: Uint8Array };

/**
 * A Merkle tree of RFC 6962 that grows leaf by leaf: of it the hashes of the perfect subtrees alone are kept, one a bit of its size, so that it takes as
 * much memory for ten million leaves as for ten.
 */
export class Frontier {
  readonly #sha256: Sha256;
  readonly #subtrees: Subtree[] = [];
  #size = 0;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
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
    const [last, ...larger] = this.hashes.toReversed();
    return last === undefined ? this.#sha256() : larger.reduce((right, left) => this.#node(left, right), last);
  }

  readonly #node = (left: Uint8Array, right: Uint8Array): Uint8Array => this.#sha256(NODE, left, right);
}
