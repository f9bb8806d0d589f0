import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { isOfServer } from '../connection/ask-server.ts';
import type { Connection } from '../connection/connection.ts';
import { afterNotSignedIn, gateOf } from '../session/call-gate.ts';
import {
  barred,
  expired,
  interrupted,
  type SessionState,
  type SessionUser,
  storedElsewhere,
} from '../session/session-slice.ts';
import type { ApiError } from './api-error.ts';
import { goesOnByItself, isKnownAgain, type PaceState, paused, pauseEnd } from './pace.ts';

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
  /** A page of a bare array: answered as {@link Counted}. */
  readonly counted?: boolean;
  /** Where it is done, the answer leads a browser on to a page: that is not followed. */
  readonly leadsOn?: boolean;
  /** Begins or ends a session. */
  readonly ofSession?: boolean;
  /** Answers `{message: 'success' | 'error', data}` in the place of the wrapper, the data of a refusal being its text: answered whole. */
  readonly ofPayment?: boolean;
};

/** `total` is undefined where the server, of an earlier release, does not say it. */
export type Counted<Row> = { readonly items: readonly Row[]; readonly total: number | undefined };

type Watched = {
  readonly session: SessionState;
  readonly pace: PaceState;
  readonly ui: { readonly language: string };
};

/** What the calls know beside the store. */
export type Around = {
  readonly onNotice: (message: string) => void;
  /** Who is stored in this browser, for all its tabs. */
  readonly stored: () => SessionUser | null;
  readonly hasUnsaved: () => boolean;
  /** Resolves when the halt of the session changes, or nobody waits any more. */
  readonly haltChanged: (signal: AbortSignal) => Promise<void>;
  readonly connection: Pick<Connection, 'isLost' | 'lost' | 'answered' | 'back' | 'check'>;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** How often one call is sent, over all pauses, sign-ins and losses of the connection that it waits for. */
const SENT_MAX = 10;

/** A call that is not answered by then may never be: so often it is asked whether the server answers at all, and where it does not the call is given up. */
const SLOW_MS = 10_000;

/** With what is given of its parameters. */
export const address = ({ url, params = {} }: Pick<ApiRequest, 'url' | 'params'>): string => {
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

/** Nobody knows whether a change was done; one with a `command_id` is done once, however often it is sent, and to sign in twice does no harm. */
function unanswered({ body, ofSession = false }: ApiRequest, type: BaseQueryApi['type']): { error: ApiError } {
  const { error } = failure('network', 0, '', undefined);
  if (type === 'query' || ofSession) return { error };
  return { error: { ...error, code: isKnownAgain(body) ? 'unanswered_once' : 'unanswered' } };
}

type Wrapper = {
  readonly success: boolean;
  readonly message: string;
  readonly data: unknown;
};

/** What a program is told of a refusal, beside the message for a person. */
function named(answer: unknown): Pick<ApiError, 'code' | 'field'> {
  if (typeof answer !== 'object' || answer === null) return {};
  const { code, field } = answer as { readonly code?: unknown; readonly field?: unknown };
  return { ...(typeof code === 'string' ? { code } : {}), ...(typeof field === 'string' ? { field } : {}) };
}

const refusal = (answer: Wrapper, requestId: string | undefined): { error: ApiError } => {
  const { error } = failure('refused', 200, answer.message, requestId);
  return { error: { ...error, ...named(answer) } };
};

const isWrapper = (value: unknown): value is Wrapper =>
  typeof value === 'object' && value !== null && 'success' in value && typeof value.success === 'boolean';

/** The answer of a call of payments as the wrapper that all others have, with the whole answer as its data; what is none stays as it is. */
function paymentWrapped(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || 'success' in answer || !('message' in answer)) return answer;
  const { message, data } = answer as { readonly message: unknown; readonly data?: unknown };
  if (message === 'success') return { success: true, message: '', data: answer };
  return message === 'error' ? { ...answer, success: false, message: String(data) } : answer;
}

const textOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return '';
  if ('message' in value && typeof value.message === 'string') return value.message;
  return 'error' in value ? textOf(value.error) : '';
};

type Received = { readonly response: Response; readonly answer: unknown };

async function send(request: ApiRequest, { session, ui }: Watched, signal: AbortSignal): Promise<Received> {
  const headers: Record<string, string> = {
    'New-API-User': String(session.user?.id ?? -1),
    'Cache-Control': 'no-store',
    Accept: 'application/json',
    'Accept-Language': ui.language,
  };
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(address(request), {
    method: request.method ?? 'GET',
    headers,
    credentials: 'same-origin',
    signal,
    ...(request.leadsOn ? { redirect: 'manual' as const } : {}),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  if (!isOfServer(response)) throw new Error('no answer');
  return { response, answer: await response.json().catch(() => undefined) };
}

/** Networks that swallow what is sent end no call by themselves. */
async function unlessLost<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
  connection: Around['connection'],
): Promise<Answer> {
  const over = new AbortController();
  const end = (): void => over.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  const timer = setInterval(() => void connection.check().then((isAnswered) => isAnswered || end()), SLOW_MS);
  try {
    return await call(over.signal);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Waits until this tab may make the call; why it is not to be made at all is answered. */
async function admitted(
  request: ApiRequest,
  api: BaseQueryApi,
  { stored, haltChanged, connection, nowMs, sleep }: Around,
): Promise<'elsewhere' | 'barred' | undefined> {
  while (!api.signal.aborted) {
    const { session, pace } = api.getState() as Watched;
    const gate = gateOf(session, stored(), request.ofSession === true);
    const pauseMs = pace.untilMs - nowMs();
    if (gate === 'elsewhere' && session.halt === undefined) api.dispatch(storedElsewhere(stored()));
    // What is shown stays, and its reads go on should its person come back; a command is not done later behind somebody's back.
    else if (gate === 'wait' || (gate === 'elsewhere' && api.type === 'query')) await haltChanged(api.signal);
    else if (gate !== 'go') return gate;
    else if (pauseMs > 0 && goesOnByItself(api.type, request.body)) await sleep(pauseMs, api.signal);
    else if (connection.isLost && api.type === 'query') await connection.back(api.signal);
    else return undefined;
  }
  return undefined;
}

/** Tells the store what an answer says of the session and of limits; true where the call is to be made again, as soon as it may. */
function learn({ response, answer }: Received, request: ApiRequest, asked: Watched, api: BaseQueryApi, around: Around) {
  const { session } = api.getState() as Watched;
  const isSame = asked.session.user !== null && session.user?.id === asked.session.user.id;
  const { code } = named(answer);
  if (isSame && (code === 'user_banned' || code === 'own_account_closed')) {
    api.dispatch(barred(code === 'user_banned' ? 'banned' : 'closed'));
    return false;
  }
  if (response.status === 429) {
    api.dispatch(paused(pauseEnd(response.headers.get('retry-after'), around.nowMs())));
    return goesOnByItself(api.type, request.body);
  }
  if (response.status !== 401) return false;
  switch (afterNotSignedIn(asked.session, session, around.stored(), around.hasUnsaved())) {
    case 'interrupt':
      api.dispatch(interrupted());
      return true;
    case 'again':
      return true;
    case 'elsewhere':
      api.dispatch(storedElsewhere(around.stored()));
      return true;
    case 'expire':
      api.dispatch(expired());
      return false;
    case 'ignore':
      return false;
  }
}

/**
 * Calls the api with the headers of docs/behaviour.md#sessions and takes the wrapper off the answer. What an answer says of the session changes what this
 * tab does (docs/console.md#sign-in); a call that the end of the session or a limit kept from being done is made again when it may, and so is one that
 * only reads and was not answered, when the connection is back (docs/console.md#lost-connection).
 */
export const apiBaseQuery =
  (around: Around): BaseQueryFn<ApiRequest, unknown, ApiError> =>
  async (request, api) => {
    const { user } = (api.getState() as Watched).session;
    for (let sent = 1; ; sent += 1) {
      const held = await admitted(request, api, around);
      if (held !== undefined) return failure(held, 0, held, undefined);
      const asked = api.getState() as Watched;
      // While the call waited its person went away, or another one came.
      if (user !== null && asked.session.user?.id !== user.id) return failure('http', 401, '', undefined);
      let received: Received;
      try {
        received = await unlessLost((signal) => send(request, asked, signal), api.signal, around.connection);
      } catch {
        if (api.signal.aborted) return unanswered(request, api.type);
        around.connection.lost();
        if (api.type === 'mutation' || sent === SENT_MAX) return unanswered(request, api.type);
        continue;
      }
      around.connection.answered();
      if (!learn(received, request, asked, api, around) || sent === SENT_MAX) return taken(received, request, around);
    }
  };

function taken({ response, answer: received }: Received, request: ApiRequest, { onNotice }: Around) {
  const answer = request.ofPayment ? paymentWrapped(received) : received;
  const requestId = response.headers.get('x-oneapi-request-id') ?? undefined;
  if (response.type === 'opaqueredirect') return { data: null };
  if (!response.ok) return failure('http', response.status, textOf(answer) || response.statusText, requestId);
  if (!isWrapper(answer)) return failure('http', response.status, 'unexpected answer', requestId);
  if (request.whole) return { data: answer };
  if (!answer.success) return refusal(answer, requestId);
  if (request.tellsNotice && answer.message !== '') onNotice(answer.message);
  if (request.counted) {
    const total = response.headers.get('x-total-count');
    return { data: { items: answer.data, total: total === null ? undefined : Number(total) } };
  }
  return { data: answer.data ?? null };
}
