import type { Attempt } from '@ledgate/domain/till/charge';
import { UPSTREAM_REQUEST_ID_CHARACTERS_MAX } from '../limits.ts';
import type { Call } from '../providers/provider.ts';
import { headerOf } from '../upstream/answer-headers.ts';
import { maskOf } from '../upstream/channel-secret.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import { recordable } from '../wire/recordable.ts';

/**
 * One try at a channel, as the ledger has it (docs/ledger.md#charges): taken to have answered until it is known what it came to. `key`: the kind of upstream.
 * `head`: undefined where none came. Times are whole milliseconds.
 */
export function attemptOf(
  key: string,
  { channel, model, affinity }: Call,
  head: AnswerHead | undefined,
  times: Required<Pick<Attempt, 'startMs' | 'latencyMs'>>,
): Attempt {
  const upstreamRequestId =
    head === undefined
      ? ''
      : recordable(
          maskOf(channel.key)(headerOf(head.headers, 'x-request-id') || headerOf(head.headers, 'request-id')),
          UPSTREAM_REQUEST_ID_CHARACTERS_MAX,
        );
  return {
    channelId: channel.id,
    ...(channel.keyId === undefined ? {} : { keyId: channel.keyId }),
    provider: key,
    modelSent: model,
    startMs: times.startMs,
    latencyMs: times.latencyMs,
    status: head?.status ?? 0,
    outcome: 'answered',
    ...(upstreamRequestId === '' ? {} : { upstreamRequestId }),
    ...(affinity === undefined ? {} : { affinity }),
  };
}
