import { readEnvironment } from '../config/config.ts';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { startEmbedded } from '../main/embedded.ts';
import { Lifeline } from '../main/shutdown.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { AppendCounts } from './bench-part.ts';

/** The embedded profile as `npm start` runs it, on a free port, its appends counted by stream. */
export async function openProduct(dataDir: string): Promise<{ url: string; appends: () => AppendCounts; end: () => Promise<void> }> {
  const byStream = new Map<string, number>();
  let conflicts = 0;
  const { append } = PostgresEventStore.prototype;
  PostgresEventStore.prototype.append = async function countedAppend(stream, expected, events) {
    const outcome = await append.call(this, stream, expected, events);
    byStream.set(stream, (byStream.get(stream) ?? 0) + 1);
    if (outcome.outcome === 'conflict') conflicts += 1;
    return outcome;
  };
  const environment = readEnvironment({
    ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: '', GLOBAL_API_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0',
    GLOBAL_WEB_RATE_LIMIT: '0', LOG_LEVEL: 'warn',
  });
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  const { url } = await startEmbedded(environment, log, lifeline);
  return {
    url,
    appends: () => ({ byStream, conflicts }),
    end: async () => {
      await lifeline.end();
      process.exit(0);
    },
  };
}
