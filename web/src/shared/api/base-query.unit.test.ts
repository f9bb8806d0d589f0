import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { expired } from '../session/session-slice.ts';
import { apiBaseQuery, type ApiRequest } from './base-query.ts';

const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Oneapi-Request-Id': 'req-7' } });

/** `later`: who is signed in when the answer comes. */
function world(user: { id: number } | null, response: () => Promise<Response>, later = user) {
  const users = [user];
  const dispatch = jest.fn();
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    users.push(later);
    return response();
  });
  const onNotice = jest.fn();
  const query = apiBaseQuery(onNotice);
  const call = (request: ApiRequest) =>
    query(
      request,
      {
        signal: new AbortController().signal,
        abort: () => {},
        dispatch: dispatch as never,
        getState: () => ({ session: { user: users.at(-1) }, ui: { language: 'en' } }),
        extra: undefined,
        endpoint: 'test',
        type: 'query',
      },
      {},
    );
  return { call, fetched, dispatch, onNotice };
}

afterEach(() => {
  jest.restoreAllMocks();
});

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
  it('makes success false an error with message and request id', async () => {
    const { call } = world({ id: 7 }, async () => answer({ success: false, message: 'no' }));
    expect(await call({ url: '/x' })).toEqual({
      error: { kind: 'refused', status: 200, message: 'no', requestId: 'req-7' },
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
      const other = world(asked, refused, later);
      await other.call({ url: '/x' });
      expect(other.dispatch).not.toHaveBeenCalled();
    }
  });
  it('keeps status and request id of other failures, with and without a body', async () => {
    const { call } = world(
      { id: 7 },
      async () => new Response('', { status: 429, headers: { 'X-Oneapi-Request-Id': 'r' } }),
    );
    expect(await call({ url: '/x' })).toMatchObject({ error: { kind: 'http', status: 429, requestId: 'r' } });
  });
  it('answers a network failure as such', async () => {
    const { call } = world({ id: 7 }, async () => {
      throw new TypeError('away');
    });
    expect(await call({ url: '/x' })).toMatchObject({ error: { kind: 'network', message: 'away' } });
  });
  it('hands over the whole wrapper when asked', async () => {
    const { call } = world({ id: 7 }, async () => answer({ success: false, message: 'slow', time: 3.2 }));
    expect(await call({ url: '/x', whole: true })).toEqual({ data: { success: false, message: 'slow', time: 3.2 } });
  });
});
