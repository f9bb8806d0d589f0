import { EMAIL_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { botChecked, textUpTo } from './fields.ts';
import { nothing, refusal, route } from './route.ts';

/** As it is sent; what is no address is refused by the call, in words of its own. */
const email = textUpTo(EMAIL_CHARACTERS_MAX).trim().min(1);
const MAIL_CODE_CHARACTERS = 6;
const RESET_TOKEN_CHARACTERS = 32;

export const mailRoutes = {
  verification: route({
    method: 'GET',
    path: '/api/verification',
    ...ACCESS.mail.verification,
    critical: true,
    summary: 'Mails a code of 6 characters that proves an e-mail, good once',
    query: botChecked.extend({ email }),
    data: nothing,
    refusal,
  }),
  resetRequest: route({
    method: 'GET',
    path: '/api/reset_password',
    ...ACCESS.mail.resetRequest,
    critical: true,
    summary: 'Mails a link by which a new password is made; the newest is good',
    query: botChecked.extend({ email }),
    data: nothing,
    refusal,
  }),
  reset: route({
    method: 'POST',
    path: '/api/user/reset',
    ...ACCESS.mail.reset,
    critical: true,
    summary: 'Makes a new password of 12 characters by the token of a link, once; ends all sessions of the account',
    body: z.object({ email, token: textUpTo(RESET_TOKEN_CHARACTERS).min(1) }),
    data: z.string(),
  }),
  bindEmail: route({
    method: 'GET',
    path: '/api/oauth/email/bind',
    ...ACCESS.mail.bindEmail,
    critical: true,
    summary: "Makes an e-mail the caller's, by the code that was mailed to it",
    query: z.object({ email, code: textUpTo(MAIL_CODE_CHARACTERS).trim().min(1) }),
    data: nothing,
    refusal,
  }),
  test: route({
    method: 'POST',
    path: '/api/option/mail_test',
    ...ACCESS.mail.test,
    critical: true,
    summary: 'Sends a mail by the settings as they are',
    body: z.object({ to: email }),
    data: nothing,
  }),
} as const;
