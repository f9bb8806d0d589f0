import { EXPORT_LAYOUTS, type ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import type { ExportFailure, ExportStatus } from '@ledgate/domain/catalogue/export-statuses';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { ExportOrder } from '../../exports/order.ts';
import type { ExportedFile, ExportProgress } from '../../exports/write-export.ts';
import { columnsOf } from '../../shared/column-names.ts';
import { execute, maybeRow, oneRow, type Queryable, rows } from '../../shared/database.ts';
import { pageOf, type Page, type Paging } from '../../shared/paging.ts';
import { query } from '../../shared/query.ts';
import { NOTIFY } from '../../shared/sql.ts';
import {
  EXPORT_DEATHS_MAX,
  EXPORT_JOBS_SWEPT_ROWS,
  EXPORT_JOBS_TOLD_MS,
  EXPORT_KEPT_MS,
  EXPORT_SILENT_MAX_MS,
  EXPORTS_UNFINISHED_MAX,
  LIST_ROWS_MAX,
} from '../limits.ts';
import { lockUser } from '../users/find.ts';
import {
  BEAT,
  CANCEL,
  COUNT_UNFINISHED,
  FAIL,
  FAIL_DEADLY,
  FIGURES,
  FINISH,
  FORGET,
  GIVE_BACK,
  INSERT,
  SILENCE_ALL,
  TAKE,
  WANTED,
} from './sql.ts';

// Files of finance that somebody has ordered (docs/exports.md#jobs): a row decides whose turn it is, whichever processes there are.

/** NOTIFY channel: an export was ordered, or is not wanted any more. */
export const EXPORTS_CHANGED = 'ledgate_exports';

export type ExportJob = {
  readonly id: number;
  /** Who ordered it. */
  readonly userId: UserId;
  readonly order: ExportOrder;
  readonly status: ExportStatus;
  /** Which attempt its files are of. */
  readonly attempt: number;
  readonly rowsDone: number;
  /** null: not known before. */
  readonly rowsTotal: number | null;
  readonly bytes: number;
  /** Hexadecimal; '' before it is done. */
  readonly sha256: string;
  /** '' where it has not failed. */
  readonly failure: ExportFailure | '';
  /** What the names of its files begin with. */
  readonly file: string;
  /** Unix milliseconds by the database's clock, as all times of jobs. */
  readonly createdMs: number;
  readonly finishedMs: number | null;
  /** From when on its file is kept no more; null before it is done. */
  readonly expiresMs: number | null;
};

/** A job that a process works at. */
export type HeldExport = {
  readonly id: number;
  readonly order: ExportOrder;
  readonly file: string;
  readonly attempt: number;
  /** The attempt whose files may be there; 0: none. */
  readonly before: number;
  /** The process of the attempt before has given it back; else it may still write to its own files. */
  readonly isLeft: boolean;
};

type Held = Pick<HeldExport, 'id' | 'attempt'>;

/** The name of an attempt's file in EXPORT_DIR. */
export const exportFileName = (file: string, attempt: number, { format }: Pick<ExportOrder, 'format'>): string =>
  `${file}-${attempt}.${format}`;

type Stored = Omit<ExportJob, 'order'> & { readonly exportOrder: string };

const STORED = columnsOf([
  'id',
  'userId',
  'exportOrder',
  'status',
  'attempt',
  'rowsDone',
  'rowsTotal',
  'bytes',
  'sha256',
  'failure',
  'file',
  'createdMs',
  'finishedMs',
  'expiresMs',
] satisfies (keyof Stored)[]);

const jobs = () => query('directory.export_jobs');

const asJob = ({ exportOrder, ...job }: Stored): ExportJob => ({ ...job, order: asOrder(exportOrder) });

/** As `orderExport` wrote it: a bound that is none is left out of JSON. */
const asOrder = (stored: string): ExportOrder => JSON.parse(stored) as ExportOrder;

/** In the caller's transaction. Answers the job's number; undefined: the person has EXPORTS_UNFINISHED_MAX of them already. */
export async function orderExport(
  client: Queryable,
  { userId, order, file }: { readonly userId: UserId; readonly order: ExportOrder; readonly file: string },
): Promise<number | undefined> {
  await lockUser(client, userId);
  const { count } = await oneRow<{ count: number }>(client, { text: COUNT_UNFINISHED, values: [userId] });
  if (count >= EXPORTS_UNFINISHED_MAX) return undefined;
  const values = [userId, order.layout, JSON.stringify(order), file];
  const { id } = await oneRow<{ id: number }>(client, { text: INSERT, values });
  await tell(client);
  return id;
}

const tell = async (db: Queryable): Promise<void> => void (await execute(db, query.raw(NOTIFY, [EXPORTS_CHANGED, ''])));

export async function findExport(db: Queryable, id: number): Promise<ExportJob | undefined> {
  const found = await maybeRow<Stored>(db, jobs().select(STORED).where({ id }));
  return found && asJob(found);
}

/** Of all persons, the newest first. */
export async function listExports(db: Queryable, paging: Paging): Promise<Page<ExportJob>> {
  const { items, total } = await pageOf<Stored>(db, jobs(), STORED, undefined, paging, LIST_ROWS_MAX);
  return { items: items.map(asJob), total };
}

/** In the caller's transaction. False where it has ended before. */
export async function cancelExport(client: Queryable, id: number): Promise<boolean> {
  const cancelled = (await maybeRow(client, { text: CANCEL, values: [id] })) !== undefined;
  if (cancelled) await tell(client);
  return cancelled;
}

export const deleteExport = (client: Queryable, id: number): Promise<number> =>
  execute(client, jobs().where({ id }).delete());

/** Ends those of which too many processes have died. Answers their numbers. @param own those that the caller works at */
export async function failDeadlyExports(
  db: Queryable,
  silentMaxMs = EXPORT_SILENT_MAX_MS,
  own: readonly number[] = [],
): Promise<readonly number[]> {
  const died: ExportFailure = 'worker_died';
  const values = [silentMaxMs, EXPORT_DEATHS_MAX, died, [...own]];
  const failed = await rows<{ id: number }>(db, { text: FAIL_DEADLY, values });
  return failed.map(({ id }) => id);
}

/** The next one to work at, which is the caller's from now on. @param own those that it works at already */
export async function takeExport(
  db: Queryable,
  holder: string,
  silentMaxMs = EXPORT_SILENT_MAX_MS,
  layouts: readonly ExportLayout[] = EXPORT_LAYOUTS,
  own: readonly number[] = [],
): Promise<HeldExport | undefined> {
  const taken = await maybeRow<Omit<HeldExport, 'order'> & { readonly exportOrder: string }>(db, {
    text: TAKE,
    values: [silentMaxMs, holder, [...layouts], [...own]],
  });
  if (taken === undefined) return undefined;
  const { exportOrder, ...held } = taken;
  return { ...held, order: asOrder(exportOrder) };
}

const touched = async (db: Queryable, text: string, values: readonly unknown[]): Promise<boolean> =>
  (await maybeRow(db, { text, values: [...values] })) !== undefined;

/** Says that its process lives, and how far it is. False: it is somebody else's by now, or not wanted any more; so of all that follow. */
export const beatExport = (
  db: Queryable,
  { id, attempt }: Held,
  progress: ExportProgress | undefined,
): Promise<boolean> =>
  touched(db, BEAT, [id, attempt, progress?.rowsDone ?? null, progress?.rowsTotal ?? null, progress?.bytes ?? null]);

export const finishExport = (
  db: Queryable,
  { id, attempt }: Held,
  { rows: rowsDone, bytes, sha256 }: ExportedFile,
): Promise<boolean> => touched(db, FINISH, [id, attempt, rowsDone, bytes, sha256, EXPORT_KEPT_MS]);

export const failExport = (db: Queryable, { id, attempt }: Held, failure: ExportFailure): Promise<boolean> =>
  touched(db, FAIL, [id, attempt, failure]);

/** For another process, or this one when it starts again. */
export async function giveBackExport(db: Queryable, { id, attempt }: Held): Promise<boolean> {
  const isGiven = await touched(db, GIVE_BACK, [id, attempt]);
  if (isGiven) await tell(db);
  return isGiven;
}

/** Where every earlier process is dead for certain: nobody waits for a sign of them. */
export const silenceExports = (db: Queryable): Promise<number> => execute(db, { text: SILENCE_ALL, values: [] });

/** Takes away rows of which nobody is told any more. */
export const forgetExports = (db: Queryable): Promise<number> =>
  execute(db, { text: FORGET, values: [EXPORT_JOBS_TOLD_MS, EXPORT_JOBS_SWEPT_ROWS] });

/** `isWanted`: the job goes on, or its file is kept. */
type KnownFile = {
  readonly file: string;
  readonly attempt: number;
  readonly isWanted: boolean;
  readonly isDone: boolean;
};

/** Of beginnings of names, those that a job has. */
export const knownFiles = (db: Queryable, files: readonly string[]): Promise<readonly KnownFile[]> =>
  rows(db, { text: WANTED, values: [[...files]] });

/** Of exports that are not finished. `waitedMs`: the oldest that waits; `silentMs`: the longest without a sign of its process. */
export const exportFigures = (
  db: Queryable,
): Promise<{
  readonly queued: number;
  readonly running: number;
  readonly waitedMs: number;
  readonly silentMs: number;
}> => oneRow(db, { text: FIGURES, values: [] });
