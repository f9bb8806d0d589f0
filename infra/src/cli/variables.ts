import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withVariablesTable } from '../config/variables-table.ts';
import { withMetricsTable } from '../telemetry/metrics/metrics-table.ts';

/** Beside the packages, wherever the bundle lies. */
const OPERATIONS = join(
  dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')),
  '..',
  'docs',
  'operations.md',
);

// `npm run variables`: writes the tables of environment variables and of metrics into docs/operations.md.
writeFileSync(OPERATIONS, withMetricsTable(withVariablesTable(readFileSync(OPERATIONS, 'utf8'))));
process.stdout.write('The tables of variables and metrics in docs/operations.md are what the program says.\n');
