import { SESSION_COOKIE } from '@ledgate/projections/directory/sessions/shown-caller';
import type { Response } from 'express';

const MAX_AGE_MS = 2_592_000_000;
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict', secure: false } as const;

/** 30 days, path `/`, HttpOnly, SameSite=Strict (docs/behaviour.md#sessions). Of several in one answer the last one is set. */
export function setSessionCookie(response: Response, token: string): void {
  response.removeHeader('Set-Cookie');
  response.cookie(SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge: MAX_AGE_MS });
}

export const clearSessionCookie = (response: Response): void => void response.clearCookie(SESSION_COOKIE, ATTRIBUTES);
