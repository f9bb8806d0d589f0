import { CHANNEL_KEY_STATE, CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { assignments } from '../../shared/column-names.ts';
import { execute, oneRow, type Queryable } from '../../shared/database.ts';
import { oneOfIds, type Piece, query } from '../../shared/query.ts';
import { BATCH_IDS_MAX } from '@ledgate/domain/catalogue/limits';
import type { ChannelRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import type { Edited } from '../users/update.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { type LastTest, lastTestText } from './last-test.ts';
import { type ChannelEdit, type ChannelFields, channelColumns, EDITABLE } from './columns.ts';
import { type ChannelCondition, lockChannels } from './find.ts';

export type EditedChannel = Edited<ChannelRow> & { readonly areKeysChanged: boolean };

/** Sets the fields that are given, also to '', and the keys. undefined: there is no such channel. */
export async function updateChannel(
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  id: number,
  { keys, ...fields }: ChannelEdit,
): Promise<EditedChannel | undefined> {
  const edited = await updateFields(tx, id, fields);
  if (edited === undefined || keys === undefined) return edited && { ...edited, areKeysChanged: false };
  const areKeysChanged = (await directoryKeys.isSealed(tx.client))
    ? await directoryKeys.replace(tx.client, 'channel', id, keys)
    : (await execute(
        tx.client,
        query('directory.channels')
          .where({ id })
          .whereNot({ key: keys.join('\n') })
          .update({ key: keys.join('\n') }),
      )) > 0;
  const areEnabled = (await enableWhereNoneIs(tx, directoryKeys, id)) > 0;
  if (areKeysChanged || areEnabled) tx.changed('channel', id);
  return { ...edited, areKeysChanged };
}

/** Keys that a channel is given are meant to be used, also where each of them had been put aside. */
async function enableWhereNoneIs(tx: DirectoryTransaction, directoryKeys: DirectoryKeys, id: number): Promise<number> {
  if (!(await directoryKeys.isSealed(tx.client))) return 0;
  const enabled = query('directory.channel_keys').where({ channel_id: id, state: CHANNEL_KEY_STATE.enabled });
  return execute(
    tx.client,
    query('directory.channel_keys')
      .where({ channel_id: id })
      .whereNotExists(enabled.select('number'))
      .update({ state: CHANNEL_KEY_STATE.enabled, reason: '', state_time: Math.floor(tx.nowMs / 1_000) }),
  );
}

async function updateFields(
  tx: DirectoryTransaction,
  id: number,
  fields: ChannelFields,
): Promise<Edited<ChannelRow> | undefined> {
  const [before] = await lockChannels(tx.client, { id });
  const set = assignments(EDITABLE, fields);
  if (before === undefined || set === undefined) return before && { before, after: before };
  const after = await oneRow<ChannelRow>(
    tx.client,
    query('directory.channels').where({ id }).update(set).returning(channelColumns),
  );
  tx.changed('channel', id);
  return { before, after };
}

/** `reason` says why a process changed the status; it is kept in other_info with the time (docs/behaviour.md#channels). */
export async function setChannelStatus(
  tx: DirectoryTransaction,
  id: number,
  status: number,
  reason?: string,
): Promise<Edited<ChannelRow> | undefined> {
  const [channel] = await lockChannels(tx.client, { id });
  if (channel === undefined) return undefined;
  const otherInfo = reason === undefined ? undefined : withReason(channel.otherInfo, reason, tx.nowMs);
  return updateFields(tx, id, { status, ...(otherInfo === undefined ? {} : { otherInfo }) });
}

function withReason(otherInfo: string, reason: string, nowMs: number): string {
  let known: unknown;
  try {
    known = JSON.parse(otherInfo === '' ? '{}' : otherInfo);
  } catch {
    known = {};
  }
  return JSON.stringify({
    ...(typeof known === 'object' && known !== null ? known : {}),
    status_reason: reason,
    status_time: Math.floor(nowMs / 1_000),
  });
}

/** Answers the channels that were deleted. The rows stay for the names in logs, without their keys. */
export const deleteChannels = (
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  ids: readonly number[],
): Promise<readonly ChannelRow[]> => deleted(tx, directoryKeys, idsIn(ids));

/** Those with status 2 and 3 (docs/behaviour.md#channels). */
export const deleteDisabledChannels = (
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
): Promise<readonly ChannelRow[]> =>
  deleted(tx, directoryKeys, query.raw('status in (?, ?)', [CHANNEL_STATUS.disabled, CHANNEL_STATUS.autoDisabled]));

async function deleted(
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  condition: ChannelCondition,
): Promise<readonly ChannelRow[]> {
  const isSealed = await directoryKeys.staysSealed(tx.client, 'channel');
  const set = { deleted_time: Math.floor(tx.nowMs / 1_000), ...(isSealed ? {} : { key: '' }) };
  const gone = await touched(tx, condition, set);
  if (isSealed) {
    const ids = gone.map(({ id }) => id);
    await directoryKeys.drop(tx.client, 'channel', ids);
  }
  return gone;
}

/** '' clears the tag. Answers those that exist, as they were. */
export const tagChannels = (
  tx: DirectoryTransaction,
  ids: readonly number[],
  tag: string,
): Promise<readonly ChannelRow[]> => touched(tx, idsIn(ids), { tag });

/** newTag '' dissolves the tag; the other fields are set on all its channels (docs/behaviour.md#channels). Answers them as they were. */
export async function editTag(
  tx: DirectoryTransaction,
  tag: string,
  {
    newTag,
    ...edit
  }: Pick<ChannelFields, 'modelMapping' | 'group' | 'models' | 'priority' | 'weight'> & { readonly newTag?: string },
): Promise<readonly ChannelRow[]> {
  const set = assignments(EDITABLE, newTag === undefined ? edit : { ...edit, tag: newTag });
  return set === undefined || tag === '' ? [] : touched(tx, { tag }, set);
}

/** Answers them as they were. */
export const setStatusByTag = (
  tx: DirectoryTransaction,
  tag: string,
  status: number,
): Promise<readonly ChannelRow[]> => (tag === '' ? Promise.resolve([]) : touched(tx, { tag }, { status }));

function idsIn(ids: readonly number[]): Piece {
  if (ids.length > BATCH_IDS_MAX) throw new RangeError(`${ids.length} ids in one batch; ${BATCH_IDS_MAX} are allowed`);
  return oneOfIds('id', ids);
}

async function touched(
  tx: DirectoryTransaction,
  condition: ChannelCondition,
  set: Readonly<Record<string, unknown>>,
): Promise<readonly ChannelRow[]> {
  const before = await lockChannels(tx.client, condition);
  const ids = before.map(({ id }) => id);
  if (ids.length > 0) await execute(tx.client, query('directory.channels').where(oneOfIds('id', ids)).update(set));
  for (const id of ids) tx.changed('channel', id);
  return before;
}

// What a test or an upstream's balance found changes nothing that a cache keeps: no version.

/** `testedSeconds`: Unix time of the test. */
type NotedTest = LastTest & {
  readonly responseTimeMs: number;
  readonly testedSeconds: number;
  readonly passed: boolean;
};

export const noteTest = (
  db: Queryable,
  id: number,
  { responseTimeMs, testedSeconds, passed, ...said }: NotedTest,
): Promise<number> =>
  execute(
    db,
    query('directory.channels')
      .where({ id })
      .update({
        response_time_ms: Math.round(responseTimeMs),
        test_time: Math.floor(testedSeconds),
        test_passed: passed,
        last_test: lastTestText(said),
      }),
  );

/** `balance`: in what its upstream counts in. `nowS`: Unix time of the answer. */
export const noteBalance = (db: Queryable, id: number, balance: number, nowS: number): Promise<number> =>
  execute(db, query('directory.channels').where({ id }).update({ balance_usd: balance, balance_updated_time: nowS }));
