import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES, channelTypeNamed } from './channel-types.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const FOLDERS = [
  ...['domain', 'projections', 'api', 'relay', 'web', 'infra'].map((name) => join(name, 'src')),
  ...['bin', 'tools', 'test'].map((folder) => join('infra', folder)),
];
const TABLE = join('domain', 'src', 'channel', 'channel-types.ts');
const IS_SOURCE = /\.(tsx?|mjs)$/;
/** Tests and their worlds may say which channels they make. */
const NOT_PRODUCT = /\.test\.tsx?$|(^|\/)(testing|node_modules)(\/|$)/;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => IS_SOURCE.test(path) && !NOT_PRODUCT.test(path.split(sep).join('/')) && path !== TABLE),
);

const CODES = new Set(CHANNEL_TYPES.map(({ code }) => code));
const KEYS = CHANNEL_TYPES.map(({ key }) => key.toLowerCase());

/** Where a text decides by a channel type's number: compares one, sends one, names one, or keeps a table or a set of them. */
function numbersIn(text: string): readonly string[] {
  const compared = [...text.matchAll(/\b\w*type\)?\s*[!=]==?\s*\d+\b/gi)];
  // Of a SOCKS proxy it is its version.
  const sent = [...text.matchAll(/\btype: \d+\b(?!, host\b)/g)];
  const named = [...text.matchAll(/\b(?:const|let)\s+([A-Z][A-Z0-9_]*)(?:: \w+)? = (\d+);/g)].filter(
    ([, name = '', number]) =>
      CODES.has(Number(number)) && KEYS.some((key) => name.toLowerCase().replaceAll('_', '').startsWith(key)),
  );
  const tables = [...text.matchAll(/Record<number,[^;]*?= \{\s*(\d+):/g)].filter(([, number]) =>
    CODES.has(Number(number)),
  );
  const sets = [...text.matchAll(/\[\s*\d+(?:,\s*\d+)*,?\s*\](?=\)?\.(?:includes|has)\(\w*\.?type\b)/gi)];
  const types = [...text.matchAll(/\bnew Set(?:<number>)?\(\[\s*\d+(?:,\s*\d+)+/g)].filter(([found]) =>
    (found.match(/\d+/g) ?? []).every((number) => CODES.has(Number(number))),
  );
  return [...compared, ...sent, ...named, ...tables, ...sets, ...types].map(([found]) => found);
}

describe('the number of a channel type', () => {
  const { code } = channelTypeNamed('vertex');

  it.each([
    `return type === ${code} ? one : other;`,
    `if (channel.type !== ${code}) return;`,
    `await administrator.post('/api/channel/', { type: ${code}, name });`,
    `const VERTEX = ${code};`,
    `const BASE_URLS: Readonly<Record<number, string>> = { ${code}: 'https://example.com' };`,
    `const UNTESTABLE: ReadonlySet<number> = new Set([2, 5, ${code}]);`,
    `if ([14, 24, ${code}].includes(channel.type)) return;`,
  ])('is found in %s', (line) => {
    expect(numbersIn(line)).toHaveLength(1);
  });

  it('is not what a table of HTTP statuses begins with', () => {
    expect(numbersIn("const SAID: Record<number, string> = { 413: 'too large' };")).toEqual([]);
  });

  it('stands in the table of types and nowhere else', () => {
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap((path) =>
      numbersIn(readFileSync(join(ROOT, path), 'utf8')).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});
