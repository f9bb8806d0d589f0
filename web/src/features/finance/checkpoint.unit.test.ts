import { describe, expect, it } from '@jest/globals';
import { consistencyRanges, type LeafRange } from '@ledgate/domain/seal/proofs';
import { Frontier, leafHash, type Sha256 } from '@ledgate/domain/seal/tree';
import { checkpointIn, hashIn, isBeginning } from './checkpoint.ts';
import { browserDigest, type Digest, hashedBy } from './hashed-by.ts';

const digest = browserDigest() as Digest;
const base64 = (hash: Uint8Array): string => btoa(String.fromCharCode(...hash));

const SIZE_MAX = 21;
const RANGES = Array.from({ length: SIZE_MAX + 1 }, (_, size) =>
  Array.from({ length: size + 1 }, (__, from) => consistencyRanges(from, size)),
).flat(2);
const rootText = ({ from, before }: LeafRange): string => `${from}-${before}`;

/** The roots of all trees up to SIZE_MAX, and of what their proofs are made of. */
const ROOTS = await hashedBy(digest, (sha256) => {
  const leaves = Array.from({ length: SIZE_MAX }, (_, index) => leafHash(Uint8Array.of(index), sha256));
  const rootOf = ({ from, before }: LeafRange): Uint8Array => {
    const tree = new Frontier(sha256);
    for (const hash of leaves.slice(from, before)) tree.add(hash);
    return tree.root;
  };
  const heads = Array.from({ length: SIZE_MAX + 1 }, (_, before) => ({ from: 0, before }));
  return new Map([...heads, ...RANGES].map((range) => [rootText(range), rootOf(range)]));
});
const rootOf = (range: LeafRange): Uint8Array => ROOTS.get(rootText(range)) ?? new Uint8Array();
const headOf = (size: number) => ({ size, root: rootOf({ from: 0, before: size }) });
const proofOf = (from: number, to: number) => consistencyRanges(from, to).map((range) => base64(rootOf(range)));
const ROOT = base64(headOf(7).root);

describe('a checkpoint that is pasted', () => {
  it.each([
    `ledgate/a\n7\n${ROOT}\n\n\u2014 ledgate/a M9e0lg==\n`,
    `  ledgate/a\r\n7\r\n${ROOT}\r\n`,
    `ledgate/a\n7\n${ROOT}\nmore\n`,
  ])('is read: %j', (typed) => {
    expect(checkpointIn(typed)).toEqual({ origin: 'ledgate/a', ...headOf(7) });
  });

  it.each([
    '',
    'ledgate/a',
    `ledgate/a\n-7\n${ROOT}\n`,
    `ledgate/a\n07\n${ROOT}\n`,
    `ledgate/a\n9007199254740993\n${ROOT}\n`,
    `ledgate/a\n7\n${ROOT.slice(1)}\n`,
    `ledgate/a\n7\n${'!'.repeat(44)}\n`,
  ])('is none: %j', (typed) => {
    expect(checkpointIn(typed)).toBeUndefined();
  });

  it('has hashes of 32 bytes alone', () => {
    expect(hashIn(ROOT)).toHaveLength(32);
    expect(hashIn('AAAA')).toBeUndefined();
  });
});

describe('whether the present tree begins with it', () => {
  it('is found by the browser as the server finds it', async () => {
    for (let to = 1; to <= SIZE_MAX; to += 5)
      for (let from = 1; from <= to; from += 1) {
        expect(await isBeginning(headOf(from), headOf(to), proofOf(from, to), digest)).toBe(true);
        const forged = { size: from, root: headOf(from === 1 ? 2 : from - 1).root };
        expect(await isBeginning(forged, headOf(to), proofOf(from, to), digest)).toBe(false);
      }
  });

  it('is not so where the proof is no proof', async () => {
    expect(await isBeginning(headOf(3), headOf(9), ['x'], digest)).toBe(false);
    expect(await isBeginning(headOf(3), headOf(9), [], digest)).toBe(false);
    expect(await isBeginning(headOf(9), headOf(3), [], digest)).toBe(false);
  });
});

describe('hashedBy', () => {
  it('ends where a function wants hashes without an end, and lets its own errors through', async () => {
    const endless = (hash: Sha256): never => {
      for (let from = Uint8Array.of(1); ;) from = Uint8Array.from(hash(from));
    };
    await expect(hashedBy(digest, endless)).rejects.toThrow('more than 256 hashes');
    await expect(
      hashedBy(digest, () => {
        throw new Error('its own');
      }),
    ).rejects.toThrow('its own');
  });
});
