import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withVariablesList } from '../documents/variables-list.ts';
import { withMetricsList } from '../documents/metrics-list.ts';

/** Beside the packages, wherever the bundle lies. */
const OPERATIONS = join(
  dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')),
  '..',
  'docs',
  'operations.md',
);

// `npm run variables`: writes the lists of environment variables and of metrics into docs/operations.md.
writeFileSync(OPERATIONS, withMetricsList(withVariablesList(readFileSync(OPERATIONS, 'utf8'))));
process.stdout.write('The lists of variables and metrics in docs/operations.md are what the program says.\n');
