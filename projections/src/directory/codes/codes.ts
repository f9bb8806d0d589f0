import { redemptionStream } from '@ledgate/domain/redemption/events';
import { encode } from '@ledgate/domain/events/codec';
import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import { columnsOf } from '../../shared/column-names.ts';
import { execute, maybeRow, oneRow, type Queryable } from '../../shared/database.ts';
import { type Query, query } from '../../shared/query.ts';
import { newCodeKey } from '../random-text.ts';
import type { DirectoryTransaction } from '../transaction.ts';

/** A redemption code's texts. Its amount, status and use stand in the ledger (`redemption-{id}`); lists with both are in `queries/codes.ts`. */
type CodeRow = {
  readonly id: CodeId;
  /** 32 hexadecimal digits: the secret a person redeems. */
  readonly key: string;
  readonly name: string;
  /** Who issued it. */
  readonly userId: UserId;
  readonly createdTime: number;
};

const columns = columnsOf(['id', 'key', 'name', 'userId', 'createdTime'] satisfies (keyof CodeRow)[]);
const live = (): Query => query('directory.codes').whereNull('deleted_time');

/** Adds the texts and, through the outbox, issues the code with its amount (CodeIssued at NO_STREAM). */
export async function createCode(
  tx: DirectoryTransaction,
  {
    name,
    amount,
    actorId,
    requestId,
  }: { readonly name: string; readonly amount: Quota; readonly actorId: UserId; readonly requestId: string },
): Promise<CodeRow> {
  const code = await oneRow<CodeRow>(
    tx.client,
    query('directory.codes')
      .insert({ key: newCodeKey(), name, user_id: actorId, created_time: Math.floor(tx.nowMs / 1_000) })
      .returning(columns),
  );
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
  return code;
}

export const findCode = (db: Queryable, id: number): Promise<CodeRow | undefined> =>
  maybeRow(db, live().select(columns).where({ id }));

export const findCodeByKey = (db: Queryable, key: string): Promise<CodeRow | undefined> =>
  maybeRow(db, live().select(columns).where({ key }));

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

/** The row stays for the names in logs; nobody finds it by its key any more. Withdrawing it in the ledger is the caller's, and comes first. */
export async function deleteCode(tx: DirectoryTransaction, id: number): Promise<boolean> {
  return (
    (await execute(
      tx.client,
      live()
        .where({ id })
        .update({ deleted_time: Math.floor(tx.nowMs / 1_000) }),
    )) > 0
  );
}
