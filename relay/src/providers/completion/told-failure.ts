import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Refusal } from '../../modes/answer.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import type { JsonObject } from '../../wire/json.ts';

/** What a provider has told with status 200 and is a failure of that status. `told`: where its message is looked for. */
export function toldFailure(status: number, told: JsonObject, channel: ChannelView): Refusal {
  const head = { status, statusText: '', headers: {} };
  return { status, error: upstreamError(head, Buffer.from(JSON.stringify(told)), channel) };
}
