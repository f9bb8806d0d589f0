import { readEnvironment } from '../server/config/config.ts';
import { rolesOf } from '../server/config/combination.ts';
import { parametersOf } from '../server/config/parameters.ts';
import { refuseTakenPort } from '../server/http/listen.ts';
import { refuseWrongLedgerKey } from '../process/main/ledger-key.ts';
import { takePostgres } from '../process/main/postgres.ts';
import { endOnSignals, Lifeline } from '../process/main/shutdown.ts';
import { createLogger } from '../server/telemetry/logger.ts';
import { program } from '../process/program.ts';

/** `npm start`: the product, until it is told to stop. */
async function start(): Promise<void> {
  parametersOf(0, 'npm start takes no parameters: environment variables say how it runs, see docs/operations.md');
  const environment = readEnvironment(process.env);
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  endOnSignals(lifeline, log);
  try {
    await refuseTakenPort(environment);
    if (rolesOf(environment).has('worker')) refuseWrongLedgerKey(environment);
    // The database server starts while the rest of the program is loaded.
    const postgres = takePostgres(environment, log, lifeline);
    const [{ startProcess }] = await Promise.all([import('../process/main/process.ts'), postgres]);
    const { url } = await startProcess(environment, log, lifeline, postgres);
    process.stdout.write(`Ledgate runs on ${url}\n`);
  } catch (error) {
    await lifeline.end();
    throw error;
  }
}

program(start);
