import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';

function logged(
  write: (log: ReturnType<typeof createLogger>) => void,
  level: 'info' | 'trace' | 'error' = 'trace',
): string {
  const lines: string[] = [];
  write(
    createLogger(
      { LOG_LEVEL: level },
      {
        write: (line) => {
          lines.push(line);
        },
      },
    ),
  );
  for (const line of lines) JSON.parse(line);
  return lines.join('');
}

describe('a line of the log', () => {
  it('is JSON with level, time, facts and text', () => {
    expect(JSON.parse(logged((log) => log.warn({ requestId: 'r-1', channelId: 4 }, 'an upstream failed')))).toEqual({
      level: 40,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      requestId: 'r-1',
      channelId: 4,
      msg: 'an upstream failed',
    });
  });

  it('is left out below LOG_LEVEL', () => {
    expect(
      logged((log) => {
        log.debug('little');
        log.info('more');
        log.error('much');
      }, 'error'),
    ).not.toMatch(/little|more/);
  });

  it('has no secret by its name, however deep, and stays JSON', () => {
    const SECRET = 'hunter"2\\';
    const members = [
      'key',
      'password',
      'Authorization',
      'cookie',
      'set-cookie',
      'token',
      'access_token',
      'accessToken',
      'apiKey',
      'api_key',
      'x-api-key',
      'secret',
      'clientSecret',
    ];
    for (const member of members) {
      const line = logged((log) =>
        log.info(
          {
            [member]: SECRET,
            request: { headers: { [member]: [SECRET, SECRET] }, more: { deep: { [member]: SECRET } } },
            tokenId: 7,
          },
          'text',
        ),
      );
      expect({ member, line }).toEqual({ member, line: expect.not.stringContaining('hunter') });
      expect(JSON.parse(line)).toMatchObject({ tokenId: 7, msg: 'text', [member]: '(secret)' });
    }
  });

  it.each([
    ['Authorization: Bearer abc.def-123', 'abc.def'],
    ['it said: Incorrect API key provided: sk-proj_abcdef123456', 'abcdef123456'],
    ['postgres://ledgate:hunter2@db:5432/x did not answer', 'hunter2'],
    ['socks5://user:hunter2@proxy refused', 'hunter2'],
    ['GET /v1?key=AIzaSyAbcdefghij0123&alt=sse failed', 'AIzaSy'],
    ['Cookie: session=abcdef0123; theme=dark', 'abcdef0123'],
    ['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw\n-----END PRIVATE KEY-----\n', 'MC4CAQAwBQYDK2Vw'],
    ['cut off: -----BEGIN PRIVATE KEY-----\\nMC4CAQAwBQYDK2Vw', 'MC4CAQAwBQYDK2Vw'],
  ])('has no secret by its shape: %s', (text, secret) => {
    const error = new Error(text, { cause: new Error(text) });
    expect(logged((log) => log.error({ err: error, note: text }, text))).not.toContain(secret);
  });

  it('says of an error what it is and nothing of what hangs on it', () => {
    const error = Object.assign(new Error('connection lost', { cause: new Error('reset') }), {
      code: 'ECONNRESET',
      client: { connectionParameters: { everything: true } },
    });
    const line = logged((log) => log.warn({ err: error }, 'it is tried again'));
    expect(JSON.parse(line)).toMatchObject({
      err: { name: 'Error', message: 'connection lost', code: 'ECONNRESET', cause: { message: 'reset' } },
    });
    expect(line).not.toContain('everything');
  });
});
