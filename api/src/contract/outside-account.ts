import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { idParam, textUpTo } from './fields.ts';
import { nothing, refusal, route } from './route.ts';
import { loginUserSchema } from './session.ts';

/** What a provider hands to a browser, codes and signatures: no longer than an address can be. */
const handed = textUpTo(2_048);
const INVITE_CODE_CHARACTERS_MAX = 32;
const inviteCode = textUpTo(INVITE_CODE_CHARACTERS_MAX).optional();
const STATE_WRONG = { 403: 'The state is not of this session, is over or was used' } as const;

/** What a person can unbind from an account. */
export const BINDINGS = ['email', 'github', 'linuxdo', 'wechat', 'telegram'] as const;
export type Binding = (typeof BINDINGS)[number];
const binding = z.enum(BINDINGS);

const callback = z.object({
  code: handed.optional(),
  state: handed.optional(),
  /** In place of a code: the person has said no, or the provider refuses. */
  error: handed.optional(),
  error_description: handed.optional(),
});

const SIGNED_NAME_CHARACTERS_MAX = 64;
/** What the widget of Telegram signs: every parameter but the hash. */
const signedByTelegram = z.record(textUpTo(SIGNED_NAME_CHARACTERS_MAX).regex(/^[a-z_]+$/), handed.regex(/^[^\r\n]*$/));

export const outsideAccountRoutes = {
  state: route({
    method: 'GET',
    path: '/api/oauth/state',
    ...ACCESS.outsideAccount.state,
    critical: true,
    ownPagesOnly: true,
    summary: 'A state of 12 characters for a sign-in at a provider: of this session, good once, for 10 minutes',
    query: z.object({ aff: inviteCode }),
    data: z.string(),
  }),
  github: route({
    method: 'GET',
    path: '/api/oauth/github',
    ...ACCESS.outsideAccount.github,
    critical: true,
    ownPagesOnly: true,
    looksAtVisitor: true,
    statuses: STATE_WRONG,
    summary: 'Signs in by GitHub; of who is signed in, binds that account (message `bind`)',
    query: callback,
    data: loginUserSchema.nullable(),
    refusal,
  }),
  linuxdo: route({
    method: 'GET',
    path: '/api/oauth/linuxdo',
    ...ACCESS.outsideAccount.linuxdo,
    critical: true,
    ownPagesOnly: true,
    looksAtVisitor: true,
    statuses: STATE_WRONG,
    summary: 'Signs in by LinuxDO; of who is signed in, binds that account (message `bind`)',
    query: callback,
    data: loginUserSchema.nullable(),
    refusal,
  }),
  wechat: route({
    method: 'GET',
    path: '/api/oauth/wechat',
    ...ACCESS.outsideAccount.wechat,
    critical: true,
    ownPagesOnly: true,
    summary: "Signs in by the code that the operator's WeChat account has told",
    query: z.object({ code: handed.optional(), aff: inviteCode }),
    data: loginUserSchema,
  }),
  bindWechat: route({
    method: 'GET',
    path: '/api/oauth/wechat/bind',
    ...ACCESS.outsideAccount.bindWechat,
    critical: true,
    summary: "Makes a WeChat account the caller's",
    query: z.object({ code: handed.optional() }),
    data: nothing,
  }),
  telegram: route({
    method: 'GET',
    path: '/api/oauth/telegram/login',
    ...ACCESS.outsideAccount.telegram,
    critical: true,
    ownPagesOnly: true,
    summary: 'Signs in by what the widget of Telegram signed within the last ten minutes; opens no account',
    query: signedByTelegram,
    data: loginUserSchema,
  }),
  bindTelegram: route({
    method: 'GET',
    path: '/api/oauth/telegram/bind',
    ...ACCESS.outsideAccount.bindTelegram,
    critical: true,
    ownPagesOnly: true,
    ledFrom: '/setting',
    statuses: { 302: 'Bound: the browser goes on to /setting' },
    summary: "Makes a Telegram account the caller's, by what the widget signed",
    query: signedByTelegram,
    data: nothing,
  }),
  unbindOwn: route({
    method: 'DELETE',
    path: '/api/user/self/binding/{binding}',
    ...ACCESS.outsideAccount.unbindOwn,
    summary: 'Takes an e-mail or an account with a provider off the own account, unless no way in would be left',
    params: z.object({ binding }),
    data: nothing,
  }),
  unbind: route({
    method: 'DELETE',
    path: '/api/user/{id}/binding/{binding}',
    ...ACCESS.outsideAccount.unbind,
    summary:
      'Takes an e-mail or an account with a provider off an account of a lower rank, unless no way in would be left',
    params: idParam.extend({ binding }),
    data: nothing,
  }),
} as const;
