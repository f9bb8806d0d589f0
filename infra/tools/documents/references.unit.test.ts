import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

// References between code and documents, in every text of the repository. A rule stands in docs/ and is cited by file and anchor, `docs/NAME.md#its-heading`.

/** One text with its path from the root. */
type Text = { readonly path: string; readonly text: string };
/** What is there to be referred to: by path, files and folders; of a document the anchors of its headings. */
type Place = { readonly has: (path: string) => boolean; readonly anchorsOf: (path: string) => ReadonlySet<string> };

const SKIPPED = new Set(['.git', 'node_modules', 'dist', 'dist-tools', 'dist-test', 'builds', '.cache']);
const BINARY = new Set(['.png', '.ico', '.svg', '.woff2', '.gz', '.jar', '.log', '.tsbuildinfo']);
const OWN = fileURLToPath(import.meta.url);

/** Upwards, so that this file may move. */
function rootFrom(folder: string): string {
  const file = join(folder, 'package.json');
  const isRoot = existsSync(file) && 'workspaces' in (JSON.parse(readFileSync(file, 'utf8')) as object);
  return isRoot ? folder : rootFrom(dirname(folder));
}
const ROOT = rootFrom(dirname(OWN));
/** Where `npm start` keeps what it must, by default. */
const DATA = join(ROOT, 'data');

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (SKIPPED.has(entry.name) || path === DATA) continue;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile() && path !== OWN && entry.name !== 'package-lock.json' && !BINARY.has(extname(path)))
      yield relative(ROOT, path);
  }
}

/** As GitHub makes them: letters, digits and hyphens of the heading, lower case; the second of a name gets -1. */
function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replaceAll(/^```[\s\S]*?^```/gmu, '').matchAll(/^#{1,6} +(.+?) *$/gmu)) {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let [name, count] = [anchor, 0];
    while (anchors.has(name)) name = `${anchor}-${(count += 1)}`;
    anchors.add(name);
  }
  return anchors;
}

/** Between two words, also where a comment goes on in the next line. */
const GAP = String.raw`\s+(?:(?:\*|//|#)\s+)?`;
/** Documents that are not here, in the words by which they are cited. */
const OUTSIDE = new RegExp(
  [
    String.raw`\b[Cc]ontract,?${GAP}\(?[A-F](?:\.\d|\b(?![a-z'-]))`,
    String.raw`\b[Dd]esign,?${GAP}\(?(?:document\b|section|\d)`,
    String.raw`\b[Ss]pec(?:ification)?${GAP}\d`,
    String.raw`(?<!\bRFC \d+, )\b[Ss]ections?${GAP}\d`,
    String.raw`\b[Ii]ssues?${GAP}#?\d`,
  ].join('|'),
  'gu',
);
/** Of the black-box acceptance only the script that plays it knows where it is. */
const BESIDE = /\.\.\/shared\/(?:acceptance|spec|reviews|hooks|data|[\w-]+\.md)\b/gu;
const KNOWS_BESIDE = '.ci/run';

const CITED = /(?<![\w@/.-])(?:\.\.?\/)*(docs\/[\w./-]*\w)(?:#([\w-]+))?/gu;
const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/gu;
const PATH =
  /(?<![\w@/.$}-])((?:domain|projections|api|relay|web|infra|\.ci)\/[\w./-]+\.(?:tsx?|mjs|md|sh|sql|yaml|xml))\b/gu;
const DOCUMENT = /(?<![\w/.*<>{}-])([\w-]+\.md)\b/gu;
/** In a document: a file by the end of its path; a folder from the root, or a module as imports spell it. */
const FILE_NAME = /`(?:\.\.?\/)*([\w-][\w./-]*\.(?:tsx?|mjs|sh|sql|yaml))`/gu;
const FOLDER = /`((?:domain|projections|api|relay|web|infra|docs|\.ci)\/[\w./-]*\w)`/gu;

const MODULES = ['', '.ts', '.tsx', '.mjs'];

const COMMENT = /^\s*(?:\/?\*|\/\/|#)|\s\/\/ /u;

/** `path:line: what is wrong`, of each reference that leads nowhere. `names`: of all files. */
function deadReferences({ path, text }: Text, { has, anchorsOf }: Place, names: ReadonlySet<string>): string[] {
  const isDocument = path.endsWith('.md');
  const folder = dirname(path);
  const missing = (file: string, anchor?: string): string | undefined => {
    if (!has(file)) return `there is no ${file}`;
    return anchor === undefined || anchorsOf(file).has(anchor) ? undefined : `${file} has no #${anchor}`;
  };
  const isInComment = (at: number): boolean => {
    const end = text.indexOf('\n', at);
    return COMMENT.test(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end));
  };
  const faults: (readonly [at: number, fault: string])[] = [];
  const look = (pattern: RegExp, judge: (found: RegExpExecArray) => string | undefined): void => {
    for (const found of text.matchAll(pattern)) {
      const fault = judge(found);
      if (fault !== undefined) faults.push([found.index, fault]);
    }
  };
  const outside = ([words]: RegExpExecArray): string => `cites what is not here: ${words.replaceAll(/\s+/gu, ' ')}`;
  look(OUTSIDE, outside);
  if (path !== KNOWS_BESIDE) look(BESIDE, outside);
  look(CITED, ([, file = '', anchor]) => missing(file, anchor));
  look(DOCUMENT, ([, name = '']) =>
    [folder, '.', 'docs', 'docs/decisions'].some((place) => has(join(place, name))) ? undefined : `there is no ${name}`,
  );
  look(PATH, ({ 1: file = '', index }) => (isDocument || isInComment(index) ? missing(file) : undefined));
  if (isDocument) {
    look(LINK, ([, file = '', anchor]) => missing(file === '' ? path : join(folder, file), anchor));
    look(FILE_NAME, ([, name = '']) => (names.has(basename(name)) ? undefined : `there is no ${name}`));
    look(FOLDER, ([, file = '']) =>
      MODULES.some((extension) => has(`${file}${extension}`)) ? undefined : `there is no ${file}`,
    );
  }
  const told = faults.map(([at, fault]) => `${path}:${text.slice(0, at).split('\n').length}: ${fault}`);
  return [...new Set(told)];
}

const anchors = new Map<string, ReadonlySet<string>>();
const HERE: Place = {
  has: (path) => existsSync(join(ROOT, path)),
  anchorsOf: (path) => {
    const known = anchors.get(path) ?? anchorsIn(readFileSync(join(ROOT, path), 'utf8'));
    anchors.set(path, known);
    return known;
  },
};

describe('references to documents', () => {
  it('lead to files and anchors of this repository', () => {
    const paths = [...filesIn(ROOT)];
    const names = new Set([basename(OWN), ...paths.map((path) => basename(path))]);
    const dead = paths.flatMap((path) =>
      deadReferences({ path, text: readFileSync(join(ROOT, path), 'utf8') }, HERE, names),
    );
    expect(dead).toEqual([]);
    expect(paths.length).toBeGreaterThan(1_000);
  });

  const place: Place = {
    has: (path) => ['docs/a.md', 'README.md', 'docs', 'domain/src/a.ts'].includes(path),
    anchorsOf: () => anchorsIn('# A\n\n## What is `kept`, and why\n\n```\n# no heading\n```\n\n## A\n'),
  };
  const dead = (path: string, text: string): string[] => deadReferences({ path, text }, place, new Set(['a.ts']));

  it.each([
    ['a document and its anchors', 'x.ts', '// docs/a.md, docs/a.md#what-is-kept-and-why, (docs/a.md#a-1).'],
    ['links from where the document is', 'docs/a.md', '[a](a.md#a) [b](../README.md) [c](#a) [d](https://x.org/y.md)'],
    ['files in comments', 'x.ts', ' * domain/src/a.ts'],
    ['names of files in documents', 'README.md', '`a.ts`, `src/a.ts`, `domain/src/a.ts`, `domain/src/a`'],
    ['what only looks like one', 'x.ts', "import '../shared/ids.ts'; // the contract says; RFC 8785, section 3.2.2"],
    ['the place of the acceptance, in the script that plays it', '.ci/run', 'A=../shared/acceptance/run.mjs'],
  ])('may be %s', (_what, path, text) => {
    expect(dead(path, text)).toEqual([]);
  });

  it.each([
    ['a document', 'x.ts', '\n// docs/b.md', 'x.ts:2: there is no docs/b.md'],
    ['an anchor', 'x.yaml', '# docs/a.md#b', 'x.yaml:1: docs/a.md has no #b'],
    ['a heading in code', 'x.ts', '// docs/a.md#no-heading', 'x.ts:1: docs/a.md has no #no-heading'],
    ['a link', 'docs/a.md', '[a](b.png)', 'docs/a.md:1: there is no docs/b.png'],
    ['a link to an anchor', 'README.md', '[a](docs/a.md#b)', 'README.md:1: docs/a.md has no #b'],
    ['a file in a comment', 'x.ts', '/** domain/src/b.ts */', 'x.ts:1: there is no domain/src/b.ts'],
    ['a name of a file', 'README.md', '`src/b.ts`', 'README.md:1: there is no src/b.ts'],
    ['a folder', 'README.md', '`infra/src`', 'README.md:1: there is no infra/src'],
    ['a document by its name', 'x.ts', '// RELAY.md', 'x.ts:1: there is no RELAY.md'],
    ['what is beside the project', 'x.ts', '// ../shared/spec', 'x.ts:1: cites what is not here: ../shared/spec'],
    ['a part of another text', 'x.ts', '// (contract C.5)', 'x.ts:1: cites what is not here: contract C.5'],
    ['a whole part of it', 'x.ts', '// (Contract E, row 1)', 'x.ts:1: cites what is not here: Contract E'],
    ['its design', 'x.ts', '// by design section 4', 'x.ts:1: cites what is not here: design section'],
    ['its specification', 'x.ts', '// specification 2', 'x.ts:1: cites what is not here: specification 2'],
    [
      'its design over two lines',
      'x.ts',
      ' * (design\n * section 4)',
      'x.ts:1: cites what is not here: design * section',
    ],
    ['sections of it', 'x.ts', '// facts, sections 0 and 7', 'x.ts:1: cites what is not here: sections 0'],
    ['an order of work', 'x.ts', '// issue 4', 'x.ts:1: cites what is not here: issue 4'],
  ])('are found where they lead to no such place: %s', (_what, path, text, fault) => {
    expect(dead(path, text)).toContain(fault);
  });
});
