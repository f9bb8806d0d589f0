import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { askServer } from './ask-server.ts';

const signal = new AbortController().signal;
const answering = (body: string, status: number, headers: Record<string, string> = {}) =>
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status, headers }));
const OWN = { 'X-Oneapi-Request-Id': 'req-7' };

afterEach(() => {
  jest.restoreAllMocks();
});

describe('asking the server', () => {
  it.each([
    ['its release', '{"success":true,"data":{"version":"1.2.0"}}', 200, OWN, '1.2.0'],
    ['a limit', '{"success":false}', 429, OWN, undefined],
    ['an error of its own', '', 503, OWN, undefined],
    ['a page of somebody before it', '<p>Sign in</p>', 401, {}, undefined],
  ])('is answered by %s', async (_what, body, status, headers, version) => {
    answering(body, status, headers);
    expect(await askServer(signal)).toBe(version);
  });

  it.each([502, 503, 504])('is not answered by a proxy that cannot reach it: %d', async (status) => {
    answering('<h1>Away</h1>', status);
    await expect(askServer(signal)).rejects.toThrow('no answer');
  });
});
