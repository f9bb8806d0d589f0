import { isUsageTold } from '../modes/chat-request.ts';
import { maskOf } from '../upstream/channel-secret.ts';
import { refusalIn } from './told-refusal.ts';
import { type Cutter, OpenAiStream } from './openai/openai-stream.ts';
import type { Call } from './provider.ts';

/**
 * A stream of what is told in another form. `inOpenAi` makes chunks of whole events; `cutter` finds those in bytes that are none; `usageSoFar` is what was
 * told of the usage before the end, which is in no chunk.
 */
export const toldStream = (
  { request, channel }: Call<'chat'>,
  inOpenAi: (events: Buffer) => Buffer,
  { cutter, usageSoFar }: { readonly cutter?: Cutter | undefined; readonly usageSoFar?: () => unknown } = {},
): OpenAiStream =>
  new OpenAiStream(isUsageTold(request), {
    holdsUsage: request.costAsked !== undefined,
    mask: maskOf(channel.key),
    ...(cutter === undefined ? {} : { cutter }),
    ...(usageSoFar === undefined ? {} : { usageSoFar }),
    inOpenAi,
    refusalIn: (event) => refusalIn(event, channel),
  });
