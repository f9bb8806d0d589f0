import { z } from 'zod';
import { numbersSchema } from '../../server/telemetry/metrics/numbers.ts';

/** What a relay process is told: once how to begin, as soon as it hears; then of each connection that comes with the word. */
export const orderSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begin'),
    relayId: z.string(),
    /** Its environment, as text. */
    variables: z.record(z.string(), z.string()),
    proxy: z.object({ port: z.number(), secret: z.string() }),
    /** Whether the parent wants to hear of appends. */
    tellAppends: z.boolean(),
  }),
  z.object({ kind: z.literal('connection') }),
]);
export type Order = z.infer<typeof orderSchema>;
export type Begin = Extract<Order, { kind: 'begin' }>;

/**
 * What it says: that it hears (what is sent to a process that is still loading is lost); why it could not begin; that it takes connections, that it has taken
 * the last one, and that it takes no more; that events may have been appended; why it refuses programs at the moment, when that has changed; what it
 * has counted so far, every now and then.
 */
export const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['hears', 'serves', 'took', 'leaves', 'appended']) }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('readiness'), unready: z.string().nullable() }),
  z.object({ kind: z.literal('numbers'), numbers: numbersSchema }),
]);
export type Report = z.infer<typeof reportSchema>;
