import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withVariablesTable } from '../config/variables-table.ts';

/** Beside the packages, wherever the bundle lies. */
const OPERATIONS = join(dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')), '..', 'docs', 'operations.md');

// `npm run variables`: writes the table of environment variables into docs/operations.md.
writeFileSync(OPERATIONS, withVariablesTable(readFileSync(OPERATIONS, 'utf8')));
process.stdout.write('The table of variables in docs/operations.md is what the schema says.\n');
