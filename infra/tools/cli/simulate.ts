import { runSimulations } from '@ledgate/domain/testing/simulation/run';
import { PROGRESS_EVERY_MS } from '../../src/limits.ts';
import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { program } from '../../src/process/program.ts';

const COUNT = 100_000;
/** Failed schedules that are worth looking at together; then it ends. */
const FAILURES_MAX = 20;

/**
 * `npm run simulate [-- COUNT [FROM]]`: plays COUNT random schedules of the lease protocol from seed FROM on. Each that does not hold is printed at
 * once, so that a run that is ended early has told what it found. Exits with 1 when one does not hold.
 */
async function main(): Promise<void> {
  const [count, from] = [wholeNumber(process.argv[2], COUNT), wholeNumber(process.argv[3], 1)];
  let toldAt = performance.now();
  const failed = await runSimulations({
    from,
    count,
    failuresMax: FAILURES_MAX,
    onPlayed: (played) => {
      if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
      toldAt = performance.now();
      process.stderr.write(`Played ${played} of ${count} schedules ...\n`);
    },
    onFailed: ({ seed, failures }) =>
      void process.stdout.write(`Seed ${seed}:\n${failures.map((failure) => `  ${failure}\n`).join('')}`),
  });
  process.stdout.write(
    failed.length === 0
      ? `The lease protocol holds in ${count} schedules from seed ${from} on.\n`
      : `${failed.length} schedules do not hold.\n`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function wholeNumber(given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new StartRefused(`${given} is not a whole number from 1 to 999999999`);
  return Number(given);
}

program(main, { failedCode: 2 });
