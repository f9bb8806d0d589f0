import type { Dispatch } from '@reduxjs/toolkit';
import type { ApiError } from '../api/api-error.ts';
import type { QueryValue } from '../api/base-query.ts';
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
import { tellNotice, tellSuccess } from '../ui/toaster.tsx';
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
    const { blob, name, rows } = await fetched(file, getState(), over.signal, own.broken, (done, total) =>
      dispatch(rowsCounted({ id, done, total })),
    );
    if (isStopped()) over.abort();
    over.signal.throwIfAborted();
    dispatch(rowsCounted({ id, done: rows, total: rows }));
    save(blob, name);
    dispatch(workEnded(id));
    tellSuccess(rows === 1 ? own.savedOne : own.saved(formatCount(rows)));
  } catch (error) {
    // Its person went away: nobody is told.
    if (stateOf(getState(), id) === undefined) return;
    const why = errorText(error, t);
    if (!over.signal.aborted) dispatch(rowEnded({ id, failed: { key: 'file', name: file.list, why } }));
    dispatch(workEnded(id));
    tellNotice(over.signal.aborted ? own.stopped(file.list) : why);
  } finally {
    clearInterval(looking);
    markAtWork(working, false);
  }
}

const address = (url: string, params: Readonly<Record<string, QueryValue>>): string => {
  const sent = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  return `${url}?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()}`;
};

type Fetched = { readonly blob: Blob; readonly name: string; readonly rows: number };

/** @param tell how many rows have come, and of how many: 0 where the server does not say. Rejects where the whole file does not come. */
async function fetched(
  { url, params }: ListFile,
  { session, ui }: State,
  signal: AbortSignal,
  broken: string,
  tell: (done: number, total: number) => void,
): Promise<Fetched> {
  const response = await fetch(address(url, params), {
    headers: { 'New-API-User': String(session.user?.id ?? -1), 'Accept-Language': ui.language },
    credentials: 'same-origin',
    signal,
  });
  if (!response.headers.get('content-type')?.startsWith('text/csv') || response.body === null)
    throw await refusalOf(response);
  const total = Number(response.headers.get('x-total-count') ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const rows = new CsvRows();
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  let toldMs = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : refusal(200, broken);
    });
    if (done) break;
    parts.push(value);
    rows.add(value);
    if (Date.now() - toldMs < SHOWN_MS) continue;
    toldMs = Date.now();
    tell(rows.count, total === 0 ? 0 : Math.max(total, rows.count));
  }
  const [, name = 'list.csv'] = /filename="([\w.-]+)"/u.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { blob: new Blob(parts, { type: 'text/csv' }), name, rows: rows.count };
}

const refusal = (status: number, message: string): ApiError => ({
  kind: status === 200 ? 'refused' : 'http',
  status,
  message,
  requestId: undefined,
});

/** What the server says in its place. */
async function refusalOf(response: Response): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => undefined);
  const isTold = typeof answer === 'object' && answer !== null && 'message' in answer;
  return refusal(response.status, isTold ? String(answer.message) : '');
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
