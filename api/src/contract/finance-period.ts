import {
  NAME_CHARACTERS_MAX,
  PAGE_SIZE_MAX,
  REASON_CHARACTERS_MAX,
  TIME_S_MAX,
} from '@ledgate/domain/catalogue/limits';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { idParam, page, pageFromOne, sizeInQuery, textUpTo } from './fields.ts';
import { refusal, route } from './route.ts';

const word = textUpTo(NAME_CHARACTERS_MAX);
/** Unix seconds. */
const second = z.number().int().min(0).max(TIME_S_MAX).optional();

const closeSchema = z.strictObject({
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` in the zone. */
  period: word.optional(),
  /** In place of it: from `start` (inclusive; 0: from the first event) to `end` (exclusive). */
  start: second,
  end: second,
  /** IANA; UTC where left out. */
  zone: word.optional(),
  reason: textUpTo(REASON_CHARACTERS_MAX).optional(),
});
export type ClosePeriodBody = z.input<typeof closeSchema>;

const numberOrNull = z.number().int().nullable();

const periodSchema = z.object({
  /** From 1. */
  id: z.number().int(),
  /** Of the close that was begun last, from 1. */
  revision: z.number().int(),
  /** `closing`: its close was begun and goes on, whatever becomes of the process at it; the figures below are of the close before, or null. */
  status: z.enum(['closing', 'closed', 'reopened']),
  /** Unix seconds. */
  start: z.number().int(),
  end: z.number().int(),
  zone: z.string(),
  /** Its events are the indexes from `first_index` to before `size`. */
  first_index: numberOrNull,
  size: numberOrNull,
  /** Of its last event. */
  position: numberOrNull,
  totals: z
    .object({
      events: z.number().int(),
      /** Rows of charges.csv, and quota units: sums of what the two files have. */
      charges: z.number().int(),
      charge_units: z.number().int(),
      credit_units: z.number().int(),
    })
    .nullable(),
  /** Hexadecimal. */
  manifest_sha256: z.string().nullable(),
  /** Indexes of events that stand behind its end with a time before it, as the revision lists them. */
  late: z.array(z.number().int()),
  /** Unix seconds. */
  closed_at: numberOrNull,
  begun_at: z.number().int(),
  actor_id: z.number().int(),
  /** Without a name where nobody knows that any more. */
  actor_name: z.string(),
  /** Why it was opened again last, and when, Unix seconds; null where it never was. */
  reopen_reason: z.string().nullable(),
  reopened_at: numberOrNull,
  /** Bytes of its bundle where that is kept; null: it is made again when somebody asks for it. */
  bundle_bytes: numberOrNull,
});
export type PeriodAnswer = z.output<typeof periodSchema>;

const PATH = '/api/finance/periods/';

export const financePeriodRoutes = {
  close: route({
    method: 'POST',
    path: PATH,
    ...ACCESS.financePeriod.close,
    summary:
      'Closes the period that follows on the last one. The same again answers the first. What takes over a minute is told as closing, and goes on',
    body: closeSchema,
    data: periodSchema,
    refusal,
  }),
  list: route({
    method: 'GET',
    path: PATH,
    ...ACCESS.financePeriod.list,
    summary: 'Periods, the newest first',
    query: z.object({ p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX) }),
    data: page(periodSchema),
    refusal,
  }),
  get: route({
    method: 'GET',
    path: `${PATH}{id}`,
    ...ACCESS.financePeriod.get,
    summary: 'One period',
    params: idParam,
    data: periodSchema,
    refusal,
  }),
  file: route({
    method: 'GET',
    path: `${PATH}{id}/file`,
    ...ACCESS.financePeriod.file,
    ledFrom: '/periods',
    answers: 'file',
    fileTypes: ['application/x-tar'],
    summary:
      'The signed bundle of a closed period, or the part that Range names. Made again where it is not kept: if that takes long, the same call follows',
    params: idParam,
    data: z.string(),
    refusal,
    statuses: {
      206: 'The part that Range names, where If-Range does not name another file',
      412: 'If-Match names another file',
      416: 'The range begins behind the end of the file',
    },
  }),
  reopen: route({
    method: 'POST',
    path: `${PATH}{id}/reopen`,
    ...ACCESS.financePeriod.reopen,
    summary: 'Opens the last period again; the next close is of the same range, as its next revision',
    params: idParam,
    body: z.strictObject({ reason: textUpTo(REASON_CHARACTERS_MAX).optional() }),
    data: periodSchema,
    refusal,
  }),
} as const;
