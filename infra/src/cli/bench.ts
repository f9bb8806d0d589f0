import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PartRole } from '../bench/bench-part.ts';

/** Beside the packages, wherever the bundle lies. */
const REPORT = join(dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')), '..', 'docs', 'benchmarks.md');

/** `npm run bench [-- [--quick] [--write] [NAME ...]]`. With `--part ROLE` it is one of the processes that a benchmark starts. */
async function main(): Promise<void> {
  const parameters = process.argv.slice(2);
  if (parameters[0] === '--part') {
    const { runBenchPart } = await import('../bench/bench-part.ts');
    await runBenchPart(parameters[1] as PartRole, parameters[2] ?? '');
    return;
  }
  const { runBenchmarks } = await import('../bench/run-benchmarks.ts');
  const report = await runBenchmarks({
    names: parameters.filter((parameter) => !parameter.startsWith('--')), quick: parameters.includes('--quick'), say: (line) => process.stdout.write(`${line}\n`),
  });
  if (parameters.includes('--write')) {
    writeFileSync(REPORT, report);
    process.stdout.write('\ndocs/benchmarks.md is written.\n');
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
