import { readEnvironment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { startEmbedded } from '../main/embedded.ts';
import { endOnSignals, Lifeline } from '../main/shutdown.ts';
import { createLogger } from '../telemetry/logger.ts';

/** `npm start`: the product, until it is told to stop. */
async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  endOnSignals(lifeline, log);
  try {
    const { url } = await startEmbedded(environment, log, lifeline);
    process.stdout.write(`Ledgate runs on ${url}\n`);
  } catch (error) {
    await lifeline.end();
    throw error;
  }
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartRefused ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
