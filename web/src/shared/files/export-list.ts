import type { Dispatch } from '@reduxjs/toolkit';
import { markAtWork } from '../form/unsaved.ts';
import type { Texts } from '../i18n/text.tsx';
import { workTexts } from '../long-work/texts.ts';
import { nextWorkId } from '../long-work/work-id.ts';
import {
  canPlan,
  rowEnded,
  rowsCounted,
  stateOf,
  workBegun,
  workEnded,
  workPlanned,
  type WorkState,
} from '../long-work/work-slice.ts';
import { formatCount } from '../money/quota-format.ts';
import { samePerson } from '../session/same-person.ts';
import type { SessionState } from '../session/session-slice.ts';
import { errorText } from '../ui/error-text.ts';
import { tellFailure, tellNotice, tellSuccess } from '../ui/toaster.tsx';
import { answeredFile, fileName, fileRefusal, type FileStore, saveFile } from './answered-file.ts';
import { CsvRows } from './csv-rows.ts';
import type { ListFile } from './export-button.tsx';
import { fileTexts } from './texts.ts';

type State = {
  readonly work: WorkState;
  readonly session: SessionState;
  readonly ui: { readonly language: 'en' | 'zh' };
};
type Store = { readonly dispatch: Dispatch; readonly getState: () => State };

/** How soon a stop is noticed, and how often it is told how far the file is. */
const LOOK_MS = 250;
const SHOWN_MS = 500;
/** Of a file that comes, before it goes to where the browser keeps files, which need not be its memory. */
const HELD_BYTES_MAX = 8 * 1024 * 1024;

/** Fetches the rows of a list and saves them; tells in the place of long work how far it is, what went wrong, and that it is done. */
export async function exportList(file: ListFile, { dispatch, getState }: Store, t: Texts): Promise<void> {
  const { language } = getState().ui;
  const own = fileTexts[language];
  if (!canPlan(getState())) return tellNotice(workTexts[language].tooMuch);
  const id = nextWorkId();
  const isSame = samePerson(getState);
  dispatch(workPlanned({ id, title: own.title(file.list), total: 0 }));
  dispatch(workBegun({ id, atMs: Date.now() }));
  const working = {};
  markAtWork(working, true);
  const over = new AbortController();
  const isStopped = (): boolean => stateOf(getState(), id) !== 'running' || !isSame();
  const looking = setInterval(() => isStopped() && over.abort(), LOOK_MS);
  try {
    const { blob, name, rows } = await fetched(file, { dispatch, getState }, over.signal, own.broken, (done, total) =>
      dispatch(rowsCounted({ id, done, total })),
    );
    if (isStopped()) over.abort();
    over.signal.throwIfAborted();
    dispatch(rowsCounted({ id, done: rows, total: rows }));
    saveFile(blob, name);
    dispatch(workEnded(id));
    tellSuccess(rows === 1 ? own.savedOne : own.saved(formatCount(rows)));
  } catch (error) {
    // Its person went away: nobody is told.
    if (stateOf(getState(), id) === undefined) return;
    const isAborted = over.signal.aborted;
    const why = isAborted ? own.stopped(file.list) : errorText(error, t);
    // Rows that have come are saved nowhere: the file is what failed.
    dispatch(rowsCounted({ id, done: 0, total: 1 }));
    dispatch(rowEnded({ id, failed: { key: 'file', name: file.list, why } }));
    dispatch(workEnded(id));
    if (isAborted) tellNotice(why);
    else tellFailure(error, t);
  } finally {
    clearInterval(looking);
    markAtWork(working, false);
  }
}

const TYPE = { type: 'text/csv' };
type Fetched = { readonly blob: Blob; readonly name: string; readonly rows: number };

/** @param tell how many rows have come, and of how many: 0 where the server does not say. Rejects where the whole file does not come. */
async function fetched(
  file: ListFile,
  store: FileStore,
  signal: AbortSignal,
  broken: string,
  tell: (done: number, total: number) => void,
): Promise<Fetched> {
  const response = await answeredFile(file, store, { type: TYPE.type, signal });
  const total = Number(response.headers.get('x-total-count') ?? 0);
  let whole = new Blob([], TYPE);
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  const rows = new CsvRows();
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  let toldMs = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : fileRefusal(response, broken);
    });
    if (done) break;
    parts.push(value);
    rows.add(value);
    heldBytes += value.byteLength;
    if (heldBytes >= HELD_BYTES_MAX) {
      whole = new Blob([whole, ...parts], TYPE);
      parts = [];
      heldBytes = 0;
    }
    if (Date.now() - toldMs < SHOWN_MS) continue;
    toldMs = Date.now();
    tell(rows.count, total === 0 ? 0 : Math.max(total, rows.count));
  }
  return { blob: new Blob([whole, ...parts], TYPE), name: fileName(response, 'list.csv'), rows: rows.count };
}
