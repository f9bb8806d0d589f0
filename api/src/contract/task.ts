import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { PAGE_SIZE_MAX, TASK_PAGE_ROWS, TIME_S_MAX } from '@ledgate/domain/catalogue/limits';
import { numberInQuery, pageFromZero, quotaAnswer, sizeInQuery, textInQuery, timeInQuery, timeS } from './fields.ts';
import { route } from './route.ts';

/** Unix milliseconds; 0: not yet. */
const timeMs = z.number().int().min(0);
const MS = 1_000;
/** Unix milliseconds; 0: no bound. */
const timeMsInQuery = numberInQuery(0, 0, TIME_S_MAX * MS);

/** A job of the drawing protocol (docs/behaviour.md#tasks); texts that the ledger does not know are ''. */
const drawingSchema = z.object({
  id: z.number().int(),
  code: z.number().int(),
  user_id: z.number().int(),
  action: z.string(),
  mj_id: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  submit_time: timeMs,
  start_time: timeMs,
  finish_time: timeMs,
  image_url: z.string(),
  /** SUBMITTED, SUCCESS or FAILURE. */
  status: z.string(),
  /** `NN%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** 0 for who is no administrator. */
  channel_id: z.number().int(),
  quota: quotaAnswer,
  buttons: z.string(),
  properties: z.string(),
});
export type Drawing = z.output<typeof drawingSchema>;

/** Any other task. Times are Unix seconds; 0: not yet. */
const taskSchema = z.object({
  id: z.number().int(),
  created_at: timeS,
  updated_at: timeS,
  task_id: z.string(),
  platform: z.string(),
  user_id: z.number().int(),
  /** 0 for who is no administrator. */
  channel_id: z.number().int(),
  quota: quotaAnswer,
  action: z.string(),
  /** SUBMITTED, SUCCESS or FAILURE. */
  status: z.string(),
  fail_reason: z.string(),
  submit_time: timeS,
  start_time: timeS,
  finish_time: timeS,
  /** `NN%`. */
  progress: z.string(),
  properties: z.object({ input: z.string() }),
  data: z.null(),
});
export type Task = z.output<typeof taskSchema>;

const pageQuery = { p: pageFromZero, page_size: sizeInQuery(TASK_PAGE_ROWS, PAGE_SIZE_MAX) };
const channel = { channel_id: numberInQuery(0, 0, Number.MAX_SAFE_INTEGER) };
const ofDrawings = { ...pageQuery, mj_id: textInQuery, start_timestamp: timeMsInQuery, end_timestamp: timeMsInQuery };
const ofTasks = { ...pageQuery, task_id: textInQuery, start_timestamp: timeInQuery, end_timestamp: timeInQuery };

export const taskRoutes = {
  drawings: route({
    method: 'GET',
    path: '/api/mj/',
    ...ACCESS.task.drawings,
    summary: 'Drawing jobs of everybody, newest first, pages counted from 0; times in milliseconds',
    query: z.object({ ...ofDrawings, ...channel }),
    counted: true,
    data: z.array(drawingSchema),
  }),
  drawingsSelf: route({
    method: 'GET',
    path: '/api/mj/self',
    ...ACCESS.task.drawingsSelf,
    summary: 'The same of the caller alone',
    query: z.object(ofDrawings),
    counted: true,
    data: z.array(drawingSchema),
  }),
  tasks: route({
    method: 'GET',
    path: '/api/task/',
    ...ACCESS.task.tasks,
    summary: 'Other tasks of everybody, newest first, pages counted from 0; times in seconds',
    query: z.object({ ...ofTasks, ...channel }),
    counted: true,
    data: z.array(taskSchema),
  }),
  tasksSelf: route({
    method: 'GET',
    path: '/api/task/self',
    ...ACCESS.task.tasksSelf,
    summary: 'The same of the caller alone',
    query: z.object(ofTasks),
    counted: true,
    data: z.array(taskSchema),
  }),
} as const;
