import { type ChannelMode, channelTypeOf } from '@ledgate/domain/channel/channel-types';
import type { ChannelEvent } from '@ledgate/domain/channel/events';
import { modeNamedBy } from '@ledgate/domain/channel/model-mode';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { Attempt } from '@ledgate/domain/till/charge';
import type { ChannelView, RelayView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../errors/bad-channel.ts';
import { RelayError } from '../errors/relay-error.ts';
import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { NAME_CHARACTERS_MAX, TEST_TIMEOUT_MS } from '../limits.ts';
import type { Mode } from '../modes/mode.ts';
import { MODES } from '../modes/modes.ts';
import { overrideOf } from '../providers/overrides/override-of.ts';
import type { Call } from '../providers/provider.ts';
import { type Providers, providers, type Way } from '../providers/registry.ts';
import { maskOf } from '../upstream/channel-secret.ts';
import { type AnswerHead, UpstreamAttempt } from '../upstream/upstream-attempt.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { ReportedUsage } from '../usage/usage.ts';
import { reportedUsage } from '../usage/usage-reckoner.ts';
import { isRecordable } from '../wire/recordable.ts';
import { answeredWith } from './answer-facts.ts';
import {
  type Answered,
  type Failure,
  isKeyOutworn,
  noAnswer,
  notSendable,
  readOutcome,
  sendCall,
  unrecordableMapping,
} from './ask-channel.ts';
import { attemptOf } from './attempt-of.ts';
import { isChannelSpent } from './auto-disable.ts';
import { privateSalt } from './private-salt.ts';

/**
 * How a channel did. `message` is '' when it did well, and `code` where the words are the provider's own; `status` is the upstream's, 0 when it
 * gave none; `model` is the name that went upstream. `error` is what a caller would have got. `disables`: after such a failure a channel is
 * switched off. `tried`: its attempts, as the ledger has them; undefined where nothing was tried.
 */
type ChannelTestResult = {
  readonly ok: boolean;
  readonly message: string;
  readonly code: string;
  readonly seconds: number;
  readonly status: number;
  readonly model: string;
  readonly usage: ReportedUsage | undefined;
  readonly error: RelayError | undefined;
  readonly disables: boolean;
  readonly tried: ChannelEvent['data'] | undefined;
};

export type TestChannel = (channel: ChannelView, model: string) => Promise<ChannelTestResult>;

type Ports = {
  readonly upstreams: Upstreams;
  readonly view: RelayView;
  readonly clock: Clock;
  readonly providers: Providers;
};

/** One test while it runs: when it began, by the monotonic clock, and the attempts that have ended. */
type Trial = { readonly startedAt: number; readonly attempts: Attempt[] };

/** Those that there are, in the order in which they are taken where a model's name tells none. */
const MODES_TESTED = Object.keys(MODES) as readonly Mode[];

/** Asks a channel's upstream for as little as it takes, whatever the channel's status. Costs no user anything. Never rejects. */
export function createTestChannel(given: Omit<Ports, 'providers'> & Partial<Ports>): TestChannel {
  const ports = { providers, ...given };
  const { clock } = ports;
  return async (channel, model) => {
    const salt = privateSalt();
    const trial: Trial = { startedAt: clock.monotonicMs(), attempts: [] };
    const mapped = modelSentTo(channel, model);
    const asked = mapped instanceof BadChannel ? notSendable(mapped) : await ask(ports, channel, model, mapped, trial);
    const seconds = Math.max(0, clock.monotonicMs() - trial.startedAt) / 1_000;
    const failure = 'error' in asked ? shown(asked) : undefined;
    const { policy } = ports.providers.providerOf(channel.type) ?? {};
    return {
      ok: failure === undefined,
      message: failure?.message ?? '',
      code: failure?.type === 'new_api_error' ? String(failure.code ?? '') : '',
      seconds,
      status: 'error' in asked ? asked.status : asked.head.status,
      model: mapped instanceof BadChannel ? model : mapped,
      usage: 'error' in asked ? undefined : asked.answer.usage,
      error: failure,
      disables:
        'error' in asked && failure !== undefined && isChannelSpent(channel, policy, asked.status, failure, () => ({})),
      tried: trial.attempts.length === 0 ? undefined : { attempts: trial.attempts, privateSalt: salt },
    };
  };
}

/** After the channel's mapping and its override. */
function modelSentTo(channel: ChannelView, model: string): string | BadChannel {
  try {
    return overrideOf(channel)?.model ?? channel.modelMapping.get(model) ?? model;
  } catch (error) {
    if (error instanceof BadChannel) return error;
    throw error;
  }
}

/** In the model's own mode: the one that its name tells, else the first that channels of the type have. */
async function ask(
  ports: Ports,
  channel: ChannelView,
  model: string,
  mapped: string,
  trial: Trial,
): Promise<Answered | Failure> {
  if (!isRecordable(mapped, NAME_CHARACTERS_MAX)) return unrecordableMapping();
  const modes = MODES_TESTED.filter((one) => ports.providers.wayOf(channel.type, one, 'openai') !== undefined);
  const [first] = modes;
  if (first === undefined)
    return failed(0, 400, 'invalid_api_type', `channels of type ${channel.type} are not served, and cannot be tested`);
  const named = modeNamedBy(mapped);
  const own = modes.find((one) => one === named);
  // A chat would tell nothing of a model for something else that its upstream has.
  if (own === undefined && named !== undefined && hasMode(channel.type, named)) {
    const problem = `${mapped} is for ${named}, in which channels of type ${channel.type} cannot be tested`;
    return failed(0, 400, 'mode_not_testable', problem);
  }
  return askIn(ports, own ?? first, channel, model, mapped, trial);
}

const hasMode = (type: number, mode: ChannelMode): boolean => channelTypeOf(type)?.modes.includes(mode) === true;

async function askIn<M extends Mode>(
  ports: Ports,
  mode: M,
  channel: ChannelView,
  model: string,
  mapped: string,
  trial: Trial,
): Promise<Answered | Failure> {
  const way = ports.providers.wayOf(channel.type, mode, 'openai');
  const request = MODES[mode].testRequest(model, mapped);
  if (way === undefined || request instanceof RelayError)
    return failed(0, 500, 'convert_request_failed', request instanceof RelayError ? request.message : '');
  // What a caller is told instead of the upstream's status is no matter here.
  const tested = { ...channel, statusCodeMapping: new Map<number, number>() };
  const priced = undefined;
  const call = {
    mode,
    dialect: 'openai',
    channel: tested,
    model: mapped,
    request,
    priced,
    atMs: ports.clock.nowMs(),
  } as const;
  const asked = await askInTime(ports, way, call, trial);
  return 'error' in asked && isKeyOutworn(ports, call, asked.status)
    ? askInTime(ports, way, { ...call }, trial)
    : asked;
}

async function askInTime<M extends Mode>(
  ports: Ports,
  way: Way<M>,
  call: Call<M>,
  trial: Trial,
): Promise<Answered | Failure> {
  const { clock } = ports;
  const begunAt = clock.monotonicMs();
  let headAt: number | undefined;
  const attempt = new UpstreamAttempt(() => {
    headAt = clock.monotonicMs();
  }, undefined);
  const limit = setTimeout(() => attempt.cancel(), TEST_TIMEOUT_MS);
  try {
    const { asked, head } = await askWhole(ports, way, call, attempt);
    // What an upstream cannot be asked was not tried, as in calls of customers.
    if ('error' in asked && asked.cause instanceof UnsupportedRequest) return asked;
    const times = {
      startMs: wholeMs(begunAt - trial.startedAt),
      latencyMs: wholeMs((headAt ?? clock.monotonicMs()) - begunAt),
    };
    trial.attempts.push({ ...attemptOf(way.key, call, head, times), ...cameTo(asked, call, attempt.isCut) });
    return asked;
  } finally {
    clearTimeout(limit);
  }
}

const wholeMs = (ms: number): number => Math.max(0, Math.round(ms));

/** A call from beginning to end whose answer is wanted whole, with its head where one came. */
async function askWhole<M extends Mode>(
  ports: Ports,
  way: Way<M>,
  call: Call<M>,
  attempt: UpstreamAttempt,
): Promise<{ readonly asked: Answered | Failure; readonly head: AnswerHead | undefined }> {
  const unsent = await sendCall(ports, way, call, attempt);
  if (unsent !== undefined) return { asked: unsent, head: undefined };
  const outcome = await attempt.outcome;
  return outcome.kind === 'streamed'
    ? { asked: { status: 200, error: noAnswer(), cause: undefined }, head: undefined }
    : { asked: await readOutcome(way, call, outcome), head: outcome.head };
}

/** No charge tells what a test has used: the attempt itself does, where its upstream says so. */
function cameTo(asked: Answered | Failure, { channel, model }: Call, isCut: boolean): Partial<Attempt> {
  if (isCut) return { outcome: 'cut' };
  if ('error' in asked) return { outcome: 'failed', error: asked.error.ownCode };
  const { usage, facts } = asked.answer;
  return {
    ...(facts === undefined ? {} : answeredWith(facts, model, maskOf(channel.key))),
    ...(usage === undefined ? {} : { usage: reportedUsage(usage) }),
  };
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
