import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Frontier, leafHash, type Sha256 } from './tree.ts';

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
const NODE = Uint8Array.of(1);

/** By the definition of RFC 6962, section 2.1, over leaves and not over hashes. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [leaf] = leaves;
  if (leaf === undefined) return sha256();
  if (leaves.length === 1) return sha256(Uint8Array.of(0), leaf);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(NODE, rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** The test vectors that implementations of the tree share. */
const VECTORS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((text) => Buffer.from(text, 'hex'));
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const treeOf = (leaves: readonly Uint8Array[]): Frontier => {
  const tree = new Frontier(sha256);
  for (const leaf of leaves) tree.add(leafHash(leaf, sha256));
  return tree;
};

describe('a tree that grows leaf by leaf', () => {
  it('has the roots that all implementations have', () => {
    expect(ROOTS.map((_, size) => hex(treeOf(VECTORS.slice(0, size)).root))).toEqual(ROOTS);
  });

  it('has at each size the root of its definition, and the hashes of one subtree for each bit of its size', () => {
    const leaves = Array.from({ length: 70 }, (_, index) => Buffer.from(`leaf ${index}`));
    for (let size = 0; size <= leaves.length; size += 1) {
      const tree = treeOf(leaves.slice(0, size));
      expect([tree.size, hex(tree.root)]).toEqual([size, hex(rootOf(leaves.slice(0, size)))]);
      const subtrees: string[] = [];
      for (let [from, part] = [0, 64]; part >= 1; part /= 2) {
        if ((size & part) === 0) continue;
        subtrees.push(hex(rootOf(leaves.slice(from, from + part))));
        from += part;
      }
      expect(tree.hashes.map(hex)).toEqual(subtrees);
    }
  });
});
