import { redemptionStream } from '@ledgate/domain/redemption/events';
import { encode } from '@ledgate/domain/events/codec';
import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import { execute, maybeRow, oneRow, type Page, type Paging, type Queryable, rows } from '../database.ts';
import { LIST_ROWS_MAX } from '../limits.ts';
import { newCodeKey } from '../random-text.ts';
import { columnsOf, literally, type Sql, sql } from '../sql.ts';
import type { DirectoryTransaction } from '../transaction.ts';

/** A redemption code's texts. Its amount, status and use stand in the ledger (`redemption-{id}`). */
export type CodeRow = {
  readonly id: CodeId;
  /** 32 hexadecimal digits: the secret a person redeems. */
  readonly key: string;
  readonly name: string;
  /** Who issued it. */
  readonly userId: UserId;
  readonly createdTime: number;
};

const columns = columnsOf(['id', 'key', 'name', 'userId', 'createdTime'] satisfies (keyof CodeRow)[]);
const LIVE = sql`deleted_time is null`;

/** Adds the texts and, through the outbox, issues the code with its amount (CodeIssued at NO_STREAM). */
export async function createCode(
  tx: DirectoryTransaction, { name, amount, actorId, requestId }: { readonly name: string; readonly amount: Quota; readonly actorId: UserId; readonly requestId: string },
): Promise<CodeRow> {
  const code = await oneRow<CodeRow>(tx.client, sql`
    insert into directory.codes (key, name, user_id, created_time) values (${newCodeKey()}, ${name}, ${actorId}, ${Math.floor(tx.nowMs / 1_000)}) returning ${columns}`);
  const context = { commandId: `issue-code-${code.id}`, correlationId: requestId, occurredAtMs: tx.nowMs, actor: `user-${actorId}` };
  await tx.toLedger({
    kind: 'events',
    stream: redemptionStream(code.id),
    creates: true,
    events: encode([{ type: 'CodeIssued', data: { codeId: code.id, amount, actorId } }], context),
  });
  return code;
}

export const findCode = (db: Queryable, id: number): Promise<CodeRow | undefined> =>
  maybeRow(db, sql`select ${columns} from directory.codes where id = ${id} and ${LIVE}`);

export const findCodeByKey = (db: Queryable, key: string): Promise<CodeRow | undefined> =>
  maybeRow(db, sql`select ${columns} from directory.codes where key = ${key} and ${LIVE}`);

/** Newest first (contract A.7). */
export const listCodes = (db: Queryable, paging: Paging): Promise<Page<CodeRow>> => page(db, LIVE, paging);

/** The id equals or the name starts with `keyword`; letter case is ignored. */
export function searchCodes(db: Queryable, keyword: string, paging: Paging): Promise<Page<CodeRow>> {
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
  return page(db, sql`${LIVE} and (id = ${id} or lower(name) like ${`${literally(keyword.toLowerCase())}%`})`, paging);
}

async function page(db: Queryable, condition: Sql, { offset, limit }: Paging): Promise<Page<CodeRow>> {
  const { total } = await oneRow<{ total: number }>(db, sql`select count(*) as total from directory.codes where ${condition}`);
  const items = await rows<CodeRow>(db, sql`
    select ${columns} from directory.codes where ${condition} order by id desc offset ${offset} limit ${Math.min(limit, LIST_ROWS_MAX)}`);
  return { items, total };
}

/** undefined: there is no such code. */
export async function renameCode(tx: DirectoryTransaction, id: number, name: string): Promise<{ before: CodeRow; after: CodeRow } | undefined> {
  const before = await maybeRow<CodeRow>(tx.client, sql`select ${columns} from directory.codes where id = ${id} and ${LIVE} for update`);
  if (before === undefined) return undefined;
  return { before, after: await oneRow<CodeRow>(tx.client, sql`update directory.codes set name = ${name} where id = ${id} returning ${columns}`) };
}

/** The row stays for the names in logs; nobody finds it by its key any more. Disabling it in the ledger is the caller's. */
export async function deleteCode(tx: DirectoryTransaction, id: number): Promise<boolean> {
  return (await execute(tx.client, sql`update directory.codes set deleted_time = ${Math.floor(tx.nowMs / 1_000)} where id = ${id} and ${LIVE}`)) > 0;
}

/** Names by id, deleted codes included. */
export async function codeNamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; name: string }>(db, sql`select id, name from directory.codes where id = any(${ids}::bigint[])`);
  return new Map(found.map(({ id, name }) => [id, name]));
}
