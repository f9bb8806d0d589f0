import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { EarlyEnd } from '../../src/operations/relocation/early-end.ts';
import { refusalText } from '../../src/operations/relocation/refusal-text.ts';
import { program } from '../../src/process/program.ts';
import { parametersOf } from '../../src/server/config/parameters.ts';
import { rehearseMove } from '../rehearsal/rehearse-move.ts';

const USAGE =
  'npm run rehearse -- COUNT     moves a made ledger of COUNT events there and back, on servers of its own, and says how long it took';
const COUNT = /^[1-9]\d{0,8}$/u;

/** `npm run rehearse -- COUNT`: how long `npm run migrate` takes for so many events on this machine. Exits with 1 and says what differs. */
async function main(): Promise<void> {
  const earlyEnd = new EarlyEnd();
  const [count = ''] = parametersOf(1, USAGE);
  if (!COUNT.test(count)) throw new StartRefused(`${count} is no number of events\n${USAGE}`);
  await rehearseMove(Number(count), earlyEnd, { say: (line) => void process.stdout.write(`${line}\n`) });
}

program(main, { textOf: refusalText });
