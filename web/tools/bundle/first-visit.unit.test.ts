import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pages } from '../../src/app/pages.ts';
import { beyondLimits, type BuiltChunk, firstVisits, firstVisitTable, limitBytes } from './first-visit.ts';
import { pageRows } from './page-rows.ts';

const chunk = (fileName: string, gzipBytes: number, change: Partial<BuiltChunk> = {}): BuiltChunk => ({
  fileName,
  gzipBytes,
  imports: [],
  modules: [],
  isEntry: false,
  hasZod: false,
  ...change,
});

const built: readonly BuiltChunk[] = [
  chunk('index.js', 1_000, { isEntry: true, imports: ['libraries.js'] }),
  chunk('libraries.js', 150_000),
  chunk('en.js', 10_000, { modules: ['src/shared/i18n/en.ts'] }),
  chunk('zh.js', 13_000, { modules: ['src/shared/i18n/zh.ts'], imports: ['libraries.js'] }),
  chunk('mark.js', 2_000, { modules: ['src/features/books/components/books-mark.tsx'] }),
  chunk('log.js', 4_000, { modules: ['src/log.tsx'], imports: ['lists.js'] }),
  chunk('lists.js', 20_000, { imports: ['libraries.js', 'menus.js'] }),
  chunk('menus.js', 7_000, { imports: ['lists.js'] }),
  chunk('login.js', 3_000, { modules: ['src/login.tsx'] }),
  chunk('zod.js', 26_000, { hasZod: true }),
];
const log = { id: 'log', module: 'src/log.tsx' };
const login = { id: 'login', module: 'src/login.tsx' };

describe('what a first visit loads', () => {
  it('is the entry, the larger language, the page and the mark of the books, with all that these import, each once', () => {
    const [visit] = firstVisits([log], built);
    expect(visit?.chunks.map(({ fileName }) => fileName)).toEqual([
      'libraries.js',
      'lists.js',
      'zh.js',
      'menus.js',
      'log.js',
      'mark.js',
      'index.js',
    ]);
    expect(visit).toMatchObject({ bytes: 197_000, limitBytes: 300_000 });
  });

  it('has the mark of the books in another file where that holds it', () => {
    const mark = 'src/features/books/components/books-mark.tsx';
    const [visit] = firstVisits(
      [log],
      built
        .filter(({ fileName }) => fileName !== 'mark.js')
        .map((one) => (one.fileName === 'lists.js' ? { ...one, modules: [mark] } : one)),
    );
    expect(visit).toMatchObject({ bytes: 195_000 });
  });

  it('fails for a row whose page was not built', () => {
    expect(() => firstVisits([{ ...log, module: 'src/gone.tsx' }], built)).toThrow('no chunk of src/gone.tsx');
  });
});

describe('limits of a first visit', () => {
  it.each([
    ['login', false, 220_000],
    ['register', true, 240_000],
    ['detail', true, 380_000],
    ['token', false, 300_000],
  ])('of %s, with zod: %s, is %d bytes', (id, hasZod, limit) => {
    expect(limitBytes(id, hasZod)).toBe(limit);
  });

  it('name each page beyond, with its largest chunks, and no other', () => {
    const grown = built.map((one) => (one.fileName === 'log.js' ? { ...one, gzipBytes: 107_001 } : one));
    expect(beyondLimits(firstVisits([log, login], grown))).toBe(
      'A first visit of log loads 300.0 kB of JavaScript, more than 300: ' +
        'libraries.js 150.0, log.js 107.0, lists.js 20.0, zh.js 13.0, menus.js 7.0',
    );
    expect(beyondLimits(firstVisits([log, login], built))).toBe('');
  });

  it('are said beside what is loaded', () => {
    expect(firstVisitTable(firstVisits([log], built))).toContain('log           197.0 kB of 300 in 7 files');
  });
});

it('rows of the pages are read as they are', () => {
  const rows = pageRows(readFileSync(join(import.meta.dirname, '..', '..', 'src', 'app', 'pages.ts'), 'utf8'));
  expect(rows.map(({ id }) => id)).toEqual(pages.map(({ id }) => id));
  expect(rows.find(({ id }) => id === 'detail')?.module).toBe('src/features/dashboard/pages/dashboard-page.tsx');
});
