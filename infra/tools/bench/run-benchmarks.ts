import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { BenchResources, QUICK_EFFORT, WHOLE_EFFORT } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { BENCHMARKS } from './benchmarks.ts';
import { describeMachine, isBusy, loadAverage } from './machine.ts';
import { machineText, reportMarkdown, type Section, sectionText } from './report.ts';

type BenchmarksToRun = {
  /** None: all. */
  readonly names: readonly string[];
  readonly quick: boolean;
  /** Folder of another checkout, built, that `against` compares with. */
  readonly against?: string | undefined;
  /** Data folder that `npm run load` has filled, for `lists`; else it fills one. */
  readonly filled?: string | undefined;
  /** About how long the prompts of `relay`, `ledger`, `latency` and `streams` are. */
  readonly promptTokens?: number | undefined;
  readonly say: (line: string) => void;
};

/**
 * Runs them one after the other and says the figures of each as it ends. Answers the whole report as Markdown. Throws StartRefused for an unknown name,
 * or a checkout that is not built.
 */
export async function runBenchmarks({
  names,
  quick,
  against,
  filled,
  promptTokens,
  say,
}: BenchmarksToRun): Promise<string> {
  const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown !== undefined)
    throw new StartRefused(`there is no benchmark ${unknown}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  const other = against === undefined ? undefined : builtIn(against);
  const load = loadAverage();
  const resources = new BenchResources(quick ? QUICK_EFFORT : WHOLE_EFFORT, other, promptTokens, filled);
  closeOnSignals(resources);
  try {
    const machine = await describeMachine((await resources.postgres()).address, load);
    say(machineText(machine));
    const warnings = [
      ...(isBusy(load)
        ? [
            `THE MACHINE WAS BUSY (load average ${load.toFixed(2)}): rates and latencies mean little; CPU times and ratios mean more.`,
          ]
        : []),
      ...(promptTokens === undefined ? [] : [`Prompts of ${promptTokens} tokens (--prompt ${promptTokens}).`]),
      ...(quick ? ['Short runs (--quick): the figures show that everything works, no more.'] : []),
    ];
    for (const warning of warnings) say(`\n*** ${warning} ***`);
    const sections: Section[] = [];
    for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const section = await runOne(name, benchmark, resources);
      sections.push(section);
      say(sectionText(section));
    }
    return reportMarkdown(sections, machine, warnings, new Date().toISOString().slice(0, 10));
  } finally {
    await resources.close();
  }
}

/** One that fails spoils none of the others: the report says why it has no figures, and the process ends with 1. */
async function runOne(
  name: string,
  { title, how, missing, run }: Benchmark,
  resources: BenchResources,
): Promise<Section> {
  const section = { name: `${title} (\`${name}\`)`, how, figures: [] };
  const notRun = missing?.(resources);
  if (notRun !== undefined) return { ...section, notRun };
  try {
    return { ...section, notRun, figures: await run(resources) };
  } catch (error) {
    process.exitCode = 1;
    return { ...section, notRun: `it failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The benchmark of another checkout; releases before tools were built apart have it among their commands. */
function builtIn(folder: string): string {
  const [program = '', ...older] = ['dist-tools', 'dist'].map((built) => join(folder, 'infra', built, 'bench.js'));
  const found = [program, ...older].find((path) => existsSync(path));
  if (found === undefined) throw new StartRefused(`there is no ${program}: run npm run build in ${folder} first`);
  return realpathSync(found);
}

/** Servers outlive the process that started them. */
function closeOnSignals(resources: BenchResources): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void resources.close().finally(() => process.exit(1)));
}
