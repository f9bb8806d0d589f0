import { parentPort, workerData } from 'node:worker_threads';
import { keepBooks } from '../bookkeeper/keep-books.ts';
import type { Environment } from '../config/config.ts';
import { createLogger } from '../telemetry/logger.ts';

/** The bookkeeper's thread, until it is told to stop. */
async function main(): Promise<void> {
  if (parentPort === null) throw new Error('this is the program of a thread');
  const { logLevel } = workerData as { readonly logLevel: Environment['LOG_LEVEL'] };
  await keepBooks(parentPort, createLogger({ LOG_LEVEL: logLevel }));
}

await main();
