// What a request of the console shows of who sends it: read alike by the console's calls and by the relay (docs/behaviour.md#who-may-call).

export const SESSION_COOKIE = 'session';

const SESSION_ID = /^[0-9A-Za-z_-]{20,100}$/;
const DIGITS = /^\d{1,15}$/;

/** The id of a session in a `Cookie` header; undefined when there is none or it cannot be one. */
export function sessionIdIn(cookies: string | undefined): string | undefined {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === SESSION_COOKIE && SESSION_ID.test(value)) return value;
  }
  return undefined;
}

/** The system access token in an `Authorization` header, with or without `Bearer `. */
export function accessTokenIn(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  return token === undefined || token === '' ? undefined : token;
}

/**
 * Whether a `New-Api-User` header names this user. A page of another site can have a browser send the cookie, but no such header without being asked
 * whether it may.
 */
export const namesUser = (header: string | undefined, userId: number): boolean =>
  header !== undefined && DIGITS.test(header.trim()) && Number(header) === userId;
