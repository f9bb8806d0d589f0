import type { Dispatch } from '@reduxjs/toolkit';
import type { ApiError } from '../api/api-error.ts';
import { address, type QueryValue } from '../api/base-query.ts';
import { paused, pauseEnd } from '../api/pace.ts';
import { interrupted, type SessionState } from '../session/session-slice.ts';

export type FileStore = {
  readonly dispatch: Dispatch;
  readonly getState: () => { readonly session: SessionState; readonly ui: { readonly language: 'en' | 'zh' } };
};
const REFUSED: ReadonlySet<number> = new Set([200, 400, 404, 409, 410]);

type FileCall = { readonly url: string; readonly params: Readonly<Record<string, QueryValue>> };
type Wanted = { readonly type: string; readonly signal?: AbortSignal };

/** What answers a call whose answer is a file of a type, before its bytes have come. Rejects with why there is none, as ApiError. */
export async function answeredFile(
  { url, params }: FileCall,
  { dispatch, getState }: FileStore,
  { type, signal }: Wanted,
): Promise<Response> {
  const { session, ui } = getState();
  const response = await fetch(address({ url, params }), {
    headers: { 'New-API-User': String(session.user?.id ?? -1), 'Accept-Language': ui.language },
    credentials: 'same-origin',
    ...(signal ? { signal } : {}),
  });
  // As of any call: a limit holds all of them back, and who is signed in no more is asked to be.
  if (response.status === 429) dispatch(paused(pauseEnd(response.headers.get('retry-after'), Date.now())));
  if (response.status === 401) dispatch(interrupted());
  if (response.ok && response.body !== null && response.headers.get('content-type')?.startsWith(type)) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  const isTold = typeof answer === 'object' && answer !== null && 'message' in answer;
  throw fileRefusal(response, isTold ? String(answer.message) : '');
}

/** By the status with which files are refused (docs/behaviour.md#answers) a person is told the reason alone. */
export const fileRefusal = ({ status, headers }: Response, message: string): ApiError => ({
  kind: REFUSED.has(status) ? 'refused' : 'http',
  status,
  message,
  requestId: headers.get('x-oneapi-request-id') ?? undefined,
});

/** As the server calls it. */
export const fileName = ({ headers }: Response, otherwise: string): string =>
  /filename="([\w.-]+)"/u.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise;

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
