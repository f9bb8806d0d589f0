import { z } from 'zod';
import { timeMsSchema, userIdSchema } from '../shared/schemas.ts';

/** Every event of the stream `books` by type. */
export const booksEventSchemas = {
  /** Display rows that arrived before `beforeMs` are gone, whenever they are projected; ledger, balances and dashboards stay. */
  LogsCleaned: z.strictObject({ beforeMs: timeMsSchema, actorId: userIdSchema }),
  PeriodClosed: z.strictObject({ period: z.string().regex(/^\d{4}-\d{2}$/), actorId: userIdSchema }),
  PeriodReopened: z.strictObject({
    period: z.string().regex(/^\d{4}-\d{2}$/),
    actorId: userIdSchema,
    reason: z.string().min(1),
  }),
} as const;

type BooksEventType = keyof typeof booksEventSchemas;
export type BooksEvent = {
  [Type in BooksEventType]: { readonly type: Type; readonly data: z.infer<(typeof booksEventSchemas)[Type]> };
}[BooksEventType];

export const BOOKS_STREAM = 'books';
