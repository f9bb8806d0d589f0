import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { RelayError } from '../../errors/relay-error.ts';
import type { AnswerHead } from '../../upstream/upstream-attempt.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import { jsonIn } from '../../wire/json.ts';

/** Google's servers tell the error of what would have been a stream in a list. Undefined for any other, which is read like everybody's. */
export function listedError(
  { head, body }: { readonly head: AnswerHead; readonly body: Buffer },
  channel: ChannelView,
): RelayError | undefined {
  const list = jsonIn(body);
  if (!Array.isArray(list)) return undefined;
  const [first] = list as readonly unknown[];
  return upstreamError(head, Buffer.from(JSON.stringify(first) ?? ''), channel);
}
