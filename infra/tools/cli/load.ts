import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { EarlyEnd } from '../../src/operations/relocation/early-end.ts';
import { refusalText } from '../../src/operations/relocation/refusal-text.ts';
import { program } from '../../src/process/program.ts';
import { readEnvironment } from '../../src/server/config/config.ts';
import { parametersOf } from '../../src/server/config/parameters.ts';
import { loadInstallation, sizeOf } from '../loader/load-installation.ts';

const USAGE =
  'npm run load -- CHARGES     fills an empty place (DATA_DIR, or DATABASE_URL) with an installation of so many charges, for measuring';
const CHARGES = /^[1-9]\d{0,7}$/u;

/** `npm run load -- CHARGES`: a large installation to look at and to measure. Exits with 1 where the place is not empty. */
async function main(): Promise<void> {
  const earlyEnd = new EarlyEnd();
  const [charges = ''] = parametersOf(1, USAGE);
  if (!CHARGES.test(charges)) throw new StartRefused(`${charges} is no number of charges up to 99,999,999\n${USAGE}`);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  await loadInstallation(readEnvironment(process.env), sizeOf(Number(charges)), { say, earlyEnd });
}

program(main, { textOf: refusalText });
