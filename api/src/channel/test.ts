import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { channelTypeOf, hasJobsOnly, isWithdrawn } from '@ledgate/domain/channel/channel-types';
import { type ChannelEvent, channelStream } from '@ledgate/domain/channel/events';
import { encode } from '@ledgate/domain/events/codec';
import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import type { ChannelWithKeys } from '@ledgate/projections/directory/channels/columns';
import {
  allChannelsWithKeys,
  channelsWithKeysPutAside,
  countChannels,
  findChannelWithKeys,
} from '@ledgate/projections/directory/channels/find';
import { enableKey, noteSpent } from '@ledgate/projections/directory/channels/spent';
import { type Administration, actorOf } from '@ledgate/projections/directory/audit/administration';
import { changeDirectory } from '@ledgate/projections/directory/change-directory';
import { noteTest, setChannelStatus } from '@ledgate/projections/directory/channels/update';
import { channelView } from '@ledgate/projections/directory/relay-view/channel-view';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import {
  type DirectoryTransaction,
  noteChange,
  withDirectoryTransaction,
} from '@ledgate/projections/directory/transaction';
import type { channelRoutes } from '../contract/channel.ts';
import { DONE, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import { CHANNELS_TESTED_MAX } from '../limits.ts';
import type { ApiPorts, ChannelTest } from '../ports.ts';
import { namesIn } from './fields.ts';

const PASSED = 'the test passed';
const LAST_RESORT = 'gpt-3.5-turbo';

/** Why a channel of such a type cannot be tested: jobs are no short request, and of others the upstream is gone (docs/behaviour.md#channel-tests). */
function untestable({ type }: Pick<ChannelRow, 'type'>): Problem | undefined {
  if (isWithdrawn(channelTypeOf(type))) return { code: 'channel_type_withdrawn' };
  return hasJobsOnly(channelTypeOf(type)) ? { code: 'channel_test_unsupported' } : undefined;
}

export const testHandlers = (ports: ApiPorts): Pick<Handlers<typeof channelRoutes>, 'test' | 'testAll' | 'fix'> => {
  let running = false;
  return {
    test: async (call) => {
      const { params, query } = call;
      const channel = await findChannelWithKeys(ports.db, ports.directoryKeys, params.id);
      if (channel === undefined) return failed({ code: 'channel_missing' }, 0);
      const problem = untestable(channel);
      if (problem !== undefined) return failed(problem, 0);
      const result = await tested(ports, channel, query.model.trim(), {
        actorId: call.caller.id,
        requestId: call.requestId,
      });
      return result.ok
        ? { ...DONE, beside: { time: result.seconds } }
        : failed({ code: 'channel_test_failed', detail: result.message, reason: result.code ?? '' }, result.seconds);
    },

    testAll: async ({ requestId }) => {
      if (running) return refused({ code: 'channel_test_running' });
      running = true;
      testEach(ports, { ...BY_ITSELF, requestId })
        .catch((error: unknown) => ports.log.error({ err: error }, 'the test of all channels broke off'))
        .finally(() => {
          running = false;
        });
      return DONE;
    },

    /** There is no index that could be wrong; what every relay keeps of the channels is read anew. */
    fix: async () => {
      await ports.acknowledged(await noteChange(ports.db, 'channel'));
      return { ok: true, data: await countChannels(ports.db) };
    },
  };
};

const failed = (problem: Problem, time: number) => ({ ...refused(problem), beside: { time } });

/** The model asked for, else the channel's test model, else its first (docs/behaviour.md#channel-tests). */
const testedModel = (channel: ChannelRow, asked: string): string =>
  [asked, channel.testModel, namesIn(channel.models)[0] ?? ''].find((model) => model !== '') ?? LAST_RESORT;

type By = Pick<Administration, 'actorId' | 'process' | 'requestId'>;
const BY_ITSELF = { actorId: null, process: 'api' };

/**
 * A test costs the operator something and no user anything: it is recorded as an act, and its attempts in the channel's stream, without an amount
 * (docs/behaviour.md#channel-tests). Both are owed to the ledger by one transaction, so that whoever tests has his answer while the ledger cannot be reached.
 * @param putAside the number of the key that it is by, where that is put aside: such a test tells nothing of its channel
 */
async function tested(
  ports: ApiPorts,
  channel: ChannelWithKeys,
  asked: string,
  by: By,
  putAside?: number,
): Promise<ChannelTest> {
  const model = testedModel(channel, asked);
  const begunMs = ports.clock.nowMs();
  const result = await ports.testChannel(channelView(channel), model);
  const { ok, seconds, tried } = result;
  const { inLedger } = await changeDirectory(
    ports,
    {
      ...by,
      action: 'channel.test',
      target: `channel-${channel.id}`,
      before: {},
      after: {
        model,
        ok,
        durationMs: Math.round(seconds * 1_000),
        ...(putAside === undefined ? {} : { key_number: putAside }),
      },
      reason: '',
    },
    async (tx) => {
      if (putAside === undefined)
        await noteTest(tx.client, channel.id, {
          responseTimeMs: seconds * 1_000,
          testedSeconds: tx.nowMs / 1_000,
          passed: ok,
        });
      const command = putAside === undefined ? `${channel.id}` : `${channel.id}-key-${putAside}`;
      if (tried !== undefined)
        await oweTested(tx, channel.id, tried, { commandId: `test-channel-${command}-${by.requestId}`, begunMs, by });
    },
  );
  if (!inLedger) ports.log.warn({ requestId: by.requestId }, 'the attempts of a channel test wait for the ledger');
  return result;
}

/** Its time is when the test began, since that is what its attempts count from. While an upgrade runs nobody writes it (docs/ledger.md#ledger_schema). */
async function oweTested(
  tx: DirectoryTransaction,
  channelId: number,
  data: ChannelEvent['data'],
  { commandId, begunMs, by }: { readonly commandId: string; readonly begunMs: number; readonly by: By },
): Promise<void> {
  const events = encode([{ type: 'ChannelTested', data }], {
    commandId,
    correlationId: by.requestId,
    occurredAtMs: begunMs,
    actor: actorOf(by),
  });
  try {
    await tx.toLedger({ kind: 'events', stream: channelStream(channelId), creates: false, events });
  } catch (error) {
    if (!(error instanceof NotWrittenYet)) throw error;
  }
}

async function testEach(ports: ApiPorts, by: By): Promise<void> {
  const channels = (await allChannelsWithKeys(ports.db, ports.directoryKeys))
    .filter((channel) => untestable(channel) === undefined)
    .slice(0, CHANNELS_TESTED_MAX);
  for (const channel of channels) {
    const result = await tested(ports, channel, '', by);
    const { options } = ports.view;
    const judged = judge(channel, result, {
      thresholdSeconds: options.ChannelDisableThreshold,
      disables: options.AutomaticDisableChannelEnabled,
      enables: options.AutomaticEnableChannelEnabled,
    });
    if (judged === undefined) continue;
    if (result.ok) await switched(ports, channel, judged, by);
    else await spent(ports, channel, judged.reason, by);
  }
  await testKeysPutAside(ports, by);
}

/** A key that was put aside serves again when it passes, and so does its channel where that had been disabled by itself. */
async function testKeysPutAside(ports: ApiPorts, by: By): Promise<void> {
  if (!ports.view.options.AutomaticEnableChannelEnabled) return;
  const channels = (await channelsWithKeysPutAside(ports.db, ports.directoryKeys))
    .filter((channel) => untestable(channel) === undefined && channel.status !== CHANNEL_STATUS.disabled)
    .slice(0, CHANNELS_TESTED_MAX);
  for (const channel of channels) {
    const [number] = channel.keyNumbers;
    const { ok } = await tested(ports, channel, '', by, number);
    if (!ok || number === undefined) continue;
    await changed(ports, (tx) => enableKey(tx, channel.id, number, { ...by, reason: PASSED }));
    if (channel.status === CHANNEL_STATUS.autoDisabled)
      await switched(ports, channel, { status: CHANNEL_STATUS.enabled, reason: PASSED }, by);
  }
}

type Judgement = { readonly status: number; readonly reason: string };

/** What a test of all means for one channel (docs/behaviour.md#channel-tests): too slow or broken is switched off, one that had been is switched on again. */
export function judge(
  channel: Pick<ChannelRow, 'status' | 'autoBan'>,
  result: ChannelTest,
  options: { readonly thresholdSeconds: number; readonly disables: boolean; readonly enables: boolean },
): Judgement | undefined {
  if (channel.status === CHANNEL_STATUS.autoDisabled)
    return result.ok && options.enables ? { status: CHANNEL_STATUS.enabled, reason: PASSED } : undefined;
  if (channel.status !== CHANNEL_STATUS.enabled || channel.autoBan !== 1 || !options.disables) return undefined;
  if (!result.ok)
    return result.disables === true ? { status: CHANNEL_STATUS.autoDisabled, reason: result.message } : undefined;
  const tooSlow = options.thresholdSeconds > 0 && result.seconds > options.thresholdSeconds;
  return tooSlow
    ? { status: CHANNEL_STATUS.autoDisabled, reason: `the answer took ${result.seconds.toFixed(1)} s` }
    : undefined;
}

const switched = (
  ports: ApiPorts,
  { id, status: before }: ChannelRow,
  { status, reason }: Judgement,
  by: By,
): Promise<void> =>
  changed(ports, (tx) => setChannelStatus(tx, id, status, reason), {
    ...by,
    action: 'channel.switch',
    target: `channel-${id}`,
    before: { status: before },
    after: { status },
    reason,
  });

/** Its first key that is enabled, by which it was tested, or all of it. */
const spent = (ports: ApiPorts, { id, keyNumbers }: ChannelWithKeys, reason: string, by: By): Promise<void> =>
  changed(ports, (tx) => noteSpent(tx, ports.directoryKeys, id, keyNumbers[0], { ...by, reason }));

async function changed(
  ports: ApiPorts,
  work: (tx: DirectoryTransaction) => Promise<unknown>,
  act: Administration | null = null,
): Promise<void> {
  const { version } = await withDirectoryTransaction(ports.db, act, work, ports.clock.nowMs());
  if (version !== undefined) await ports.acknowledged(version);
}
