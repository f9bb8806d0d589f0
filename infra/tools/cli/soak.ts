import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { optionsOf } from '../../src/server/config/parameters.ts';
import { program } from '../../src/process/program.ts';

const USAGE = 'npm run soak [-- [--minutes 30] [--rate 300] [--answer-ms 2000]]';

/**
 * `npm run soak`: the built product under good requests and every attacker for so many minutes, and a table of what was seen. Exits with 1 when something
 * does not hold. With `--part` or `--attack` it is one of the processes that a soak starts.
 */
async function main(): Promise<void> {
  const parameters = process.argv.slice(2);
  if (parameters[0] === '--part') {
    const { runBenchPart } = await import('../bench/bench-part.ts');
    return runBenchPart(parameters[1] ?? '', parameters[2] ?? '');
  }
  const { runAttackers, soak } = await import('../soak/soak.ts');
  if (parameters[0] === '--attack') return runAttackers(parameters[1] ?? '');
  const { minutes, rate, 'answer-ms': answerMs } = options(parameters);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const plan = { seconds: above0(minutes) * 60, perSecond: above0(rate), answerMsMax: above0(answerMs), say };
  say(`Soaking for ${minutes} minutes at ${rate} good requests a second ...`);
  const failures = await soak(plan);
  say(failures.length === 0 ? 'It holds.' : `It does NOT hold:\n${failures.map((each) => `  ${each}`).join('\n')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/** Throws StartRefused: what is mistyped must not run for half an hour. */
function options(parameters: readonly string[]) {
  return optionsOf(
    {
      args: [...parameters],
      options: {
        minutes: { type: 'string', default: '30' },
        rate: { type: 'string', default: '300' },
        'answer-ms': { type: 'string', default: '2000' },
      },
    },
    USAGE,
  ).values;
}

function above0(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1e6)) throw new StartRefused(`${text} is no number above 0\n${USAGE}`);
  return value;
}

program(main, { failedCode: 2 });
