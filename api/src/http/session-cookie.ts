import type { Request, Response } from 'express';

const NAME = 'session';
const MAX_AGE_MS = 2_592_000_000;
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict', secure: false } as const;
const TOKEN = /^[0-9A-Za-z_-]{20,100}$/;

/** The session token that a request carries; undefined when there is none or it cannot be one. */
export function sessionTokenOf(request: Request): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === NAME && TOKEN.test(value)) return value;
  }
  return undefined;
}

/** 30 days, path `/`, HttpOnly, SameSite=Strict (docs/behaviour.md#sessions). */
export const setSessionCookie = (response: Response, token: string): void =>
  void response.cookie(NAME, token, { ...ATTRIBUTES, maxAge: MAX_AGE_MS });

export const clearSessionCookie = (response: Response): void => void response.clearCookie(NAME, ATTRIBUTES);
