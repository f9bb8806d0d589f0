/** What a first visit of a page loads, and how much of it that is. */
export type BuiltChunk = {
  readonly fileName: string;
  readonly gzipBytes: number;
  /** The files that come with it. */
  readonly imports: readonly string[];
  /** What is imported on demand from it, from the folder web. */
  readonly modules: readonly string[];
  readonly isEntry: boolean;
  /** A library that is looked for stands in it. */
  readonly hasZod: boolean;
};

/** A row of the pages (src/app/pages.ts) as it stands there. */
export type Row = {
  readonly id: string;
  /** The page's module, from the folder web. */
  readonly module: string;
};

export type FirstVisit = {
  readonly id: string;
  readonly bytes: number;
  readonly limitBytes: number;
  /** The largest first. */
  readonly chunks: readonly BuiltChunk[];
};

const KB = 1_000;
const LARGEST_NAMED = 5;
/** In the footer of every page, for administrators. */
const MARK = 'src/features/books/components/books-mark.tsx';
const SIGN_IN = ['login', 'register'];
/** One of them is loaded: the larger counts. */
const LANGUAGES = ['src/shared/i18n/en.ts', 'src/shared/i18n/zh.ts'];

/** Of JavaScript, gzip. Who signs in or registers has seen nothing of us yet; zod is of forms by the contract, which both do without. */
export function limitBytes(id: string, hasZod: boolean): number {
  if (SIGN_IN.includes(id)) return (hasZod ? 240 : 220) * KB;
  return (id === 'detail' ? 380 : 300) * KB;
}

/**
 * Of each row: the entry, a language, the page and where somebody may be signed in the mark of the books, with all that these import. Throws for a row
 * whose page is in no chunk.
 */
export function firstVisits(rows: readonly Row[], chunks: readonly BuiltChunk[]): readonly FirstVisit[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = (module: string): BuiltChunk => {
    const found = chunks.find((chunk) => chunk.modules.includes(module));
    if (found === undefined) throw new Error(`no chunk of ${module}`);
    return found;
  };
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const language = largestFirst(LANGUAGES.map(chunkOf)).slice(0, 1);
  return rows.map(({ id, module }) => {
    const mark = SIGN_IN.includes(id) ? [] : [chunkOf(MARK)];
    const loaded = largestFirst(withImports([...entries, ...language, ...mark, chunkOf(module)], byFile));
    const bytes = loaded.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
    return {
      id,
      bytes,
      limitBytes: limitBytes(
        id,
        loaded.some(({ hasZod }) => hasZod),
      ),
      chunks: loaded,
    };
  });
}

const largestFirst = (chunks: readonly BuiltChunk[]): readonly BuiltChunk[] =>
  chunks.toSorted((one, other) => other.gzipBytes - one.gzipBytes);

function withImports(roots: readonly BuiltChunk[], byFile: ReadonlyMap<string, BuiltChunk>): readonly BuiltChunk[] {
  const found = new Set<BuiltChunk>();
  const rest = [...roots];
  for (let chunk = rest.pop(); chunk !== undefined; chunk = rest.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    rest.push(...chunk.imports.flatMap((file) => byFile.get(file) ?? []));
  }
  return [...found];
}

const kB = (bytes: number): string => (bytes / KB).toFixed(1);

/** A line a page, for a terminal. */
export const firstVisitTable = (visits: readonly FirstVisit[]): string =>
  [
    'JavaScript of a first visit, gzip:',
    ...visits.map(
      ({ id, bytes, limitBytes: limit, chunks }) =>
        `  ${id.padEnd(12)} ${kB(bytes).padStart(6)} kB of ${limit / KB} in ${chunks.length} files`,
    ),
    '',
  ].join('\n');

/** Why the build fails: the pages beyond their limits with what is largest in them; '' where none is. */
export function beyondLimits(visits: readonly FirstVisit[]): string {
  const beyond = visits.filter(({ bytes, limitBytes: limit }) => bytes > limit);
  return beyond
    .map(({ id, bytes, limitBytes: limit, chunks }) => {
      const largest = chunks.slice(0, LARGEST_NAMED).map(({ fileName, gzipBytes }) => `${fileName} ${kB(gzipBytes)}`);
      return `A first visit of ${id} loads ${kB(bytes)} kB of JavaScript, more than ${limit / KB}: ${largest.join(', ')}`;
    })
    .join('\n');
}
