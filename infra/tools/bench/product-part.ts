import { z } from 'zod';
import { readEnvironment } from '../../src/server/config/config.ts';
import { PostgresEventStore } from '../../src/adapters/event-store/postgres/postgres-event-store.ts';
import { findPostmaster } from '../../src/embedded/postgres/postmaster.ts';
import { serverFolder } from '../../src/embedded/postgres/folder.ts';
import { Notary } from '@ledgate/projections/seals/notary';
import { ProjectorThread } from '../../src/process/projector/projector-thread.ts';
import { untilOver } from '../../src/process/main/until-over.ts';
import { startProcess } from '../../src/process/main/process.ts';
import { Lifeline } from '../../src/process/main/shutdown.ts';
import { createLogger } from '../../src/server/telemetry/logger.ts';
import type { Part } from './part.ts';
import { ownCpuMs, treeCpuMs } from './process-cpu.ts';

/** In place of a variable of the product: nothing is sealed, and no leaf is read. */
export const NOTARY_OFF = 'BENCH_NOTARY_OFF';

const variablesSchema = z.record(z.string(), z.string());

/** One process of the product as `npm start` runs it, on a free port, its appends counted by stream. `parameter`: its environment variables, as JSON. */
export async function openProduct(parameter: string): Promise<Part> {
  const byStream = new Map<string, number>();
  let conflicts = 0;
  const { append } = PostgresEventStore.prototype;
  PostgresEventStore.prototype.append = async function countedAppend(stream, expected, events) {
    const outcome = await append.call(this, stream, expected, events);
    byStream.set(stream, (byStream.get(stream) ?? 0) + 1);
    if (outcome.outcome === 'conflict') conflicts += 1;
    return outcome;
  };
  const { [NOTARY_OFF]: isOff, ...variables } = variablesSchema.parse(JSON.parse(parameter));
  if (isOff !== undefined) withoutNotary();
  const environment = readEnvironment({
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    GLOBAL_API_RATE_LIMIT: '0',
    SESSION_API_RATE_LIMIT: '0',
    CRITICAL_RATE_LIMIT: '0',
    GLOBAL_WEB_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    ...variables,
  });
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  const { url } = await startProcess(environment, log, lifeline);
  const postmaster = findPostmaster(serverFolder(environment.DATA_DIR))?.pid;
  return {
    url,
    answers: {
      cpu: () => ({ cpuMs: ownCpuMs(), databaseCpuMs: postmaster === undefined ? 0 : treeCpuMs(postmaster) }),
      appends: () => ({ appends: { byStream, conflicts } }),
    },
    end: () => lifeline.end(),
  };
}

function withoutNotary(): void {
  Notary.prototype.look = () => Promise.resolve('nothing');
  const { work } = ProjectorThread.prototype;
  ProjectorThread.prototype.work = function workBut(which, signal) {
    return which === 'absorb' ? untilOver(signal) : work.call(this, which, signal);
  };
}
