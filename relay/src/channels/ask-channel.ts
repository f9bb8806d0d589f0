import type { RelayView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../errors/bad-channel.ts';
import { RelayError } from '../errors/relay-error.ts';
import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { NAME_CHARACTERS_MAX } from '../limits.ts';
import type { ReadAnswer, Refusal } from '../modes/answer.ts';
import type { Mode } from '../modes/mode.ts';
import { sentRequest } from '../providers/overrides/sent-request.ts';
import type { Adapter, Call } from '../providers/provider.ts';
import type { Way } from '../providers/registry.ts';
import { refusalInPlace } from '../providers/told-refusal.ts';
import { attemptError } from '../upstream/attempt-error.ts';
import { decodedAnswer } from '../upstream/decoded-answer.ts';
import type { AnswerHead, AttemptOutcome, UpstreamAttempt } from '../upstream/upstream-attempt.ts';
import { NoShortLivedKey } from '../upstream/short-lived-keys.ts';
import { upstreamError } from '../upstream/upstream-error.ts';
import { upstreamTimeouts } from '../upstream/upstream-timeouts.ts';
import { UpstreamBusy } from '../upstream/upstream-busy.ts';
import type { UpstreamRequest } from '../upstream/upstream-request.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { beginsAsJson, dearIn } from '../wire/json-size.ts';

/** Why a channel gave no answer. `status` is the upstream's own, 0 when none came; `cause` stays with the operator. */
export type Failure = Refusal & { readonly cause: unknown };

/** A good answer that is no stream. */
export type Answered = { readonly head: AnswerHead; readonly answer: ReadAnswer };

type Ports = { readonly upstreams: Upstreams; readonly view: RelayView };

/** Of an upstream that does not take a key. */
const UNAUTHORIZED = 401;

/**
 * Sends a call to its channel's upstream; `attempt` hears what becomes of it. A failure when nothing could be sent. Synchronous unless the provider has
 * to ask for a key first; what was cancelled meanwhile is not sent. `begin` is called just before it is sent, so never where there is no key.
 */
export function sendCall<M extends Mode>(
  ports: Ports,
  { adapter }: Way<M>,
  call: Call<M>,
  attempt: UpstreamAttempt,
  begin?: () => void,
): Failure | undefined | Promise<Failure | undefined> {
  try {
    const request = adapter.request(call, ports.upstreams.credentials);
    if (request instanceof Promise) return sendLater(ports, request, adapter, call, attempt, begin);
    send(ports, asSent(request, adapter, call), call, attempt, begin);
    return undefined;
  } catch (cause) {
    return notSendable(cause);
  }
}

async function sendLater<M extends Mode>(
  ports: Ports,
  request: Promise<UpstreamRequest>,
  adapter: Adapter<M>,
  call: Call<M>,
  attempt: UpstreamAttempt,
  begin: (() => void) | undefined,
): Promise<Failure | undefined> {
  try {
    send(ports, asSent(await request, adapter, call), call, attempt, begin);
    return undefined;
  } catch (cause) {
    return notSendable(cause);
  }
}

/** With what the channel changes of it. Throws UnsupportedRequest and BadChannel. */
const asSent = <M extends Mode>(request: UpstreamRequest, adapter: Adapter<M>, call: Call<M>): UpstreamRequest =>
  call.channel.setting['override'] === undefined ? request : sentRequest(request, adapter, call);

function send(
  { upstreams, view }: Ports,
  request: UpstreamRequest,
  call: Call,
  attempt: UpstreamAttempt,
  begin: (() => void) | undefined,
): void {
  const { proxy } = call.channel.setting;
  begin?.();
  upstreams.send(
    request,
    typeof proxy === 'string' ? proxy : '',
    upstreamTimeouts(view.options.UpstreamTimeoutSeconds, call.model),
    attempt,
  );
}

/** Why nothing could be sent, as callers hear it. */
export const notSendable = (cause: unknown): Failure =>
  cause instanceof NoShortLivedKey
    ? { status: cause.status, error: cause.error, cause: cause.cause }
    : { status: 0, error: unsendable(cause), cause };

/** Of a model whose name the ledger could not hold as it would go up: nothing is sent. */
export const unrecordableMapping = (): Failure => notSendable(UNRECORDABLE_MAPPING);

const UNRECORDABLE_MAPPING = new BadChannel(
  `model_mapping names a model of more than ${NAME_CHARACTERS_MAX} characters, or with one that no name can have`,
);

function unsendable(cause: unknown): RelayError {
  if (cause instanceof UnsupportedRequest) return RelayError.field(cause.field, cause.message);
  if (cause instanceof UpstreamBusy)
    return RelayError.attempt(503, 'upstream_busy', 'the upstream has too many requests already');
  if (cause instanceof BadChannel)
    return RelayError.attempt(500, 'convert_request_failed', `this channel is not set up properly: ${cause.message}`);
  return RelayError.attempt(500, 'do_request_failed', 'the upstream could not be reached');
}

/** The upstream refused a short-lived key that had been kept: it tells nothing of the channel, whose next call has another one. */
export const isKeyOutworn = ({ upstreams }: Pick<Ports, 'upstreams'>, call: Call, status: number): boolean =>
  status === UNAUTHORIZED && !upstreams.credentials.refused(call);

/** The refusal is of the short-lived key, in so many words: with another one the same call may be served. */
export const isKeyNamed = ({ message }: RelayError): boolean => /\btokens?\b|\bcredentials?\b/i.test(message);

/** What an upstream that did not stream has answered, as its provider reads it. */
export async function readOutcome<M extends Mode>(
  { provider, adapter }: Way<M>,
  call: Call<M>,
  outcome: Exclude<AttemptOutcome, { kind: 'streamed' }>,
): Promise<Answered | Failure> {
  const { channel } = call;
  if (outcome.kind === 'failed') {
    const { error, head } = outcome;
    return { status: head?.status ?? 0, error: attemptError(error, head), cause: error };
  }
  const { head } = outcome;
  const decoded = decodedAnswer(head, outcome.body);
  const body = decoded instanceof Promise ? await decoded : decoded;
  if (head.status !== 200) {
    const came = { head, body: body ?? outcome.body };
    const status = provider.dueStatus?.(came) ?? head.status;
    const whole = status === head.status ? came : { head: { ...head, status }, body: came.body };
    const error = provider.readError?.(whole, channel) ?? upstreamError(whole.head, whole.body, channel);
    return { status, error, cause: undefined };
  }
  const dear = body !== undefined && beginsAsJson(body) ? dearIn(body) : undefined;
  if (dear !== undefined) return { status: 200, error: tooDear(dear), cause: undefined };
  const answer = body === undefined ? undefined : adapter.readAnswer({ head, body }, call);
  if (answer === undefined) {
    // What cannot be unpacked has not been weighed: nobody parses it.
    const told = body === undefined ? undefined : refusalInPlace(body, channel);
    return { ...(told ?? { status: 200, error: noAnswer() }), cause: undefined };
  }
  return 'error' in answer ? { ...answer, cause: undefined } : { head, answer };
}

const tooDear = (dear: string): RelayError => RelayError.own(502, 'bad_response', `the answer of the upstream ${dear}`);

export const noAnswer = (): RelayError =>
  RelayError.own(502, 'bad_response', 'the upstream sent something that is no answer');
