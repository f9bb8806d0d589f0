import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import {
  CODE_CHARACTERS_MAX,
  EMAIL_CHARACTERS_MAX,
  PASSWORD_SENT_CHARACTERS_MAX,
} from '@ledgate/domain/catalogue/limits';
import { botChecked, positiveQuota, quotaAnswer, textOrNull, textUpTo } from './fields.ts';
import { nothing, refusal, route } from './route.ts';
import { displayName, password, username, usernameKept, userSchema } from './user.ts';

/** root still has the factory password: the console says so until it is changed. */
const factoryPassword = { must_change_password: z.boolean() };

/** What login answers: the rest of the user object is left out (docs/behaviour.md#users). */
export const loginUserSchema = userSchema
  .pick({ id: true, username: true, display_name: true, role: true, status: true, group: true, permissions: true })
  .extend(factoryPassword);
export type LoginUser = z.output<typeof loginUserSchema>;

/** The caller's own user object; no other answer says of anybody whether he has a password or an access token, and whether it is the factory's. */
const selfSchema = userSchema
  .extend(factoryPassword)
  .extend({ has_password: z.boolean(), has_access_token: z.boolean() });
export type Self = z.output<typeof selfSchema>;

/** group -> what it is called and its ratio; ratio is a number (docs/behaviour.md#groups). */
const usableGroupsSchema = z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() }));

const email = textUpTo(EMAIL_CHARACTERS_MAX).nullish();

export const sessionRoutes = {
  register: route({
    method: 'POST',
    path: '/api/user/register',
    ...ACCESS.session.register,
    critical: true,
    summary: "Opens an account; an inviter's code that is unknown is ignored",
    query: botChecked,
    body: z.object({
      username,
      password,
      password2: textUpTo(PASSWORD_SENT_CHARACTERS_MAX).nullish(),
      email,
      verification_code: textOrNull,
      aff_code: textOrNull,
    }),
    data: nothing,
    refusal,
  }),
  login: route({
    method: 'POST',
    path: '/api/user/login',
    ...ACCESS.session.login,
    critical: true,
    summary: 'Opens a session by name or e-mail and password; sets the cookie `session`',
    query: botChecked,
    body: z.object({
      username: textUpTo(EMAIL_CHARACTERS_MAX).min(1),
      password: textUpTo(PASSWORD_SENT_CHARACTERS_MAX).min(1),
    }),
    data: loginUserSchema,
    refusal,
  }),
  logout: route({
    method: 'GET',
    path: '/api/user/logout',
    ...ACCESS.session.logout,
    summary: 'Ends the session, also for who kept the cookie',
    data: nothing,
  }),
  self: route({
    method: 'GET',
    path: '/api/user/self',
    ...ACCESS.session.self,
    summary: "The caller's own user object",
    data: selfSchema,
  }),
  editSelf: route({
    method: 'PUT',
    path: '/api/user/self',
    ...ACCESS.session.editSelf,
    summary: "Changes the caller's name, display name or password; empty ones are ignored",
    body: z.object({
      username: z.union([z.literal(''), usernameKept]).nullish(),
      display_name: displayName.nullish(),
      password: z.union([z.literal(''), password]).nullish(),
      /** Where it is sent it must be right; who has no password yet has none to send. */
      old_password: textUpTo(PASSWORD_SENT_CHARACTERS_MAX).nullish(),
    }),
    data: nothing,
    refusal,
  }),
  closeSelf: route({
    method: 'DELETE',
    path: '/api/user/self',
    ...ACCESS.session.closeSelf,
    summary: "Closes the caller's account; not root's",
    /** Where it is sent it must be the own name: consoles ask for it, so that nobody closes an account by mistake. */
    body: z.object({ username: textUpTo(EMAIL_CHARACTERS_MAX).nullish() }).optional(),
    data: nothing,
    refusal,
  }),
  models: route({
    method: 'GET',
    path: '/api/user/models',
    ...ACCESS.session.models,
    summary: 'Models of the enabled channels of all groups the caller may use',
    data: z.array(z.string()),
  }),
  groups: route({
    method: 'GET',
    path: '/api/user/self/groups',
    ...ACCESS.session.groups,
    summary: 'Groups the caller may use',
    data: usableGroupsSchema,
  }),
  publicGroups: route({
    method: 'GET',
    path: '/api/user/groups',
    ...ACCESS.session.publicGroups,
    summary: 'Groups that anybody may use',
    data: usableGroupsSchema,
  }),
  accessToken: route({
    method: 'GET',
    path: '/api/user/token',
    ...ACCESS.session.accessToken,
    summary: 'A new system access token, shown this once; it replaces the old one',
    data: z.string(),
  }),
  inviteCode: route({
    method: 'GET',
    path: '/api/user/aff',
    ...ACCESS.session.inviteCode,
    summary: "The caller's invite code",
    data: z.string(),
  }),
  transferEarnings: route({
    method: 'POST',
    path: '/api/user/aff_transfer',
    ...ACCESS.session.transferEarnings,
    summary: 'Moves invite earnings to the balance; at least the quota of one unit',
    body: z.object({ quota: positiveQuota }),
    data: nothing,
  }),
  redeem: route({
    method: 'POST',
    path: '/api/user/topup',
    ...ACCESS.session.redeem,
    summary: 'Redeems a code; answers the quota credited',
    body: z.object({ key: textUpTo(CODE_CHARACTERS_MAX).trim().min(1) }),
    data: quotaAnswer,
  }),
} as const;
