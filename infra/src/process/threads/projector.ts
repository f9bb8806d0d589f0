import { parentPort, workerData } from 'node:worker_threads';
import { runProjector } from '../projector/run-projector.ts';
import type { ThreadSettings } from '../projector/messages.ts';
import { createLogger } from '../../server/telemetry/logger.ts';
import { openTraces } from '../../server/telemetry/traces/open-traces.ts';
import { projectionSpans } from '../../server/telemetry/traces/projection-spans.ts';
import { noTraces } from '../../server/telemetry/traces/traces.ts';

/** The projector's thread, until it is told to stop. */
async function main(): Promise<void> {
  if (parentPort === null) throw new Error('this is the program of a thread');
  const { logLevel, traces: settings } = workerData as ThreadSettings;
  const log = createLogger({ LOG_LEVEL: logLevel });
  const traces = await openTraces(settings, log);
  await runProjector(parentPort, log, traces === noTraces ? undefined : projectionSpans(traces));
  await traces.close();
}

await main();
