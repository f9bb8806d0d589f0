import { z } from 'zod';
import { quotaSchema, timeMsSchema, userIdSchema } from '../shared/schemas.ts';

/** Unix seconds: local days begin at whole ones. */
const timeS = z.number().int();
const count = z.number().int().min(0);
const range = {
  start: timeS,
  end: timeS,
  /** IANA name. */
  zone: z.string().min(1),
};

/** So many late events one revision lists at most. */
export const LATE_EVENTS_MAX = 1_000;

/** Every event of the stream `books` by type; `periodId` counts from 1. */
export const booksEventSchemas = {
  /** Display rows that arrived before `beforeMs` are gone, whenever they are projected; ledger, balances and dashboards stay. */
  LogsCleaned: z.strictObject({ beforeMs: timeMsSchema, actorId: userIdSchema }),
  /** Fixes where a period ends in the ledger: at `end` the latest, whatever has been written since. */
  PeriodEnded: z.strictObject({ periodId: count, ...range, actorId: userIdSchema }),
  /**
   * The events of indexes from `firstIndex` to before `size` are the period's, sealed by `root` (base64), described by the manifest of the SHA-256 (hex) and
   * signed by `note`. `late` are those that came behind its end, by their indexes. An earlier release closed a month of UTC and nothing else.
   */
  PeriodClosed: z.union([
    z.strictObject({
      periodId: count,
      revision: count,
      ...range,
      firstIndex: count,
      size: count,
      root: z.string().min(1),
      totals: z.strictObject({ events: count, charges: count, chargeUnits: quotaSchema, creditUnits: quotaSchema }),
      late: z.array(count).max(LATE_EVENTS_MAX),
      manifestSha256: z.string().min(1),
      note: z.string().min(1),
      actorId: userIdSchema,
    }),
    z.strictObject({ periodId: z.null(), ...range, actorId: userIdSchema }),
  ]),
  PeriodReopened: z.union([
    z.strictObject({ periodId: count, actorId: userIdSchema, reason: z.string().min(1) }),
    z.strictObject({ periodId: z.null(), ...range, actorId: userIdSchema, reason: z.string().min(1) }),
  ]),
} as const;

type BooksEventType = keyof typeof booksEventSchemas;
export type BooksEvent = {
  [Type in BooksEventType]: { readonly type: Type; readonly data: z.infer<(typeof booksEventSchemas)[Type]> };
}[BooksEventType];

export const BOOKS_STREAM = 'books';
