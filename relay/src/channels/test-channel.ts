import type { Clock } from '@ledgate/domain/ports/clock';
import type { ChannelView, RelayView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../errors/bad-channel.ts';
import { RelayError } from '../errors/relay-error.ts';
import { TEST_TIMEOUT_MS, TEST_TOKENS_MAX } from '../limits.ts';
import { type ChatRequest, validateChat } from '../modes/chat-request.ts';
import { isReasoningModel } from '../modes/reasoning-effort.ts';
import { providerOf, wayOf } from '../providers/registry.ts';
import { UpstreamAttempt } from '../upstream/upstream-attempt.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { ReportedUsage } from '../usage/usage.ts';
import { parseJsonRequest } from '../wire/json.ts';
import { type Answered, type Failure, readOutcome, sendCall } from './ask-channel.ts';
import { isChannelSpent } from './auto-disable.ts';

/**
 * How a channel did. `message` is '' when it did well, and `code` where the words are the provider's own; `status` is the upstream's, 0 when it
 * gave none; `model` is the name that went upstream. `error` is what a caller would have got. `disables`: after such a failure a channel is
 * switched off.
 */
export type ChannelTestResult = {
  readonly ok: boolean;
  readonly message: string;
  readonly code: string;
  readonly seconds: number;
  readonly status: number;
  readonly model: string;
  readonly usage: ReportedUsage | undefined;
  readonly error: RelayError | undefined;
  readonly disables: boolean;
};

export type TestChannel = (channel: ChannelView, model: string) => Promise<ChannelTestResult>;

type Ports = { readonly upstreams: Upstreams; readonly view: RelayView; readonly clock: Clock };

/** Asks a channel's upstream for a few tokens, whatever the channel's status. Costs no user anything. Never rejects. */
export function createTestChannel(ports: Ports): TestChannel {
  const { clock } = ports;
  return async (channel, model) => {
    const startedAt = clock.monotonicMs();
    const mapped = channel.modelMapping.get(model) ?? model;
    const asked = await ask(ports, channel, model, mapped);
    const seconds = Math.max(0, clock.monotonicMs() - startedAt) / 1_000;
    const failure = 'error' in asked ? shown(asked) : undefined;
    const { policy } = providerOf(channel.type) ?? {};
    return {
      ok: failure === undefined,
      message: failure?.message ?? '',
      code: failure?.type === 'new_api_error' ? String(failure.code ?? '') : '',
      seconds,
      status: 'error' in asked ? asked.status : asked.head.status,
      model: mapped,
      usage: 'error' in asked ? undefined : asked.answer.usage,
      error: failure,
      disables: 'error' in asked && failure !== undefined && isChannelSpent(channel, policy, asked.status, failure, {}),
    };
  };
}

async function ask(ports: Ports, channel: ChannelView, model: string, mapped: string): Promise<Answered | Failure> {
  const way = wayOf(channel.type, 'chat', 'openai');
  if (way === undefined)
    return failed(0, 400, 'invalid_api_type', `channels of type ${channel.type} cannot be tested by a chat`);
  const request = testRequest(model, mapped);
  if (request instanceof RelayError) return failed(0, 500, 'convert_request_failed', request.message);
  // What a caller is told instead of the upstream's status is no matter here.
  const tested = { ...channel, statusCodeMapping: new Map<number, number>() };
  const call = { mode: 'chat', dialect: 'openai', channel: tested, model: mapped, request } as const;
  const attempt = new UpstreamAttempt(() => {}, undefined);
  const limit = setTimeout(() => attempt.cancel(), TEST_TIMEOUT_MS);
  try {
    const unsent = sendCall(ports, way, call, attempt);
    if (unsent !== undefined) return unsent;
    const outcome = await attempt.outcome;
    return outcome.kind === 'streamed'
      ? failed(200, 502, 'bad_response', 'the upstream sent something that is no answer')
      : await readOutcome(way, call, outcome);
  } finally {
    clearTimeout(limit);
  }
}

const failed = (status: number, shownStatus: number, code: string, message: string): Failure => ({
  status,
  error: RelayError.own(shownStatus, code, message),
  cause: undefined,
});

/** Administrators may know what is wrong with the channel, and what the network said. */
function shown({ error, cause }: Failure): RelayError {
  if (cause instanceof BadChannel) return error.withMessage(cause.message);
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === undefined ? error : error.withMessage(`${error.message} (${code})`);
}

function testRequest(model: string, mapped: string): ChatRequest | RelayError {
  const maximum = isReasoningModel(mapped) ? 'max_completion_tokens' : 'max_tokens';
  const bytes = Buffer.from(
    JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], [maximum]: TEST_TOKENS_MAX, stream: false }),
  );
  const json = parseJsonRequest(bytes, undefined);
  return json instanceof RelayError ? json : validateChat(json);
}
