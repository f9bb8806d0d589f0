import type { ExportFailure } from '@ledgate/domain/catalogue/export-statuses';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import {
  beatExport,
  failExport,
  finishExport,
  giveBackExport,
  type HeldExport,
} from '../../directory/export-jobs/export-jobs.ts';
import { EXPORT_BEAT_MS } from '../../directory/limits.ts';
import { EXPORT_FREE_BYTES_MIN, EXPORT_RETRY_MS, EXPORT_TRIED_MS } from '../../limits.ts';
import type { Progress } from '../../runner/progress.ts';
import type { Database } from '../../shared/database.ts';
import { isDatabaseLoss } from '../../shared/database-loss.ts';
import { pause } from '../../shared/pause.ts';
import { type ExportProgress, isDiskFull, type writeExport } from '../write-export.ts';
import { adopt, freeBytes, makeFolder, pathIn, removeFiles } from './export-folder.ts';

export type ExportRunParts = {
  /** For jobs. */
  readonly db: Database;
  /** For what files are made of: one query of it may take minutes. */
  readonly patientDb: Database;
  readonly store: EventStore;
  readonly write: typeof writeExport;
  /** EXPORT_DIR. */
  readonly folder: string;
  readonly readModels: Pick<Progress, 'waitFor'>;
  readonly log: Log;
  /** How many bytes a folder's disk still takes; left out: as the system says. */
  readonly free?: (folder: string) => Promise<number>;
};

/** It was cancelled, or another process has taken it. */
class NotWanted extends Error {
  override readonly name = 'NotWanted';
}

class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

class Behind extends Error {
  override readonly name = 'Behind';
}

/**
 * Works at one job until it is done, has failed, is not wanted any more, or `stop` aborts: then it is given back, and whoever takes it goes on from what is
 * written. Says every second that it lives. Throws nothing: what it cannot tell the database of is taken by another process after its silence.
 */
export async function runExport(parts: ExportRunParts, held: HeldExport, stop: AbortSignal): Promise<void> {
  const { db, folder, log } = parts;
  const facts = { exportId: held.id, attempt: held.attempt, layout: held.order.layout, format: held.order.format };
  const ending = new AbortController();
  const signal = AbortSignal.any([stop, ending.signal]);
  const beats = beating(parts, held, ending);
  try {
    const file = await written(parts, held, signal, beats.progressed);
    const isDone = await persistently(() => finishExport(db, held, file), stop);
    if (isDone) log.info({ ...facts, rows: file.rows, bytes: file.bytes }, 'an export is done');
    else await removeFiles(folder, held);
  } catch (error) {
    const why: unknown = ending.signal.aborted ? ending.signal.reason : error;
    await ended(parts, held, { error: why, facts, isStopped: stop.aborted && !ending.signal.aborted }).catch(
      (err: unknown) => log.warn({ err, ...facts }, 'the end of an export could not be noted: it is taken up again'),
    );
  } finally {
    beats.stop();
  }
}

async function written(
  { patientDb, store, write, folder, readModels }: ExportRunParts,
  held: HeldExport,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
) {
  await makeFolder(folder);
  let resume = await adopt(folder, held);
  await reached(readModels, held, signal);
  return persistently((came) => {
    const [path, isResumed] = [pathIn(folder, held), resume];
    resume = true;
    const told = (progress: ExportProgress): void => {
      came();
      onProgress(progress);
    };
    return write({ db: patientDb, store }, held.order, { path, resume: isResumed, signal, onProgress: told });
  }, signal);
}

/** Read models that are just being built anew are waited for. */
async function reached(
  readModels: ExportRunParts['readModels'],
  { order }: HeldExport,
  signal: AbortSignal,
): Promise<void> {
  const overMs = performance.now() + EXPORT_TRIED_MS;
  while (!(await readModels.waitFor(order.position, EXPORT_BEAT_MS))) {
    signal.throwIfAborted();
    if (performance.now() > overMs) throw new Behind(`the read models do not reach ${order.position}`);
  }
}

/** Again and again while the ledger or the database cannot be reached, for EXPORT_TRIED_MS from when something `came` last. */
async function persistently<Value>(work: (came: () => void) => Promise<Value>, signal: AbortSignal): Promise<Value> {
  let cameMs = performance.now();
  const came = (): void => {
    cameMs = performance.now();
  };
  for (;;) {
    try {
      return await work(came);
    } catch (error) {
      if (signal.aborted || !isUnavailable(error) || performance.now() > cameMs + EXPORT_TRIED_MS) throw error;
    }
    await pause(EXPORT_RETRY_MS, signal);
    signal.throwIfAborted();
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof StoreUnavailable || isDatabaseLoss(error);

type Ended = { readonly error: unknown; readonly facts: object; readonly isStopped: boolean };

async function ended(
  { db, folder, log }: ExportRunParts,
  held: HeldExport,
  { error, facts, isStopped }: Ended,
): Promise<void> {
  if (isStopped) {
    await giveBackExport(db, held);
    log.info(facts, 'an export is left to the next process');
    return;
  }
  await removeFiles(folder, held);
  if (error instanceof NotWanted) {
    log.info(facts, 'an export is not wanted any more');
    return;
  }
  const failure = failureOf(error);
  if (await failExport(db, held, failure))
    log.error({ alarm: true, err: error, failure, ...facts }, 'an export failed');
}

function failureOf(error: unknown): ExportFailure {
  if (error instanceof NoRoom || isDiskFull(error)) return 'disk_full';
  if (error instanceof Behind) return 'read_models_behind';
  return isUnavailable(error) ? 'ledger_unavailable' : 'broken';
}

/** Signs of life, with how far it is; they end the work where nobody wants it any more, and before a disk is full that others stand on too. */
function beating(
  { db, folder, log, free = freeBytes }: ExportRunParts,
  held: HeldExport,
  ending: AbortController,
): { readonly progressed: (progress: ExportProgress) => void; readonly stop: () => void } {
  let progress: ExportProgress | undefined;
  let isBusy = false;
  const beat = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      if (!(await beatExport(db, held, progress))) ending.abort(new NotWanted('it is not wanted any more'));
      else if ((await free(folder)) < EXPORT_FREE_BYTES_MIN) ending.abort(new NoRoom('the disk is nearly full'));
    } catch (error) {
      log.warn({ err: error, exportId: held.id }, 'an export could not say that it goes on');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void beat(), EXPORT_BEAT_MS).unref();
  return {
    progressed: (now) => {
      progress = now;
    },
    stop: () => clearInterval(timer),
  };
}
