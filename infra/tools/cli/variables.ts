import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withExportColumns } from '../documents/exports-list.ts';
import { withVariablesList } from '../documents/variables-list.ts';
import { withMetricsList } from '../documents/metrics-list.ts';

/** Beside the packages, wherever the bundle lies. */
const DOCUMENTS = join(dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')), '..', 'docs');

function rewrite(name: string, written: (document: string) => string): void {
  const path = join(DOCUMENTS, name);
  writeFileSync(path, written(readFileSync(path, 'utf8')));
}

// `npm run variables`: writes the lists of environment variables and of metrics into docs/operations.md, those of columns into docs/exports.md.
rewrite('operations.md', (document) => withMetricsList(withVariablesList(document)));
rewrite('exports.md', withExportColumns);
process.stdout.write('The lists in docs/operations.md and docs/exports.md are what the program says.\n');
