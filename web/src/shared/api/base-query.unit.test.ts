import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { UnknownAction } from 'redux';
import { Connection } from '../connection/connection.ts';
import { HaltChanges } from '../session/halt-changes.ts';
import {
  expired,
  sessionSlice,
  type SessionState,
  type SessionUser,
  signedInOver,
  storedElsewhere,
} from '../session/session-slice.ts';
import { apiBaseQuery, type ApiRequest } from './base-query.ts';
import { paceSlice } from './pace.ts';

const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Oneapi-Request-Id': 'req-7' } });

const userOf = (id: number): SessionUser => ({
  id,
  username: `u${id}`,
  display_name: '',
  role: 1,
  status: 1,
  group: '',
  permissions: [],
});

type Place = {
  /** Who is signed in when the answer comes. */
  readonly later?: { id: number } | null;
  readonly stored?: number | null;
  readonly isTyped?: boolean;
  readonly type?: 'query' | 'mutation';
  /** Nothing answers who asks whether it does. */
  readonly isServerAway?: boolean;
};

/** A tab with its session and the pauses of its calls; time stands still but for what is slept. */
function world(user: { id: number } | null, response: () => Promise<Response>, place: Place = {}) {
  const session = (who: { id: number } | null): SessionState => ({ user: who && userOf(who.id), left: false });
  let state = { session: session(user), pace: { untilMs: 0 }, ui: { language: 'en' } };
  const changes = new HaltChanges();
  const dispatch = jest.fn((action: UnknownAction) => {
    state = {
      ...state,
      session: sessionSlice.reducer(state.session, action),
      pace: paceSlice.reducer(state.pace, action),
    };
    changes.tell();
  });
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    if (place.later !== undefined) state = { ...state, session: session(place.later) };
    return response();
  });
  const onNotice = jest.fn();
  let nowMs = 0;
  const connection = new Connection({
    ask: () => (place.isServerAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(undefined)),
    onVersion: () => {},
    isInSight: () => false,
    nowMs: () => nowMs,
  });
  const slept: number[] = [];
  const stored = (): number | null | undefined => (place.stored === undefined ? user?.id : place.stored);
  const query = apiBaseQuery({
    onNotice,
    stored: () => {
      const id = stored();
      return id === undefined || id === null ? null : userOf(id);
    },
    hasUnsaved: () => place.isTyped === true,
    haltChanged: (signal) => changes.next(signal),
    connection,
    nowMs: () => nowMs,
    sleep: async (ms) => {
      slept.push(ms);
      nowMs += ms;
    },
  });
  const call = async (request: ApiRequest) =>
    query(
      request,
      {
        signal: new AbortController().signal,
        abort: () => {},
        dispatch: dispatch as never,
        getState: () => state,
        extra: undefined,
        endpoint: 'test',
        type: place.type ?? 'query',
      },
      {},
    );
  return { call, fetched, dispatch, onNotice, slept, connection, session: () => state.session };
}

afterEach(() => {
  jest.restoreAllMocks();
});

/** As a browser has it that does not follow. */
const ledOn = (): Response => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });

describe('base query', () => {
  it('sends who asks, forbids storing, and leaves empty parameters out', async () => {
    const { call, fetched } = world({ id: 7 }, async () => answer({ success: true, message: '', data: 1 }));
    expect(await call({ url: '/api/log/', params: { p: 1, model_name: '', group: undefined } })).toEqual({ data: 1 });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/log/?p=1');
    expect(init?.headers).toMatchObject({ 'New-API-User': '7', 'Cache-Control': 'no-store' });
  });
  it('sends -1 when nobody is signed in', async () => {
    const { call, fetched } = world(null, async () => answer({ success: true, message: '' }));
    expect(await call({ url: '/api/status' })).toEqual({ data: null });
    expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'New-API-User': '-1' });
  });
  it('takes an answer that leads on for done, and does not follow it', async () => {
    const { call, fetched } = world({ id: 7 }, async () => ledOn());
    expect(await call({ url: '/api/oauth/telegram/bind', leadsOn: true })).toEqual({ data: null });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
  });

  it('makes success false an error with message and request id', async () => {
    const { call } = world({ id: 7 }, async () => answer({ success: false, message: 'no' }));
    expect(await call({ url: '/x' })).toEqual({
      error: { kind: 'refused', status: 200, message: 'no', requestId: 'req-7' },
    });
  });
  it('keeps what of the call is refused where the server states it', async () => {
    const refused = { success: false, message: 'no', code: 'mail_code_wrong', field: 'verification_code' };
    const { call } = world({ id: 7 }, async () => answer(refused));
    expect(await call({ url: '/x' })).toMatchObject({
      error: { kind: 'refused', code: 'mail_code_wrong', field: 'verification_code' },
    });
  });

  it('keeps the code of a refusal where the server states one', async () => {
    const { call } = world({ id: 7 }, async () => answer({ success: false, message: 'no', code: 'receipt_missing' }));
    expect(await call({ url: '/x' })).toEqual({
      error: { kind: 'refused', status: 200, message: 'no', requestId: 'req-7', code: 'receipt_missing' },
    });
  });
  it('tells what the server says beside success, where a call asks for that', async () => {
    const { call, onNotice } = world({ id: 7 }, async () =>
      answer({ success: true, message: 'the ledger follows', data: 1 }),
    );
    expect(await call({ url: '/x' })).toEqual({ data: 1 });
    expect(onNotice).not.toHaveBeenCalled();
    expect(await call({ url: '/x', tellsNotice: true })).toEqual({ data: 1 });
    expect(onNotice.mock.calls).toEqual([['the ledger follows']]);
    const silent = world({ id: 7 }, async () => answer({ success: true, message: '', data: 1 }));
    await silent.call({ url: '/x', tellsNotice: true });
    const refused = world({ id: 7 }, async () => answer({ success: false, message: 'no' }));
    await refused.call({ url: '/x', tellsNotice: true });
    expect([silent.onNotice, refused.onNotice].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
  it('ends the session of who asked at a 401, and not that of who has come since', async () => {
    const refused = async (): Promise<Response> => answer({ success: false, message: '' }, 401);
    const signedIn = world({ id: 7 }, refused);
    await signedIn.call({ url: '/x' });
    expect(signedIn.dispatch.mock.calls).toEqual([[expired()]]);
    for (const [asked, later] of [
      [null, null],
      [{ id: 7 }, null],
      [{ id: 7 }, { id: 8 }],
    ] as const) {
      const other = world(asked, refused, { later });
      await other.call({ url: '/x' });
      expect(other.dispatch).not.toHaveBeenCalled();
    }
  });
  it('keeps status and request id of other failures, with and without a body', async () => {
    const { call } = world(
      { id: 7 },
      async () => new Response('', { status: 502, headers: { 'X-Oneapi-Request-Id': 'r' } }),
    );
    expect(await call({ url: '/x' })).toMatchObject({ error: { kind: 'http', status: 502, requestId: 'r' } });
  });
  it.each([
    [{ message: 'success', data: '73.00' }, { data: { message: 'success', data: '73.00' } }],
    [
      { message: 'success', data: { pid: '1' }, url: 'https://pay.example' },
      { data: { message: 'success', data: { pid: '1' }, url: 'https://pay.example' } },
    ],
    [
      { message: 'error', data: 'too small', code: 'amount_too_small', field: 'amount' },
      {
        error: {
          kind: 'refused',
          status: 200,
          message: 'too small',
          requestId: 'req-7',
          code: 'amount_too_small',
          field: 'amount',
        },
      },
    ],
    [{ success: false, message: 'no' }, { error: { kind: 'refused', status: 200, message: 'no', requestId: 'req-7' } }],
    [
      { message: 'perhaps', data: '' },
      { error: { kind: 'http', status: 200, message: 'unexpected answer', requestId: 'req-7' } },
    ],
  ])('takes %j of a call of payments for what it says', async (sent, taken) => {
    const { call } = world({ id: 2 }, async () => answer(sent));
    expect(await call({ url: '/x', ofPayment: true })).toEqual(taken);
  });

  it('hands over the whole wrapper when asked', async () => {
    const { call } = world({ id: 7 }, async () => answer({ success: false, message: 'slow', time: 3.2 }));
    expect(await call({ url: '/x', whole: true })).toEqual({ data: { success: false, message: 'slow', time: 3.2 } });
  });
});

describe('a session that ends under something typed', () => {
  const ended = () => answer({ success: false, message: '' }, 401);
  const done = () => answer({ success: true, message: '', data: 'done' });

  it('waits for the same person, and then does what was asked', async () => {
    const answers = [ended(), done()];
    const { call, session, fetched, dispatch } = world({ id: 7 }, async () => answers.shift() ?? done(), {
      isTyped: true,
      type: 'mutation',
    });
    const made = call({ url: '/x', method: 'POST', body: { name: 'a' } });
    await new Promise(setImmediate);
    expect(session()).toMatchObject({ user: { id: 7 }, halt: { by: 'interrupted', other: null } });
    dispatch(signedInOver(userOf(7)));
    expect(await made).toEqual({ data: 'done' });
    expect(fetched.mock.calls.map(([, init]) => init?.body)).toEqual(['{"name":"a"}', '{"name":"a"}']);
  });

  it('sends nothing when somebody else signs in there, nor after its person has gone', async () => {
    const { call, session, fetched, dispatch } = world({ id: 7 }, async () => ended(), { isTyped: true });
    const made = call({ url: '/x' });
    await new Promise(setImmediate);
    dispatch(signedInOver(userOf(8)));
    await new Promise(setImmediate);
    expect(session()).toMatchObject({ user: { id: 7 }, halt: { by: 'interrupted', other: { id: 8 } } });
    dispatch(expired());
    expect(await made).toMatchObject({ error: { kind: 'http', status: 401 } });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('lets the sign-in itself through', async () => {
    const answers = [ended(), done()];
    const { call } = world({ id: 7 }, async () => answers.shift() ?? done(), { isTyped: true });
    void call({ url: '/x' });
    await new Promise(setImmediate);
    expect(await call({ url: '/api/user/login', ofSession: true })).toEqual({ data: 'done' });
  });
});

describe('a browser in which another person is signed in', () => {
  it.each([
    ['somebody else', 8],
    ['nobody', null],
  ])('is called by this tab no more: %s', async (_who, stored) => {
    const { call, session, fetched } = world({ id: 7 }, async () => answer({ success: true, message: '' }), {
      stored,
      type: 'mutation',
    });
    for (const ofSession of [false, true])
      expect(await call({ url: '/x', ofSession })).toMatchObject({ error: { kind: 'elsewhere' } });
    expect(fetched).not.toHaveBeenCalled();
    expect(session()).toMatchObject({ user: { id: 7 }, halt: { by: 'elsewhere' } });
  });
});

describe('reads under another person', () => {
  it('wait for their own one to come back', async () => {
    const place = { stored: 8 as number };
    const { call, fetched, dispatch } = world(
      { id: 7 },
      async () => answer({ success: true, message: '', data: 1 }),
      place,
    );
    const made = call({ url: '/x' });
    await new Promise(setImmediate);
    expect(fetched).not.toHaveBeenCalled();
    place.stored = 7;
    dispatch(storedElsewhere(userOf(7)));
    expect(await made).toEqual({ data: 1 });
  });
});

describe('an account that is barred', () => {
  it.each([
    ['user_banned', 200, 'banned'],
    ['own_account_closed', 401, 'closed'],
  ])('is told so once, and makes no other calls but to leave: %s', async (code, status, why) => {
    const { call, session, fetched } = world({ id: 7 }, async () =>
      answer({ success: false, message: 'no', code }, status),
    );
    expect(await call({ url: '/x' })).toHaveProperty('error');
    expect(session().halt).toEqual({ by: 'barred', why });
    expect(await call({ url: '/x' })).toMatchObject({ error: { kind: 'barred' } });
    await call({ url: '/api/user/logout', ofSession: true });
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/x', '/api/user/logout']);
  });
});

describe('a limit of calls', () => {
  const tooMany = () => new Response('', { status: 429, headers: { 'Retry-After': '12' } });
  const twice = () => {
    const answers = [tooMany(), answer({ success: true, message: '', data: 'done' })];
    return async () => answers.shift() ?? tooMany();
  };

  it('holds what only reads back until it ends', async () => {
    const { call, slept } = world({ id: 7 }, twice());
    expect(await call({ url: '/x' })).toEqual({ data: 'done' });
    expect(slept).toEqual([12_000]);
  });
  it('holds a command back that the server knows again, and no other', async () => {
    const known = world({ id: 7 }, twice(), { type: 'mutation' });
    expect(await known.call({ url: '/x', method: 'POST', body: { command_id: 'c' } })).toEqual({ data: 'done' });
    const other = world({ id: 7 }, twice(), { type: 'mutation' });
    expect(await other.call({ url: '/x', method: 'POST', body: {} })).toMatchObject({ error: { status: 429 } });
    expect(other.slept).toEqual([]);
  });
  it('is tried a bounded number of times', async () => {
    const { call, fetched } = world({ id: 7 }, async () => tooMany());
    expect(await call({ url: '/x' })).toMatchObject({ error: { status: 429 } });
    expect(fetched).toHaveBeenCalledTimes(10);
  });
});

describe('a connection that is lost', () => {
  const away = async (): Promise<Response> => {
    throw new TypeError('Failed to fetch');
  };
  const ofProxy = async (): Promise<Response> => new Response('<h1>Bad Gateway</h1>', { status: 502 });
  const settled = () => new Promise(setImmediate);
  const body = { command_id: '0196f0e4-0000-7000-8000-000000000000' };

  it.each([
    ['the network has failed', away],
    ['a proxy cannot reach the server', ofProxy],
  ])('is waited for by what only reads, and it is asked again then: %s', async (_why, failing) => {
    let isAway = true;
    const { call, fetched, connection } = world({ id: 7 }, async () =>
      isAway ? failing() : answer({ success: true, message: '', data: 'read' }),
    );
    const read = call({ url: '/x' });
    await settled();
    expect([connection.isLost, fetched.mock.calls.length]).toEqual([true, 1]);
    const later = call({ url: '/y' });
    await settled();
    expect(fetched).toHaveBeenCalledTimes(1);
    isAway = false;
    connection.answered();
    expect(await Promise.all([read, later])).toEqual([{ data: 'read' }, { data: 'read' }]);
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/x', '/x', '/y']);
  });

  it('is given up by a read that was sent 10 times', async () => {
    const { call, fetched, connection } = world({ id: 7 }, away);
    const read = call({ url: '/x' });
    for (let round = 0; round < 12; round += 1) {
      await settled();
      connection.answered();
    }
    expect(await read).toEqual({ error: { kind: 'network', status: 0, message: '', requestId: undefined } });
    expect(fetched).toHaveBeenCalledTimes(10);
  });

  it.each([
    [{ name: 'a' }, 'unanswered'],
    [body, 'unanswered_once'],
  ])('makes no change twice by itself, and says whether sending it again does: %j', async (sent, code) => {
    const { call, fetched, connection } = world({ id: 7 }, away, { type: 'mutation' });
    expect(await call({ url: '/x', method: 'POST', body: sent })).toMatchObject({
      error: { kind: 'network', message: '', code },
    });
    expect([fetched.mock.calls.length, connection.isLost]).toEqual([1, true]);
  });

  it.each([
    [true, 'unanswered'],
    [false, undefined],
  ])('ends a call that is swallowed, where the server is away: %p', async (isServerAway, code) => {
    jest.useFakeTimers();
    const { call, fetched } = world({ id: 7 }, async () => answer({ success: true, message: '' }), {
      type: 'mutation',
      isServerAway,
    });
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    let result: unknown;
    void call({ url: '/x', method: 'POST', body: {} }).then((made) => {
      result = made;
    });
    await jest.advanceTimersByTimeAsync(9_900);
    expect(result).toBeUndefined();
    await jest.advanceTimersByTimeAsync(20_000);
    expect((result as { readonly error: { readonly code: string } } | undefined)?.error.code).toBe(code);
    jest.useRealTimers();
  });

  it('makes of a sign-in nothing that somebody would have to look after', async () => {
    const { call } = world(null, away, { type: 'mutation' });
    const answered = await call({ url: '/api/user/login', method: 'POST', body: {}, ofSession: true });
    expect(answered).toEqual({ error: { kind: 'network', status: 0, message: '', requestId: undefined } });
  });

  it('is back with any answer, a change that nobody knows the outcome of included', async () => {
    const { call, connection } = world({ id: 7 }, async () => answer({ success: false, message: 'no' }, 503), {
      type: 'mutation',
    });
    connection.lost();
    await call({ url: '/x', method: 'POST', body: {} });
    expect(connection.isLost).toBe(false);
  });
});
