import { EXPORT_LAYOUTS } from '@ledgate/domain/catalogue/export-layouts';
import {
  EXPORTS_CHANGED,
  failDeadlyExports,
  forgetExports,
  takeExport,
} from '../../directory/export-jobs/export-jobs.ts';
import type { Notifications } from '../../directory/notifications.ts';
import { EXPORT_LOOK_MS, EXPORT_SWEEP_MS, EXPORTS_AT_ONCE_MAX } from '../../limits.ts';
import { sweepFolder } from './export-folder.ts';
import { type ExportRunParts, runExport } from './run-export.ts';

type Parts = ExportRunParts & {
  /** For people. */
  readonly holder: string;
  readonly notifications: Pick<Notifications, 'listen' | 'onConnected'>;
  /** After so long without a sign of its process a job is another's; left out: EXPORT_SILENT_MAX_MS. */
  readonly silentMaxMs?: number;
};

export interface ExportWorker {
  start(): void;
  /** What it works at is given back, for the next process. */
  stop(): Promise<void>;
}

/**
 * Writes exports that were ordered (docs/exports.md#jobs), EXPORTS_AT_ONCE_MAX at a time, and takes up those of processes that have died. Any number of
 * processes may have one: a job is a row that one of them takes. Also removes files that nobody wants any more.
 */
export function createExportWorker(parts: Parts): ExportWorker {
  const { db, folder, holder, notifications, log, silentMaxMs } = parts;
  const stopping = new AbortController();
  /** By the number of the job. */
  const running = new Map<number, Promise<void>>();
  const ends: (() => void)[] = [];
  let looking: Promise<void> | undefined;
  let isCalled = false;

  const look = (): void => {
    isCalled = true;
    looking ??= takeAll().finally(() => {
      looking = undefined;
      // A call that came while nothing was taken any more.
      if (isCalled) look();
    });
  };
  const takeAll = async (): Promise<void> => {
    while (isCalled && !stopping.signal.aborted) {
      isCalled = false;
      try {
        for (const exportId of await failDeadlyExports(db, silentMaxMs, [...running.keys()]))
          log.error({ alarm: true, exportId, failure: 'worker_died' }, 'an export failed');
        while (running.size < EXPORTS_AT_ONCE_MAX && !stopping.signal.aborted) {
          const held = await takeExport(db, holder, silentMaxMs, EXPORT_LAYOUTS, [...running.keys()]);
          if (held === undefined) break;
          const run = runExport(parts, held, stopping.signal).finally(() => {
            running.delete(held.id);
            look();
          });
          running.set(held.id, run);
        }
      } catch (error) {
        log.warn({ err: error }, 'exports could not be looked for');
      }
    }
    isCalled = false;
  };
  const sweep = async (): Promise<void> => {
    try {
      const removed = await sweepFolder(db, folder, Date.now());
      if (removed > 0) log.info({ removed }, 'files of exports that nobody wants any more are removed');
      await forgetExports(db);
    } catch (error) {
      log.warn({ err: error }, 'files of exports could not be looked through');
    }
  };
  let sweeping: Promise<void> = Promise.resolve();

  return {
    start: () => {
      const [looks, sweeps] = [
        setInterval(look, EXPORT_LOOK_MS).unref(),
        setInterval(() => (sweeping = sweeping.then(sweep)), EXPORT_SWEEP_MS).unref(),
      ];
      ends.push(
        () => clearInterval(looks),
        () => clearInterval(sweeps),
        notifications.listen(EXPORTS_CHANGED, look),
        notifications.onConnected(look),
      );
      sweeping = sweep();
      look();
    },
    stop: async () => {
      for (const end of ends.splice(0)) end();
      stopping.abort(new Error('the process stops'));
      await looking;
      await Promise.all([sweeping, ...running.values()]);
    },
  };
}
