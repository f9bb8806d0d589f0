import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ADVISORY_LOCKS } from '@ledgate/projections/shared/advisory-locks';
import { HOUSE } from './house.ts';

const KEYS: readonly number[] = Object.values(ADVISORY_LOCKS);
const FOLDERS = ['domain', 'projections', 'api', 'relay', 'infra'];
const NAMED = /(^|\/)advisory-locks\.ts$/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(HOUSE, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.(ts|mjs|sql)$/.test(path) && !/(^|\/)(node_modules|dist|builds|\.cache)\//.test(path) && !NAMED.test(path),
    )
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(HOUSE, folder, path), 'utf8') })),
);

/** A call of an advisory lock by a number, and a constant whose number is one of the keys, with or without separators. */
const CALL_BY_NUMBER = /\bpg_(?:try_)?advisory_\w+\(\s*\d/;
const spellsAKey = (text: string): boolean =>
  CALL_BY_NUMBER.test(text) ||
  [...text.matchAll(/\b\d[\d_]*\b/g)].some(([number]) => KEYS.includes(Number(number.replaceAll('_', ''))));

describe('advisory locks', () => {
  it('have numbers of their own', () => {
    expect(KEYS.length).toBeGreaterThan(5);
    expect(new Set(KEYS).size).toBe(KEYS.length);
  });

  it('are spelled as numbers in one place alone', () => {
    expect(files.filter(({ text }) => text.includes('pg_advisory')).length).toBeGreaterThan(5);
    expect(files.filter(({ text }) => spellsAKey(text)).map(({ path }) => path)).toEqual([]);
  });

  it('are taken by nobody whose key has no name', () => {
    const nameless = files.filter(
      ({ text }) => /\bpg_(?:try_)?advisory_\w*lock/.test(text) && !/_LOCKS[.[]/.test(text),
    );
    expect(nameless.map(({ path }) => path)).toEqual([]);
  });
});
