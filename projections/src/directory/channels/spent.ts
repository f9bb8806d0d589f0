import { keysOf } from '@ledgate/domain/channel/channel-keys';
import { CHANNEL_KEY_STATE, CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { execute, oneRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { Administration } from '../audit/administration.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { noteChannelDisabled } from '../notices/notices.ts';
import type { ChannelRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { channelKeyRows, lockChannels } from './find.ts';
import { setChannelStatus } from './update.ts';

/** Who found it out, and why it is so. */
export type Finding = Pick<Administration, 'actorId' | 'process' | 'requestId' | 'address' | 'reason'>;

/**
 * A key of a channel is spent: it is put aside alone where the channel has another that is enabled; else the channel is disabled, and its key stays for the
 * test that enables it again (docs/behaviour.md#disabled-channels). Whoever asks first has said it: nothing happens where the channel is not enabled, or the
 * key is put aside or replaced by now. In clear keys have no numbers, so that a channel is left as it is where it has several. Answers what was disabled.
 */
export async function noteSpent(
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  channelId: number,
  keyNumber: number | undefined,
  finding: Finding,
): Promise<'channel' | 'key' | undefined> {
  const channel = await stillServing(tx, channelId);
  if (channel === undefined) return undefined;
  if (await directoryKeys.isSealed(tx.client)) {
    const keys = (await channelKeyRows(tx.client, [channelId])).get(channelId) ?? [];
    const enabled = keys.filter(({ state }) => state === CHANNEL_KEY_STATE.enabled);
    const isKnown = keyNumber === undefined ? enabled.length === 1 : enabled.some(({ number }) => number === keyNumber);
    if (!isKnown) return undefined;
    if (keyNumber !== undefined && enabled.length > 1) {
      await setKeyState(tx, channelId, keyNumber, CHANNEL_KEY_STATE.disabled, finding);
      return 'key';
    }
  } else if ((await clearKeysOf(tx.client, channel)).length > 1) return undefined;
  await disable(tx, channel, finding);
  return 'channel';
}

/** A channel is too slow, whichever of its keys is used. Nothing happens where it is not enabled by now. Answers whether it was disabled. */
export async function disableSlow(tx: DirectoryTransaction, channelId: number, finding: Finding): Promise<boolean> {
  const channel = await stillServing(tx, channelId);
  if (channel === undefined) return false;
  await disable(tx, channel, finding);
  return true;
}

/** As it is now, kept so until the transaction ends; undefined where it is not enabled, or whoever looks after it wants it left alone. */
async function stillServing({ client }: DirectoryTransaction, id: number): Promise<ChannelRow | undefined> {
  const [channel] = await lockChannels(client, { id });
  return channel?.status === CHANNEL_STATUS.enabled && channel.autoBan === 1 ? channel : undefined;
}

async function disable(tx: DirectoryTransaction, { id, name, status }: ChannelRow, finding: Finding): Promise<void> {
  await setChannelStatus(tx, id, CHANNEL_STATUS.autoDisabled, finding.reason);
  await noteChannelDisabled(tx, { channelId: id, channel: name, reason: finding.reason ?? '' });
  tx.administered({
    ...finding,
    action: 'channel.disable',
    target: `channel-${id}`,
    before: { status },
    after: { status: CHANNEL_STATUS.autoDisabled },
  });
}

/**
 * A channel that had been disabled by itself works again. Nothing happens where it is not so any more: one that a person has disabled stays as it is. Answers
 * whether it was enabled.
 */
export async function enableAgain(tx: DirectoryTransaction, channelId: number, finding: Finding): Promise<boolean> {
  const [channel] = await lockChannels(tx.client, { id: channelId });
  if (channel === undefined || channel.status !== CHANNEL_STATUS.autoDisabled) return false;
  await setChannelStatus(tx, channelId, CHANNEL_STATUS.enabled, finding.reason);
  tx.administered({
    ...finding,
    action: 'channel.enable',
    target: `channel-${channelId}`,
    before: { status: channel.status },
    after: { status: CHANNEL_STATUS.enabled },
  });
  return true;
}

/** A key that was put aside works again. Answers whether it was. */
export async function enableKey(
  tx: DirectoryTransaction,
  channelId: number,
  keyNumber: number,
  finding: Finding,
): Promise<boolean> {
  const [channel] = await lockChannels(tx.client, { id: channelId });
  const keys = (await channelKeyRows(tx.client, [channelId])).get(channelId) ?? [];
  const isPutAside = keys.some(({ number, state }) => number === keyNumber && state === CHANNEL_KEY_STATE.disabled);
  if (channel === undefined || !isPutAside) return false;
  await setKeyState(tx, channelId, keyNumber, CHANNEL_KEY_STATE.enabled, finding);
  return true;
}

async function setKeyState(
  tx: DirectoryTransaction,
  channelId: number,
  number: number,
  state: number,
  finding: Finding,
): Promise<void> {
  const isEnabled = state === CHANNEL_KEY_STATE.enabled;
  await execute(
    tx.client,
    query('directory.channel_keys')
      .where({ number })
      .update({ state, reason: isEnabled ? '' : finding.reason, state_time: Math.floor(tx.nowMs / 1_000) }),
  );
  tx.changed('channel', channelId);
  tx.administered({
    ...finding,
    action: isEnabled ? 'channel.key_enable' : 'channel.key_disable',
    target: `channel-${channelId}`,
    before: { key_number: number, state: isEnabled ? CHANNEL_KEY_STATE.disabled : CHANNEL_KEY_STATE.enabled },
    after: { key_number: number, state },
  });
}

async function clearKeysOf(db: Queryable, { id, type }: ChannelRow): Promise<readonly string[]> {
  const { key } = await oneRow<{ key: string }>(db, query('directory.channels').select('key').where({ id }));
  return keysOf(type, key);
}
