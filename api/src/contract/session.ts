import { z } from 'zod';
import {
  CODE_CHARACTERS_MAX,
  EMAIL_CHARACTERS_MAX,
  PASSWORD_SENT_CHARACTERS_MAX,
} from '@ledgate/domain/catalogue/limits';
import { positiveQuota, quotaAnswer, textOrNull, textUpTo } from './fields.ts';
import { nothing, refusal, route } from './route.ts';
import { displayName, password, username, usernameKept, userSchema } from './user.ts';

/** root still has the factory password: the console says so until it is changed. */
const factoryPassword = { must_change_password: z.boolean() };

/** What login answers: the rest of the user object is left out (docs/behaviour.md#users). */
const loginUserSchema = userSchema
  .pick({ id: true, username: true, display_name: true, role: true, status: true, group: true })
  .extend(factoryPassword);
export type LoginUser = z.output<typeof loginUserSchema>;

/** The caller's own user object; no other answer says of anybody whether his password is the factory's. */
const selfSchema = userSchema.extend(factoryPassword);
export type Self = z.output<typeof selfSchema>;

/** group -> what it is called and its ratio; ratio is a number (docs/behaviour.md#groups). */
const usableGroupsSchema = z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() }));

const email = textUpTo(EMAIL_CHARACTERS_MAX).nullish();

export const sessionRoutes = {
  register: route({
    method: 'POST',
    path: '/api/user/register',
    level: 'public',
    critical: true,
    summary: "Opens an account; an inviter's code that is unknown is ignored",
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
    level: 'public',
    critical: true,
    summary: 'Opens a session by name or e-mail and password; sets the cookie `session`',
    body: z.object({
      username: textUpTo(EMAIL_CHARACTERS_MAX).min(1),
      password: textUpTo(PASSWORD_SENT_CHARACTERS_MAX).min(1),
    }),
    data: loginUserSchema,
  }),
  logout: route({
    method: 'GET',
    path: '/api/user/logout',
    level: 'public',
    summary: 'Ends the session, also for who kept the cookie',
    data: nothing,
  }),
  self: route({
    method: 'GET',
    path: '/api/user/self',
    level: 'user',
    summary: "The caller's own user object",
    data: selfSchema,
  }),
  editSelf: route({
    method: 'PUT',
    path: '/api/user/self',
    level: 'user',
    summary: "Changes the caller's name, display name or password; empty ones are ignored",
    body: z.object({
      username: z.union([z.literal(''), usernameKept]).nullish(),
      display_name: displayName.nullish(),
      password: z.union([z.literal(''), password]).nullish(),
    }),
    data: nothing,
  }),
  closeSelf: route({
    method: 'DELETE',
    path: '/api/user/self',
    level: 'user',
    summary: "Closes the caller's account; not root's",
    data: nothing,
  }),
  models: route({
    method: 'GET',
    path: '/api/user/models',
    level: 'user',
    summary: 'Models of the enabled channels of all groups the caller may use',
    data: z.array(z.string()),
  }),
  groups: route({
    method: 'GET',
    path: '/api/user/self/groups',
    level: 'user',
    summary: 'Groups the caller may use',
    data: usableGroupsSchema,
  }),
  publicGroups: route({
    method: 'GET',
    path: '/api/user/groups',
    level: 'try_user',
    summary: 'Groups that anybody may use',
    data: usableGroupsSchema,
  }),
  accessToken: route({
    method: 'GET',
    path: '/api/user/token',
    level: 'user',
    summary: 'A new system access token, shown this once; it replaces the old one',
    data: z.string(),
  }),
  inviteCode: route({
    method: 'GET',
    path: '/api/user/aff',
    level: 'user',
    summary: "The caller's invite code",
    data: z.string(),
  }),
  transferEarnings: route({
    method: 'POST',
    path: '/api/user/aff_transfer',
    level: 'user',
    summary: 'Moves invite earnings to the balance; at least the quota of one unit',
    body: z.object({ quota: positiveQuota }),
    data: nothing,
  }),
  redeem: route({
    method: 'POST',
    path: '/api/user/topup',
    level: 'user',
    summary: 'Redeems a code; answers the quota credited',
    body: z.object({ key: textUpTo(CODE_CHARACTERS_MAX).trim().min(1) }),
    data: quotaAnswer,
  }),
} as const;
