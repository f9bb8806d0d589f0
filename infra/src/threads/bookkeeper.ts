import { parentPort, workerData } from 'node:worker_threads';
import { keepBooks } from '../bookkeeper/keep-books.ts';
import type { ThreadSettings } from '../bookkeeper/messages.ts';
import { createLogger } from '../telemetry/logger.ts';
import { openTraces } from '../telemetry/traces/open-traces.ts';
import { projectionSpans } from '../telemetry/traces/projection-spans.ts';
import { noTraces } from '../telemetry/traces/traces.ts';

/** The bookkeeper's thread, until it is told to stop. */
async function main(): Promise<void> {
  if (parentPort === null) throw new Error('this is the program of a thread');
  const { logLevel, traces: settings } = workerData as ThreadSettings;
  const log = createLogger({ LOG_LEVEL: logLevel });
  const traces = await openTraces(settings, log);
  await keepBooks(parentPort, log, traces === noTraces ? undefined : projectionSpans(traces));
  await traces.close();
}

await main();
