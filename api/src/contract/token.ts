import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { callLimitsSchema } from '@ledgate/domain/call-limits/sent-call-limits';
import {
  NAME_CHARACTERS_MAX,
  PAGE_SIZE_MAX,
  SEARCH_ROWS_MAX,
  TIME_S_MAX,
  TOKEN_NAME_BYTES_MAX,
  TOKEN_SUFFIX_CHARACTERS,
  TOKENS_AT_ONCE_MAX,
} from '@ledgate/domain/catalogue/limits';
import { TOKEN_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import {
  addressLines,
  bytesAtMost,
  callLimitsAnswer,
  choiceInQuery,
  commandId,
  id,
  idParam,
  orderQuery,
  pageFromZero,
  quotaAnswer,
  quotaStated,
  signedQuota,
  sizeInQuery,
  text,
  textInQuery,
  textUpTo,
} from './fields.ts';
import { nothing, refusal, route } from './route.ts';

/** A token as its owner sees it (docs/behaviour.md#tokens): `key` in clear, without `sk-`. */
const tokenSchema = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  key: z.string(),
  /** TOKEN_STATUS; expired and exhausted are reckoned when it is read. */
  status: z.number().int(),
  name: z.string(),
  created_time: z.number().int(),
  accessed_time: z.number().int(),
  /** Unix seconds; -1: never. */
  expired_time: z.number().int(),
  /** What is left of its limit. Of a token without limit: what an older client would show, 0 less what it used. */
  remain_quota: quotaAnswer,
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  allow_ips: z.string(),
  used_quota: quotaAnswer,
  group: z.string(),
  limits: callLimitsAnswer,
  DeletedAt: z.null(),
});
export type Token = z.output<typeof tokenSchema>;

const form = {
  expired_time: z.number().int().min(-1).max(TIME_S_MAX).nullish(),
  unlimited_quota: z.boolean().nullish(),
  model_limits_enabled: z.boolean().nullish(),
  model_limits: text.nullish(),
  allow_ips: addressLines.nullish(),
  limits: callLimitsSchema.nullish(),
  group: textUpTo(NAME_CHARACTERS_MAX).nullish(),
};
const name = bytesAtMost(TOKEN_NAME_BYTES_MAX);

const status = { status: choiceInQuery(Object.values(TOKEN_STATUS)) };
const listQuery = { ...orderQuery(TOKEN_ORDERS), ...status };
export const tokenFilters = { ...status, keyword: textInQuery, token: textInQuery };
/** What a new one is made of. */
const made = { name: name.min(1), remain_quota: quotaStated.nullish(), ...form };

export const tokenRoutes = {
  list: route({
    method: 'GET',
    path: '/api/token/',
    ...ACCESS.token.list,
    summary: "The caller's tokens; newest first where nothing else is asked for",
    query: z.object({ p: pageFromZero, size: sizeInQuery(10, PAGE_SIZE_MAX), ...listQuery }),
    counted: true,
    data: z.array(tokenSchema),
  }),
  search: route({
    method: 'GET',
    path: '/api/token/search',
    ...ACCESS.token.search,
    summary: "The caller's tokens by a part of the name and a part of the key",
    query: z.object({
      ...tokenFilters,
      p: pageFromZero,
      size: sizeInQuery(SEARCH_ROWS_MAX, PAGE_SIZE_MAX),
      ...listQuery,
    }),
    counted: true,
    data: z.array(tokenSchema),
  }),
  get: route({
    method: 'GET',
    path: '/api/token/{id}',
    ...ACCESS.token.get,
    summary: "One of the caller's tokens",
    params: idParam,
    data: tokenSchema,
  }),
  create: route({
    method: 'POST',
    path: '/api/token/',
    ...ACCESS.token.create,
    summary: 'Makes a token; its key is read from the list',
    body: z.object({ ...made, command_id: commandId }),
    data: nothing,
  }),
  createMany: route({
    method: 'POST',
    path: '/api/token/batch',
    ...ACCESS.token.createMany,
    summary:
      'Makes several tokens at once, all or none; the name of each further one gets a dash and six random characters; answers their keys',
    body: z
      .object({ ...made, count: z.number().int().min(1).max(TOKENS_AT_ONCE_MAX), command_id: commandId })
      .superRefine(({ name: first, count }, context) => {
        const maximum = TOKEN_NAME_BYTES_MAX - TOKEN_SUFFIX_CHARACTERS - 1;
        if (count > 1 && new TextEncoder().encode(first).length > maximum)
          context.addIssue({ code: 'custom', path: ['name'], params: { rule: 'bytes_at_most', maximum } });
      }),
    data: z.array(z.string()),
  }),
  /** A number equal to the one last shown to this session changes nothing: older clients send the whole form back. */
  edit: route({
    method: 'PUT',
    path: '/api/token/',
    ...ACCESS.token.edit,
    summary: 'Changes a token; remain_quota is set to the number sent, what it used stays',
    body: z.object({ id, name: name.min(1).nullish(), remain_quota: signedQuota.nullish(), ...form }),
    data: tokenSchema,
  }),
  setStatus: route({
    method: 'PUT',
    path: '/api/token/',
    when: ['status_only', 'true'],
    ...ACCESS.token.setStatus,
    summary: 'Enables or disables a token',
    body: z.object({ id, status: z.literal([TOKEN_STATUS.enabled, TOKEN_STATUS.disabled]) }),
    data: tokenSchema,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/token/{id}',
    ...ACCESS.token.delete,
    summary: 'Deletes a token; its entries stay',
    params: idParam,
    data: nothing,
    refusal,
  }),
} as const;
