import { userId } from '@ledgate/domain/shared/ids';
import { z } from 'zod';

/** NOTIFY channels: the question, and a relay's answer. */
export const RECALL = 'ledgate_recall';
export const RECALLED = 'ledgate_recalled';

const question = z.object({
  recallId: z.string(),
  accountId: z.number().int().positive().transform(userId),
  from: z.string(),
});
const answer = z.object({ recallId: z.string(), relayId: z.string() });

export type Question = z.output<typeof question>;
export type Answer = z.output<typeof answer>;

/** undefined: no such message, whoever sent it. */
export const questionOf = (payload: string): Question | undefined => read(question, payload);
export const answerOf = (payload: string): Answer | undefined => read(answer, payload);

function read<Schema extends z.ZodType>(schema: Schema, payload: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
