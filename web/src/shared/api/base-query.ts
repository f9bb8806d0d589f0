import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { expired } from '../session/session-slice.ts';
import type { ApiError } from './api-error.ts';

export type QueryValue = string | number | boolean | undefined;

/**
 * One call. `whole` answers the wrapper itself, for fields beside `data` (docs/behaviour.md#answers), and does not fail on success false. With `tellsNotice` a
 * message beside success is told: the change is made, and the server says what has not followed yet.
 */
export type ApiRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly params?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  readonly whole?: boolean;
  readonly tellsNotice?: boolean;
};

type WithSession = {
  readonly session: { readonly user: { readonly id: number } | null };
  readonly ui: { readonly language: string };
};

const address = ({ url, params = {} }: ApiRequest): string => {
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
  return query.size === 0 ? url : `${url}?${query.toString()}`;
};

const failure = (
  kind: ApiError['kind'],
  status: number,
  message: string,
  requestId: string | undefined,
): { error: ApiError } => ({ error: { kind, status, message, requestId } });

type Wrapper = {
  readonly success: boolean;
  readonly message: string;
  readonly data: unknown;
  readonly code?: unknown;
};

const refusal = ({ message, code }: Wrapper, requestId: string | undefined): { error: ApiError } => {
  const { error } = failure('refused', 200, message, requestId);
  return { error: typeof code === 'string' ? { ...error, code } : error };
};

const isWrapper = (value: unknown): value is Wrapper =>
  typeof value === 'object' && value !== null && 'success' in value && typeof value.success === 'boolean';

const textOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return '';
  if ('message' in value && typeof value.message === 'string') return value.message;
  return 'error' in value ? textOf(value.error) : '';
};

/** Whether the one who asked is still signed in: an answer that comes late is not about the next person. */
const isStillSignedIn = (asked: WithSession, now: WithSession): boolean =>
  asked.session.user !== null && now.session.user?.id === asked.session.user.id;

/**
 * Calls the api with the headers of docs/behaviour.md#sessions and takes the wrapper off the answer. A 401 ends the session of who asked
 * (docs/console.md#sign-in); a notice is told to `onNotice`.
 */
export const apiBaseQuery =
  (onNotice: (message: string) => void): BaseQueryFn<ApiRequest, unknown, ApiError> =>
  async (request, api) => {
    const state = api.getState() as WithSession;
    const headers: Record<string, string> = {
      'New-API-User': String(state.session.user?.id ?? -1),
      'Cache-Control': 'no-store',
      Accept: 'application/json',
      'Accept-Language': state.ui.language,
    };
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    let response: Response;
    try {
      response = await fetch(address(request), {
        method: request.method ?? 'GET',
        headers,
        credentials: 'same-origin',
        signal: api.signal,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
    } catch (cause) {
      return failure('network', 0, cause instanceof Error ? cause.message : String(cause), undefined);
    }
    const requestId = response.headers.get('x-oneapi-request-id') ?? undefined;
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.status === 401 && isStillSignedIn(state, api.getState() as WithSession)) api.dispatch(expired());
    if (!response.ok) return failure('http', response.status, textOf(answer) || response.statusText, requestId);
    if (!isWrapper(answer)) return failure('http', response.status, 'unexpected answer', requestId);
    if (request.whole) return { data: answer };
    if (!answer.success) return refusal(answer, requestId);
    if (request.tellsNotice && answer.message !== '') onNotice(answer.message);
    return { data: answer.data ?? null };
  };
