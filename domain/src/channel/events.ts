import { z } from 'zod';
import { attemptSchema, privateSaltSchema } from '../till/charge.ts';

/** Every event of a stream `channel-{channelId}` by type. The channel itself stands in the directory. */
export const channelEventSchemas = {
  /**
   * Somebody has tried whether the channel answers: no user is charged for it, and nothing is posted, though its attempts, in their order, may cost the
   * operator something.
   */
  ChannelTested: z.strictObject({ attempts: z.array(attemptSchema).min(1), privateSalt: privateSaltSchema }),
} as const;

type ChannelEventType = keyof typeof channelEventSchemas;
export type ChannelEvent = {
  [Type in ChannelEventType]: { readonly type: Type; readonly data: z.infer<(typeof channelEventSchemas)[Type]> };
}[ChannelEventType];

export const channelStream = (channelId: number): string => `channel-${channelId}`;
