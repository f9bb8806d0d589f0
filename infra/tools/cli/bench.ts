import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { optionsOf } from '../../src/server/config/parameters.ts';
import { program } from '../../src/process/program.ts';

/** Beside the packages, wherever the bundle lies. */
const REPORT = join(
  dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')),
  '..',
  'docs',
  'benchmarks.md',
);

const USAGE =
  'npm run bench [-- [--quick] [--write] [--against FOLDER] [--prompt TOKENS] [--filled FOLDER] [NAME ...]]';

/** As USAGE has it. With `--part ROLE` it is one of the processes that a benchmark starts. */
async function main(): Promise<void> {
  const parameters = process.argv.slice(2);
  if (parameters[0] === '--part') {
    const { runBenchPart } = await import('../bench/bench-part.ts');
    await runBenchPart(parameters[1] ?? '', parameters[2] ?? '');
    return;
  }
  const {
    values: { quick, write, against, prompt, filled },
    positionals: names,
  } = options(parameters);
  const { runBenchmarks } = await import('../bench/run-benchmarks.ts');
  const report = await runBenchmarks({
    names,
    quick,
    against,
    filled,
    promptTokens: prompt === undefined ? undefined : tokensOf(prompt),
    say: (line) => process.stdout.write(`${line}\n`),
  });
  if (write) {
    writeFileSync(REPORT, `${report}${soakOf(readFileSync(REPORT, 'utf8'))}`);
    process.stdout.write('\ndocs/benchmarks.md is written.\n');
  }
}

/** Throws StartRefused for what is no number of tokens. */
function tokensOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new StartRefused(`--prompt ${text}: it must be a whole number from 1 to 999999`);
  return Number(text);
}

/** The section that is written by hand, after `npm run soak`. */
const soakOf = (written: string): string => /^## Soak[^]*/m.exec(written)?.[0].replace(/^/, '\n') ?? '';

/** Throws StartRefused: what is mistyped must not run everything for a quarter of an hour. */
function options(parameters: readonly string[]) {
  return optionsOf(
    {
      args: [...parameters],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        against: { type: 'string' },
        prompt: { type: 'string' },
        filled: { type: 'string' },
      },
    },
    USAGE,
  );
}

program(main);
