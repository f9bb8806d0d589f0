import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { beyondLimits, type BuiltChunk, firstVisits, firstVisitTable } from './first-visit.ts';
import { pageRows } from './page-rows.ts';

const PAGES = 'src/app/pages.ts';
/** In the build, for the test that looks at what a browser loads: the files of each page's first visit. */
const LIST = 'assets/first-visits.json';

/**
 * Says what a first visit of each page loads, and fails the build where that is beyond its limit. `root`: the folder web. `standing`: in which file the modules
 * stand that have none of their own (without-facades.ts).
 */
export const measureFirstVisits = (root: string, standing: ReadonlyMap<string, string>): Plugin => ({
  name: 'first-visits',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const others = [...standing].map(([id, file]) => [relative(root, id), file] as const);
      const chunks = Object.values(bundle).flatMap((file): BuiltChunk[] =>
        file.type === 'chunk'
          ? [
              {
                fileName: file.fileName,
                gzipBytes: gzipSync(file.code).length,
                imports: file.imports,
                modules: [
                  ...(file.facadeModuleId === null ? [] : [relative(root, file.facadeModuleId)]),
                  ...others.filter(([, target]) => file.fileName.endsWith(`/${target}`)).map(([module]) => module),
                ],
                isEntry: file.isEntry,
                hasZod: file.moduleIds.some((id) => id.includes('/node_modules/zod/')),
              },
            ]
          : [],
      );
      const visits = firstVisits(pageRows(readFileSync(join(root, PAGES), 'utf8')), chunks);
      process.stderr.write(firstVisitTable(visits));
      const beyond = beyondLimits(visits);
      if (beyond !== '') this.error(beyond);
      const files = Object.fromEntries(visits.map(({ id, chunks: loaded }) => [id, loaded.map((one) => one.fileName)]));
      this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(files) });
    },
  },
});
