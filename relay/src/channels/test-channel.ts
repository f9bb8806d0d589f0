import type { Clock } from '@ledgate/domain/ports/clock';
import type { ChannelView, RelayView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../errors/bad-channel.ts';
import { RelayError } from '../errors/relay-error.ts';
import { TEST_TIMEOUT_MS } from '../limits.ts';
import type { Mode } from '../modes/mode.ts';
import { MODES } from '../modes/modes.ts';
import type { Call } from '../providers/provider.ts';
import { type Providers, providers, type Way } from '../providers/registry.ts';
import { UpstreamAttempt } from '../upstream/upstream-attempt.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { ReportedUsage } from '../usage/usage.ts';
import { type Answered, askWhole, type Failure, isKeyOutworn } from './ask-channel.ts';
import { isChannelSpent } from './auto-disable.ts';

/**
 * How a channel did. `message` is '' when it did well, and `code` where the words are the provider's own; `status` is the upstream's, 0 when it
 * gave none; `model` is the name that went upstream. `error` is what a caller would have got. `disables`: after such a failure a channel is
 * switched off.
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
};

export type TestChannel = (channel: ChannelView, model: string) => Promise<ChannelTestResult>;

type Ports = {
  readonly upstreams: Upstreams;
  readonly view: RelayView;
  readonly clock: Clock;
  readonly providers: Providers;
};

/** The first that a channel has is what its test asks for, unless a model's name says otherwise. */
const MODES_TESTED: readonly Mode[] = ['chat', 'embeddings'];

/** Asks a channel's upstream for as little as it takes, whatever the channel's status. Costs no user anything. Never rejects. */
export function createTestChannel(given: Omit<Ports, 'providers'> & Partial<Ports>): TestChannel {
  const ports = { providers, ...given };
  const { clock } = ports;
  return async (channel, model) => {
    const startedAt = clock.monotonicMs();
    const mapped = channel.modelMapping.get(model) ?? model;
    const asked = await ask(ports, channel, model, mapped);
    const seconds = Math.max(0, clock.monotonicMs() - startedAt) / 1_000;
    const failure = 'error' in asked ? shown(asked) : undefined;
    const { policy } = ports.providers.providerOf(channel.type) ?? {};
    return {
      ok: failure === undefined,
      message: failure?.message ?? '',
      code: failure?.type === 'new_api_error' ? String(failure.code ?? '') : '',
      seconds,
      status: 'error' in asked ? asked.status : asked.head.status,
      model: mapped,
      usage: 'error' in asked ? undefined : asked.answer.usage,
      error: failure,
      disables:
        'error' in asked && failure !== undefined && isChannelSpent(channel, policy, asked.status, failure, () => ({})),
    };
  };
}

/** In the model's own mode: the one that its name tells, else the first that channels of the type have. */
async function ask(ports: Ports, channel: ChannelView, model: string, mapped: string): Promise<Answered | Failure> {
  const modes = MODES_TESTED.filter((mode) => ports.providers.wayOf(channel.type, mode, 'openai') !== undefined);
  const mode = modes.find((one) => MODES[one].isNamedBy?.(mapped) === true) ?? modes[0];
  return mode === undefined
    ? failed(0, 400, 'invalid_api_type', `channels of type ${channel.type} cannot be tested`)
    : askIn(ports, mode, channel, model, mapped);
}

async function askIn<M extends Mode>(
  ports: Ports,
  mode: M,
  channel: ChannelView,
  model: string,
  mapped: string,
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
  const asked = await askInTime(ports, way, call);
  return 'error' in asked && isKeyOutworn(ports, call, asked.status) ? askInTime(ports, way, { ...call }) : asked;
}

async function askInTime<M extends Mode>(ports: Ports, way: Way<M>, call: Call<M>): Promise<Answered | Failure> {
  const attempt = new UpstreamAttempt(() => {}, undefined);
  const limit = setTimeout(() => attempt.cancel(), TEST_TIMEOUT_MS);
  try {
    return await askWhole(ports, way, call, attempt);
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
