import { readEnvironment } from '../../src/server/config/config.ts';
import { parametersOf } from '../../src/server/config/parameters.ts';
import { demonstrate } from '../demo/demonstrate.ts';
import { emptyDemoFolder } from '../demo/fresh-folder.ts';
import { refuseTakenPort } from '../../src/server/http/listen.ts';
import { startProcess } from '../../src/process/main/process.ts';
import { endOnSignals, Lifeline } from '../../src/process/main/shutdown.ts';
import { createLogger } from '../../src/server/telemetry/logger.ts';
import { program } from '../../src/process/program.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run demo`: the embedded profile on a fresh data folder, and the main job on it. Leaves the product running. */
async function demo(): Promise<void> {
  parametersOf(0, 'npm run demo takes no parameters: environment variables say how it runs, see docs/operations.md');
  const environment = readEnvironment({
    ...process.env,
    DATA_DIR: process.env['DATA_DIR'] ?? './data/demo',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
  });
  await refuseTakenPort(environment);
  await emptyDemoFolder(environment.DATA_DIR);
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  endOnSignals(lifeline, log);
  try {
    say(`Starting Ledgate on ${environment.DATA_DIR} ...`);
    const { url } = await startProcess(environment, log, lifeline);
    await demonstrate(url, lifeline, say);
  } catch (error) {
    await lifeline.end();
    throw error;
  }
}

program(demo);
