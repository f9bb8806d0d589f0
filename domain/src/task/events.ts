import { z } from 'zod';
import { quotaSchema, requestIdSchema, tokenIdSchema, userIdSchema } from '../shared/schemas.ts';

/** Every event of a stream `task-{taskId}` by type. The charge itself stands in the till of the request that submitted the task. */
export const taskEventSchemas = {
  TaskSubmitted: z.strictObject({
    taskId: z.string().min(1),
    accountId: userIdSchema,
    tokenId: tokenIdSchema,
    requestId: requestIdSchema,
    platform: z.string(),
    action: z.string(),
    amount: quotaSchema,
  }),
  TaskSucceeded: z.strictObject({ taskId: z.string().min(1) }),
  /**
   * The claim of a refund when `refund` is above zero: credited to the account with source `task-{taskId}`. It is what the charge of `requestId` (left out by
   * earlier releases) stands at, in suspense where it is `suspended`.
   */
  TaskFailed: z.strictObject({
    taskId: z.string().min(1),
    accountId: userIdSchema,
    tokenId: tokenIdSchema,
    refund: quotaSchema,
    reason: z.string(),
    requestId: requestIdSchema.optional(),
    suspended: z.boolean(),
  }),
  TaskRefunded: z.strictObject({ taskId: z.string().min(1), amount: quotaSchema }),
} as const;

type TaskEventType = keyof typeof taskEventSchemas;
export type TaskEvent = {
  [Type in TaskEventType]: { readonly type: Type; readonly data: z.infer<(typeof taskEventSchemas)[Type]> };
}[TaskEventType];

export type TaskEventOf<Type extends TaskEventType> = Extract<TaskEvent, { type: Type }>;

export const taskStream = (taskId: string): string => `task-${taskId}`;
