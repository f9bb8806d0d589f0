import { redemptionStream } from '@ledgate/domain/redemption/events';
import { encode } from '@ledgate/domain/events/codec';
import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import { columnsOf } from '../../shared/column-names.ts';
import { execute, maybeRow, oneRow, type Queryable, rows } from '../../shared/database.ts';
import { oneOfIds, type Query, query } from '../../shared/query.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { newCodeKey } from '../random-text.ts';
import type { DirectoryTransaction } from '../transaction.ts';

/**
 * A redemption code's name; its text is kept with the directory's secrets (`keys`). Its amount, status and use stand in the ledger (`redemption-{id}`);
 * lists with both are in `queries/codes.ts`.
 */
type CodeRow = {
  readonly id: CodeId;
  readonly name: string;
  /** Who issued it. */
  readonly userId: UserId;
  readonly createdTime: number;
};

const columns = columnsOf(['id', 'name', 'userId', 'createdTime'] satisfies (keyof CodeRow)[]);
const live = (): Query => query('directory.codes').whereNull('deleted_time');

/** Adds the texts and, through the outbox, issues the code with its amount (CodeIssued at NO_STREAM). */
export async function createCode(
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  {
    name,
    amount,
    actorId,
    requestId,
  }: { readonly name: string; readonly amount: Quota; readonly actorId: UserId; readonly requestId: string },
): Promise<CodeRow & { readonly key: string }> {
  const key = newCodeKey();
  const isSealed = await directoryKeys.staysSealed(tx.client, 'code');
  const code = await oneRow<CodeRow>(
    tx.client,
    query('directory.codes')
      .insert({ ...(isSealed ? {} : { key }), name, user_id: actorId, created_time: Math.floor(tx.nowMs / 1_000) })
      .returning(columns),
  );
  if (isSealed) await directoryKeys.add(tx.client, 'code', [{ ownerId: code.id, secret: key }]);
  const context = {
    commandId: `issue-code-${code.id}`,
    correlationId: requestId,
    occurredAtMs: tx.nowMs,
    actor: `user-${actorId}`,
  };
  await tx.toLedger({
    kind: 'events',
    stream: redemptionStream(code.id),
    creates: true,
    events: encode([{ type: 'CodeIssued', data: { codeId: code.id, amount, actorId, usesMax: 1 } }], context),
  });
  return { ...code, key };
}

export const findCode = (db: Queryable, id: number): Promise<CodeRow | undefined> =>
  maybeRow(db, live().select(columns).where({ id }));

/** @param key 32 hexadecimal digits: what a person redeems */
export async function findCodeByKey(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  key: string,
): Promise<CodeRow | undefined> {
  const [id] = await directoryKeys.ownersOf(db, 'code', key);
  return id === undefined ? undefined : findCode(db, id);
}

/** Names by id, deleted ones included. */
export async function codeNamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; name: string }>(
    db,
    query('directory.codes').select('id', 'name').where(oneOfIds('id', ids)),
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** undefined: there is no such code. */
export async function renameCode(
  tx: DirectoryTransaction,
  id: number,
  name: string,
): Promise<{ before: CodeRow; after: CodeRow } | undefined> {
  const before = await maybeRow<CodeRow>(tx.client, live().select(columns).where({ id }).forUpdate());
  if (before === undefined) return undefined;
  return {
    before,
    after: await oneRow<CodeRow>(tx.client, query('directory.codes').where({ id }).update({ name }).returning(columns)),
  };
}

/** The row stays for the names in logs, without its key. Withdrawing it in the ledger is the caller's, and comes first. */
export async function deleteCode(tx: DirectoryTransaction, directoryKeys: DirectoryKeys, id: number): Promise<boolean> {
  const set = { deleted_time: Math.floor(tx.nowMs / 1_000) };
  if ((await execute(tx.client, live().where({ id }).update(set))) === 0) return false;
  if (await directoryKeys.isSealed(tx.client)) await directoryKeys.drop(tx.client, 'code', [id]);
  return true;
}
