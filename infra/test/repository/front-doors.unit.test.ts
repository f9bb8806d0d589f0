import { describe, expect, it } from '@jest/globals';
import { filesBelow, manifestOf, packages, textOf } from './house.ts';

const ENTRIES_MAX = 30;
/** Asked for by name when it is read at run time, never imported; npm's own, so that nobody need use it. */
const MANIFEST = './package.json';
const MENTIONED = /['"]@ledgate\/(\w+)\/([^'"]+)['"]/g;

/** What others ask of a package: `./` and its path in there, with one file that asks. */
function askedOf(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const asked = new Map(packages.map((name) => [name, new Map<string, string>()]));
  for (const asking of packages)
    for (const file of filesBelow(asking))
      for (const [, name = '', path = ''] of textOf(file).matchAll(MENTIONED))
        if (name !== asking) asked.get(name)?.set(`./${path}`, file);
  return asked;
}

/** The entry that Node takes: the exact one, else of the patterns that fit the one with the longest beginning. */
function entryFor(path: string, entries: readonly string[]): string | undefined {
  const fits = (entry: string): boolean => {
    const [before = '', after] = entry.split('*');
    if (after === undefined) return entry === path;
    return path.length > before.length + after.length && path.startsWith(before) && path.endsWith(after);
  };
  const length = (entry: string): number => (entry.includes('*') ? entry.indexOf('*') : Number.POSITIVE_INFINITY);
  return entries.filter(fits).toSorted((one, other) => length(other) - length(one))[0];
}

const asked = askedOf();

/** The sources that an entry with a star opens, as others would ask for them. A star stands for folders, too. */
function openedBy(name: string, entry: string, target: string): readonly string[] {
  const [before = '', after = ''] = target.split('*');
  const [head = '', tail = ''] = entry.split('*');
  return filesBelow(name)
    .map((file) => `./${file.slice(name.length + 1)}`)
    .filter((file) => file.startsWith(before) && file.endsWith(after) && !file.includes('.test.'))
    .map((file) => `${head}${file.slice(before.length, file.length - after.length)}${tail}`);
}

describe.each(packages)('the front door of %s', (name) => {
  const doors = manifestOf(name).exports;
  /** Without what is closed, by null, of a folder that is open. */
  const entries = Object.keys(doors).filter((entry) => doors[entry] !== null);
  const paths = [...(asked.get(name) ?? [])];

  it(`names what others may ask: no folder of all, and at most ${ENTRIES_MAX} entries`, () => {
    expect(entries).not.toContain('./*');
    expect(entries.length).toBeLessThanOrEqual(ENTRIES_MAX);
  });

  it('is all that others ask', () => {
    expect(paths.filter(([path]) => entryFor(path, entries) === undefined)).toEqual([]);
  });

  it('has no entry that nobody outside uses', () => {
    const used = new Set(paths.map(([path]) => entryFor(path, entries)));
    expect(entries.filter((entry) => entry !== MANIFEST && !used.has(entry))).toEqual([]);
  });

  it('opens no folder of which others use less than half: of such a one the files are named', () => {
    const wide = Object.entries(doors).flatMap(([entry, target]) => {
      if (!entry.includes('*') || target === null) return [];
      const opened = openedBy(name, entry, target).filter((path) => entryFor(path, Object.keys(doors)) === entry);
      const used = opened.filter((path) => asked.get(name)?.has(path));
      return 2 * used.length < opened.length ? [`${entry}: ${used.length} of ${opened.length}`] : [];
    });
    expect(wide).toEqual([]);
  });
});

describe('the entry for a path', () => {
  it.each([
    ['./till/charge', './till/*'],
    ['./till/events', './till/events'],
    ['./task/events', './*/events'],
    ['./task/sources', undefined],
  ])('%s is %s', (path, entry) => {
    expect(entryFor(path, ['./*/events', './till/*', './till/events'])).toBe(entry);
  });
});
