import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { ChannelWithKeys } from '@ledgate/projections/directory/channels/columns';
import {
  allChannelsWithKeys,
  channelsWithKeysPutAside,
  findChannelWithKeyPutAside,
  findChannelWithKeys,
} from '@ledgate/projections/directory/channels/find';
import { disableSlow, enableAgain, enableKey, noteSpent } from '@ledgate/projections/directory/channels/spent';
import { noteChannelsTested } from '@ledgate/projections/directory/notices/notices';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import { type DirectoryTransaction, withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { CHANNELS_TESTED_MAX } from '../limits.ts';
import type { ApiPorts, ChannelTest } from '../ports.ts';
import type { BegunRun, RunPlan } from './channel-runs.ts';
import { type By, tested, untestable } from './tested.ts';

const PASSED = 'the test passed';

/** What is to be tested: a channel, or one of its keys that is put aside. */
type Tested = { readonly id: number; readonly keyNumber?: number | undefined };

/** What the tests have done to channels and keys. */
type Switched = { disabled: number; enabled: number };

type Asked = {
  /** The user who asked for it, 0 for nobody: then no mail tells its end. */
  readonly askedBy: number;
  readonly requestId: string;
  readonly administration?: RunPlan<unknown>['administration'];
  /** Nothing is tested where all were within so many milliseconds. */
  readonly sinceMs?: number;
};

/**
 * Tests all channels in the background of this process, one after the other (docs/behaviour.md#channel-tests). Each is read anew when it is its turn, and what
 * its test means is done to what it is by then: what a person has switched meanwhile stays. undefined: a test of all runs already.
 */
export async function testAll(
  ports: ApiPorts,
  { askedBy, requestId, administration, sinceMs = 0 }: Asked,
): Promise<BegunRun | undefined> {
  const by: By = { actorId: null, process: 'api', requestId };
  const switched: Switched = { disabled: 0, enabled: 0 };
  const begun = await ports.channelRuns.begin({
    kind: 'tests',
    askedBy,
    sinceMs,
    items: () => testedOnes(ports),
    ...(administration === undefined ? {} : { administration }),
    atOnce: 1,
    pauseMs: ports.settings.channelTestPauseMs,
    each: (item) =>
      item.keyNumber === undefined
        ? testOne(ports, item.id, by, switched)
        : testKeyPutAside(ports, item.id, item.keyNumber, by, switched),
  });
  void begun?.ended.then(async ({ end, done, failed, total }) => {
    ports.log.info({ requestId, end, done, failed, total, ...switched }, 'a test of all channels is over');
    if (end !== 'ended' || askedBy === 0) return;
    await noteChannelsTested(ports.db, requestId, { total: done, failed, ...switched }, ports.clock.nowMs()).catch(
      (error: unknown) => ports.log.warn({ err: error }, 'the mail about a test of all channels could not be noted'),
    );
  });
  return begun;
}

async function testedOnes({ db, directoryKeys, view }: ApiPorts): Promise<readonly Tested[]> {
  const isTested = (channel: ChannelRow): boolean => untestable(channel) === undefined;
  const channels = (await allChannelsWithKeys(db, directoryKeys)).filter(isTested).map(({ id }) => ({ id }));
  const aside = view.options.AutomaticEnableChannelEnabled ? await channelsWithKeysPutAside(db, directoryKeys) : [];
  const keys = aside
    .filter((channel) => isTested(channel) && channel.status !== CHANNEL_STATUS.disabled)
    .flatMap(({ id, keyNumbers }) => keyNumbers.map((keyNumber) => ({ id, keyNumber })));
  return [...channels.slice(0, CHANNELS_TESTED_MAX), ...keys.slice(0, CHANNELS_TESTED_MAX)];
}

/** Answers whether the test passed; what is gone by now, or can be tested no more, did not fail. */
async function testOne(ports: ApiPorts, id: number, by: By, counts: Switched): Promise<boolean> {
  const channel = await findChannelWithKeys(ports.db, ports.directoryKeys, id);
  if (channel === undefined || channel.keys.length === 0 || untestable(channel) !== undefined) return true;
  const result = await tested(ports, channel, '', by);
  const { options } = ports.view;
  const judged = judge(channel, result, {
    thresholdSeconds: options.ChannelDisableThreshold,
    disables: options.AutomaticDisableChannelEnabled,
    enables: options.AutomaticEnableChannelEnabled,
  });
  if (judged === undefined) return result.ok;
  const finding = { ...by, reason: judged.reason };
  if (judged.status === CHANNEL_STATUS.enabled) {
    if (await changed(ports, (tx) => enableAgain(tx, id, finding))) counts.enabled += 1;
  } else if (
    judged.isSlow ? await changed(ports, (tx) => disableSlow(tx, id, finding)) : await spent(ports, channel, finding)
  )
    counts.disabled += 1;
  return result.ok;
}

/** A key that was put aside serves again when it passes, and so does its channel where that had been disabled by itself. */
async function testKeyPutAside(
  ports: ApiPorts,
  id: number,
  keyNumber: number,
  by: By,
  counts: Switched,
): Promise<boolean> {
  const channel = await findChannelWithKeyPutAside(ports.db, ports.directoryKeys, id, keyNumber);
  if (channel === undefined || channel.status === CHANNEL_STATUS.disabled || untestable(channel) !== undefined)
    return true;
  const { ok, seconds } = await tested(ports, channel, '', by, keyNumber);
  if (!ok) return false;
  const { AutomaticEnableChannelEnabled: enables, ChannelDisableThreshold: thresholdSeconds } = ports.view.options;
  if (!enables) return true;
  const finding = { ...by, reason: PASSED };
  if (await changed(ports, (tx) => enableKey(tx, id, keyNumber, finding))) counts.enabled += 1;
  // The key is good; a channel that is too slow stays as it is.
  if (isTooSlow(seconds, thresholdSeconds)) return true;
  if (await changed(ports, (tx) => enableAgain(tx, id, finding))) counts.enabled += 1;
  return true;
}

type Judgement = { readonly status: number; readonly reason: string; readonly isSlow?: boolean };

const isTooSlow = (seconds: number, thresholdSeconds: number): boolean =>
  thresholdSeconds > 0 && seconds > thresholdSeconds;

/** What a test of all means for one channel (docs/behaviour.md#channel-tests): too slow or broken is switched off, one that had been is switched on again. */
export function judge(
  channel: Pick<ChannelRow, 'status' | 'autoBan'>,
  result: ChannelTest,
  options: { readonly thresholdSeconds: number; readonly disables: boolean; readonly enables: boolean },
): Judgement | undefined {
  if (channel.status === CHANNEL_STATUS.autoDisabled)
    return result.ok && options.enables ? { status: CHANNEL_STATUS.enabled, reason: PASSED } : undefined;
  if (channel.status !== CHANNEL_STATUS.enabled || channel.autoBan !== 1 || !options.disables) return undefined;
  if (!result.ok && result.disables === true) return { status: CHANNEL_STATUS.autoDisabled, reason: result.message };
  return isTooSlow(result.seconds, options.thresholdSeconds)
    ? {
        status: CHANNEL_STATUS.autoDisabled,
        reason: `the answer took ${result.seconds.toFixed(1)} s`,
        isSlow: true,
      }
    : undefined;
}

/** Its first key that is enabled, by which it was asked, or all of it. Answers whether anything was disabled. */
export const spent = async (
  ports: ApiPorts,
  { id, keyNumbers }: ChannelWithKeys,
  finding: By & { readonly reason: string },
): Promise<boolean> =>
  (await changed(ports, (tx) => noteSpent(tx, ports.directoryKeys, id, keyNumbers[0], finding))) !== undefined;

async function changed<Value>(ports: ApiPorts, work: (tx: DirectoryTransaction) => Promise<Value>): Promise<Value> {
  const { value, version } = await withDirectoryTransaction(ports.db, null, work, ports.clock.nowMs());
  if (version !== undefined) await ports.acknowledged(version);
  return value;
}
