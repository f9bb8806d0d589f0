import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { callLimitsSchema } from '@ledgate/domain/call-limits/sent-call-limits';
import {
  DISPLAY_NAME_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  PAGE_SIZE_MAX,
  PASSWORD_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MIN,
  REASON_CHARACTERS_MAX,
  USERNAME_CHARACTERS_MAX,
} from '@ledgate/domain/catalogue/limits';
import { USER_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { PERMISSIONS } from '@ledgate/domain/catalogue/permissions';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import {
  callLimitsAnswer,
  choiceInQuery,
  commandId,
  id,
  idParam,
  isUserName,
  orderQuery,
  page,
  pageFromOne,
  quotaAnswer,
  signedQuota,
  sizeInQuery,
  textInQuery,
  textUpTo,
} from './fields.ts';
import { nothing, route } from './route.ts';

/** A name as it may stand already: the rule for new ones came later, and who came by a provider has a longer one. */
export const usernameKept = textUpTo(NAME_CHARACTERS_MAX).trim().min(1);
export const username = textUpTo(USERNAME_CHARACTERS_MAX)
  .trim()
  .min(1)
  .refine(isUserName, { params: { rule: 'user_name' } });
export const password = textUpTo(PASSWORD_CHARACTERS_MAX).min(PASSWORD_CHARACTERS_MIN);
export const displayName = textUpTo(DISPLAY_NAME_CHARACTERS_MAX);

/** A user as the console knows him (docs/behaviour.md#users). Amounts are quota units. No password and no access token is ever in it. */
export const userSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  password: z.literal(''),
  display_name: z.string(),
  role: z.number().int(),
  status: z.number().int(),
  email: z.string(),
  github_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  verification_code: z.literal(''),
  /** The balance: credits less consumption, whatever is reserved. */
  quota: quotaAnswer,
  used_quota: quotaAnswer,
  request_count: z.number().int(),
  group: z.string(),
  aff_code: z.string(),
  aff_count: z.number().int(),
  aff_quota: quotaAnswer,
  aff_history_quota: quotaAnswer,
  inviter_id: z.number().int(),
  /** '' where there is none, nobody knows it any more, or who asks is no administrator. */
  inviter_username: z.string(),
  /** ISO 8601 when the account is closed. */
  DeletedAt: z.string().nullable(),
  created_time: z.number().int(),
  limits: callLimitsAnswer,
  permissions: z.array(z.enum(PERMISSIONS)),
});
export type User = z.output<typeof userSchema>;

const status = { status: choiceInQuery(Object.values(USER_STATUS)) };
const listQuery = { p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX), ...orderQuery(USER_ORDERS), ...status };
export const userFilters = { ...status, keyword: textInQuery, group: textInQuery };

export const userRoutes = {
  list: route({
    method: 'GET',
    path: '/api/user/',
    ...ACCESS.user.list,
    summary: 'Users, closed ones included; newest first where nothing else is asked for',
    query: z.object(listQuery),
    data: page(userSchema),
  }),
  search: route({
    method: 'GET',
    path: '/api/user/search',
    ...ACCESS.user.search,
    summary: 'Users by a part of name, e-mail or display name, or by id; by group exactly',
    query: z.object({ ...listQuery, ...userFilters }),
    data: page(userSchema),
  }),
  get: route({
    method: 'GET',
    path: '/api/user/{id}',
    ...ACCESS.user.get,
    summary: 'One user; not one of the own rank, except for root',
    params: idParam,
    data: userSchema,
  }),
  create: route({
    method: 'POST',
    path: '/api/user/',
    ...ACCESS.user.create,
    summary: 'Creates an ordinary user in the group default',
    body: z.object({
      username,
      password,
      display_name: displayName.nullish(),
      role: z.number().int().nullish(),
      command_id: commandId,
    }),
    data: nothing,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/user/',
    ...ACCESS.user.edit,
    summary:
      'Changes name, display name, group, password (when not empty) and, as older consoles do, sets the balance to an absolute number',
    body: z.object({
      id,
      username: usernameKept.nullish(),
      display_name: displayName.nullish(),
      password: z.union([z.literal(''), password]).nullish(),
      group: textUpTo(NAME_CHARACTERS_MAX).nullish(),
      role: z.number().int().nullish(),
      quota: signedQuota.nullish(),
      limits: callLimitsSchema.nullish(),
    }),
    data: nothing,
  }),
  permissions: route({
    method: 'PUT',
    path: '/api/user/permissions',
    ...ACCESS.user.permissions,
    summary: 'Sets what a user may beside his role; answers the list',
    body: z.object({ id, permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length) }),
    data: z.array(z.enum(PERMISSIONS)),
  }),
  manage: route({
    method: 'POST',
    path: '/api/user/manage',
    ...ACCESS.user.manage,
    summary: 'promote, demote, disable, enable or delete; any other action changes nothing',
    body: z.object({ id, action: textUpTo(NAME_CHARACTERS_MAX) }),
    data: z.object({ id: z.number().int(), role: z.number().int(), status: z.number().int() }),
  }),
  /**
   * `balance_seen` is kept with the reason: it tells what the administrator saw when he decided. The change is made whatever the balance is by
   * now; the message tells the balance with the change and what it would be without it, both null while the read
   * models do not have the change yet. A call with a `command_id` that came before changes nothing again; one that
   * asks for something else under it is refused.
   */
  adjust: route({
    method: 'POST',
    path: '/api/user/adjust',
    ...ACCESS.user.adjust,
    summary: 'Changes a balance by a signed amount, with a reason; answers the new balance',
    body: z.object({
      id,
      delta: signedQuota,
      reason: textUpTo(REASON_CHARACTERS_MAX).trim().min(1),
      balance_seen: z.number().int().nullish(),
      command_id: commandId,
    }),
    data: z.object({
      id: z.number().int(),
      quota: quotaAnswer.nullable(),
      /** What `quota` would be without this change: what was charged or credited meanwhile is in both. */ before:
        quotaAnswer.nullable(),
      /** Place in the ledger; 0 when this call wrote nothing. */
      position: z.number().int(),
      /** The same call came before: nothing was changed by this one. */
      repeated: z.boolean(),
    }),
  }),
  close: route({
    method: 'DELETE',
    path: '/api/user/{id}',
    ...ACCESS.user.close,
    summary: 'Closes an account; its entries and its balance stay on the books',
    params: idParam,
    data: nothing,
  }),
} as const;
