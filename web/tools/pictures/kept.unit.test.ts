import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { pictureName, statesOf, VIEWS } from '../../src/testing/gallery/views.ts';
import { VARIANTS_OF_PICTURES } from '../../src/testing/variants.ts';

const KEPT = `${import.meta.dirname}/../../pictures`;
const KEPT_BYTES_MAX = 8 * 1024 * 1024;
type Taken = { readonly sha256: Readonly<Record<string, string>> };
const { sha256 } = JSON.parse(readFileSync(`${KEPT}/taken.json`, 'utf8')) as Taken;

describe('kept pictures', () => {
  const names = VIEWS.flatMap((view) =>
    [...statesOf(view)].flatMap((state) => VARIANTS_OF_PICTURES.map((variant) => pictureName(view, state, variant))),
  ).toSorted();
  const files = readdirSync(KEPT).filter((file) => file !== 'taken.json');

  it('are there for every state of every view, and for nothing else', () => {
    expect(Object.keys(sha256).toSorted()).toEqual(names);
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted());
  });

  it('take at most 8 MB', () =>
    expect(files.reduce((sum, file) => sum + statSync(`${KEPT}/${file}`).size, 0)).toBeLessThanOrEqual(KEPT_BYTES_MAX));

  it.each(VIEWS.map((view) => [view.name, view] as const))('of %s differ in each state', (_name, view) => {
    for (const variant of VARIANTS_OF_PICTURES) {
      const taken = [...statesOf(view)].map((state) => sha256[pictureName(view, state, variant)]);
      expect(new Set(taken).size).toBe(taken.length);
    }
  });
});
