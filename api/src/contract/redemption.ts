import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { CODE_NAME_BYTES_MAX, CODES_AT_ONCE_MAX, PAGE_SIZE_MAX } from '@ledgate/domain/catalogue/limits';
import { CODE_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import {
  bytesAtMost,
  choiceInQuery,
  commandId,
  id,
  idParam,
  orderQuery,
  page,
  pageFromOne,
  positiveQuota,
  quotaAnswer,
  sizeInQuery,
  textInQuery,
  timeS,
} from './fields.ts';
import { nothing, refusal, route } from './route.ts';

/** A redemption code (docs/behaviour.md#redemption-codes). */
const codeSchema = z.object({
  id: z.number().int(),
  /** Who made it. */
  user_id: z.number().int(),
  /** 32 hexadecimal digits. */
  key: z.string(),
  status: z.number().int(),
  name: z.string(),
  quota: quotaAnswer,
  created_time: timeS,
  redeemed_time: timeS,
  count: z.literal(0),
  /** 0: nobody yet. */
  used_user_id: z.number().int(),
  /** '' where nobody has redeemed it, or nobody knows of that user any more. */
  used_username: z.string(),
  DeletedAt: z.null(),
});
export type Code = z.output<typeof codeSchema>;

/** Of a code. A form may leave it empty: it is named by its worth then. */
export const codeName = bytesAtMost(CODE_NAME_BYTES_MAX);
const name = codeName.min(1);
const status = { status: choiceInQuery([CODE_STATUS.unused, CODE_STATUS.disabled, CODE_STATUS.used]) };
const listQuery = { p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX), ...orderQuery(CODE_ORDERS), ...status };
export const codeFilters = { ...status, keyword: textInQuery };

export const redemptionRoutes = {
  list: route({
    method: 'GET',
    path: '/api/redemption/',
    ...ACCESS.redemption.list,
    summary: 'Codes; newest first where nothing else is asked for',
    query: z.object(listQuery),
    data: page(codeSchema),
  }),
  search: route({
    method: 'GET',
    path: '/api/redemption/search',
    ...ACCESS.redemption.search,
    summary: 'Codes by id or by the beginning of the name',
    query: z.object({ ...listQuery, ...codeFilters }),
    data: page(codeSchema),
  }),
  get: route({
    method: 'GET',
    path: '/api/redemption/{id}',
    ...ACCESS.redemption.get,
    summary: 'One code',
    params: idParam,
    data: codeSchema,
  }),
  create: route({
    method: 'POST',
    path: '/api/redemption/',
    ...ACCESS.redemption.create,
    summary: 'Makes codes of equal worth; answers their keys',
    body: z.object({
      name,
      quota: positiveQuota,
      count: z.number().int().min(1).max(CODES_AT_ONCE_MAX),
      command_id: commandId,
    }),
    data: z.array(z.string()),
  }),
  edit: route({
    method: 'PUT',
    path: '/api/redemption/',
    ...ACCESS.redemption.edit,
    summary: 'Changes name and quota of a code that is not used',
    body: z.object({ id, name, quota: positiveQuota }),
    data: codeSchema,
  }),
  setStatus: route({
    method: 'PUT',
    path: '/api/redemption/',
    when: ['status_only', 'true'],
    ...ACCESS.redemption.setStatus,
    summary: 'Enables or disables a code that is not used',
    body: z.object({ id, status: z.literal([CODE_STATUS.unused, CODE_STATUS.disabled]) }),
    data: codeSchema,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/redemption/{id}',
    ...ACCESS.redemption.delete,
    summary: 'Takes a code out of the list; one that is not used can no longer be',
    params: idParam,
    data: nothing,
    refusal,
  }),
} as const;
