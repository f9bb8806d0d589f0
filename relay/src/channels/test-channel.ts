import type { Clock } from '@ledgate/domain/ports/clock';
import type { ChannelView, RelayView } from '@ledgate/projections/directory/relay-view';
import { type ChatRequest, parseJsonRequest, validateChat } from '../chat/chat-request.ts';
import { RelayError } from '../http/relay-error.ts';
import { TEST_TIMEOUT_MS, TEST_TOKENS_MAX } from '../limits.ts';
import { isChannelSpent } from './auto-disable.ts';
import { BadChannel, type ReportedUsage } from '../providers/chat-provider.ts';
import { isReasoningModel } from '../providers/openai/request-rewriting.ts';
import { providerOf } from '../providers/registry.ts';
import { attemptError } from '../upstream/attempt-error.ts';
import { decodedAnswer } from '../upstream/decoded-answer.ts';
import { UpstreamAttempt } from '../upstream/upstream-attempt.ts';
import { upstreamError } from '../upstream/upstream-error.ts';
import { upstreamTimeouts } from '../upstream/upstream-timeouts.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

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

/** Asks a channel's upstream for a few tokens, whatever the channel's status. Costs no user anything. Never rejects. */
export function createTestChannel({
  upstreams,
  view,
  clock,
}: {
  readonly upstreams: Upstreams;
  readonly view: RelayView;
  readonly clock: Clock;
}): TestChannel {
  return async (channel, model) => {
    const startedAt = clock.monotonicMs();
    const mapped = channel.modelMapping.get(model) ?? model;
    const outcome = await ask(upstreams, view, channel, model, mapped);
    const seconds = Math.max(0, clock.monotonicMs() - startedAt) / 1_000;
    const failure = outcome.answer instanceof RelayError ? outcome.answer : undefined;
    return {
      ok: failure === undefined,
      message: failure?.message ?? '',
      code: failure?.type === 'new_api_error' ? String(failure.code ?? '') : '',
      seconds,
      status: outcome.status,
      model: mapped,
      usage: outcome.answer instanceof RelayError ? undefined : outcome.answer,
      error: failure,
      disables: failure !== undefined && isChannelSpent(channel, outcome.status, failure, {}),
    };
  };
}

type Asked = { readonly status: number; readonly answer: ReportedUsage | undefined | RelayError };

async function ask(
  upstreams: Upstreams,
  view: RelayView,
  channel: ChannelView,
  model: string,
  mapped: string,
): Promise<Asked> {
  const provider = providerOf(channel.type);
  if (provider === undefined)
    return {
      status: 0,
      answer: RelayError.own(400, 'invalid_api_type', `channels of type ${channel.type} cannot be tested by a chat`),
    };
  const attempt = new UpstreamAttempt(() => {}, undefined);
  const limit = setTimeout(() => attempt.cancel(), TEST_TIMEOUT_MS);
  try {
    const { proxy } = channel.setting;
    const request = provider.request({ channel, model: mapped, request: testRequest(model, mapped) });
    upstreams.send(
      request,
      typeof proxy === 'string' ? proxy : '',
      upstreamTimeouts(view.option('UpstreamTimeoutSeconds'), mapped),
      attempt,
    );
    const outcome = await attempt.outcome;
    if (outcome.kind === 'streamed') return { status: 200, answer: noAnswer() };
    if (outcome.kind === 'failed')
      return {
        status: outcome.head?.status ?? 0,
        answer: withCause(attemptError(outcome.error, outcome.head), outcome.error),
      };
    const { head } = outcome;
    const body = await decodedAnswer(head, outcome.body);
    if (head.status !== 200)
      return {
        status: head.status,
        answer: upstreamError(head, body ?? outcome.body, { key: channel.key, statusCodeMapping: new Map() }),
      };
    const answer = body === undefined ? undefined : provider.readAnswer(body);
    return { status: 200, answer: answer === undefined ? noAnswer() : answer.usage };
  } catch (error) {
    const message = error instanceof BadChannel ? error.message : 'the request could not be sent';
    return { status: 0, answer: RelayError.own(500, 'convert_request_failed', message) };
  } finally {
    clearTimeout(limit);
  }
}

const noAnswer = (): RelayError => RelayError.own(502, 'bad_response', 'the upstream sent something that is no answer');

/** Administrators may know what the network said. */
const withCause = (error: RelayError, cause: Error): RelayError => {
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? error : error.withMessage(`${error.message} (${code})`);
};

function testRequest(model: string, mapped: string): ChatRequest {
  const maximum = isReasoningModel(mapped) ? 'max_completion_tokens' : 'max_tokens';
  const bytes = Buffer.from(
    JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], [maximum]: TEST_TOKENS_MAX, stream: false }),
  );
  const json = parseJsonRequest(bytes, undefined);
  const request = json instanceof RelayError ? json : validateChat(json);
  if (request instanceof RelayError) throw new BadChannel(request.message);
  return request;
}
