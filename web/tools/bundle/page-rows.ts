import type { Row } from './first-visit.ts';

const ROW = /^ {2}\{\n(.*?)^ {2}\},$/gmsu;
const ID = /^ {4}id: '([^']+)'/mu;
const MODULE = /import\('\.\.\/([^']+)'\)/u;

/**
 * The rows of src/app/pages.ts, of its text: a build knows which module a row loads by nothing else. A unit test compares them with the rows
 * themselves. Throws for a row that cannot be read.
 */
export const pageRows = (source: string): readonly Row[] =>
  [...source.matchAll(ROW)].map(([, row = '']) => {
    const [id, module] = [ID.exec(row)?.[1], MODULE.exec(row)?.[1]];
    if (id === undefined || module === undefined) throw new Error(`a row of the pages without id or page:\n${row}`);
    return { id, module: `src/${module}` };
  });
