import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { LOG_PAGE_ROWS_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { maybeRow, type Queryable, rows } from '../shared/database.ts';
import { countOf, inOrder, inStretch, type ListOrder, type Page, type Paging, type Stretch } from '../shared/paging.ts';
import { literally, type Query, query } from '../shared/query.ts';

/** A redemption code without its text: its name from the directory, its state from the ledger. Times are Unix seconds. */
export type CodeView = {
  readonly id: CodeId;
  readonly name: string;
  /** Who made it. */
  readonly accountId: UserId;
  /** CODE_STATUS, without what is withdrawn or expired. */
  readonly status: number;
  readonly amount: Quota;
  readonly createdTime: number;
  /** 0: not yet. */
  readonly redeemedTime: number;
  /** 0: nobody. */
  readonly usedUserId: number;
};

type CodeRead = {
  id: number;
  name: string;
  user_id: number;
  created_time: number;
  status: number | null;
  amount: number | null;
  redeemed_ms: number | null;
  used_user_id: number | null;
};

const NEVER_AGAIN: ReadonlySet<number> = new Set([CODE_STATUS.withdrawn, CODE_STATUS.expired]);

/**
 * A code whose CodeIssued the read models have not seen yet is disabled and worth nothing; one that has expired is disabled, and so is one withdrawn
 * whose deletion is not finished.
 */
const codeFrom = (row: CodeRead): CodeView => ({
  id: row.id as CodeId,
  name: row.name,
  accountId: row.user_id as UserId,
  status: row.status === null || NEVER_AGAIN.has(row.status) ? CODE_STATUS.disabled : row.status,
  amount: quota(row.amount ?? 0),
  createdTime: row.created_time,
  redeemedTime: Math.floor((row.redeemed_ms ?? 0) / 1_000),
  usedUserId: row.used_user_id ?? 0,
});

const listed = (): Query => query('directory.codes as c').whereNull('c.deleted_time');

const COLUMNS = [
  'c.id',
  'c.name',
  'c.user_id',
  'c.created_time',
  's.status',
  's.amount',
  's.redeemed_ms',
  's.used_user_id',
];
const withStates = (codes: Query): Query => codes.leftJoin(`${READ_MODELS}.code_states as s`, 's.code_id', 'c.id');

type CodeSearch = {
  /** The id, or the beginning of the name, letter case ignored; '': any. */
  readonly keyword: string;
  /** Of what is shown: unused, disabled or used; 0: any. */
  readonly status: number;
};

/** Of the list (docs/behaviour.md#redemption-codes). */
export async function codePage(
  db: Queryable,
  search: CodeSearch,
  order: ListOrder | undefined,
  { offset, limit }: Paging,
): Promise<Page<CodeView>> {
  const matching = codesLike(search);
  const found = search.status === 0 ? withStates(matching.clone()) : matching.clone();
  // Ids first: the states of other codes are sought only where they are sorted or narrowed by.
  const page = inOrder(found.select('c.id'), order, 'c.id').limit(Math.min(limit, LOG_PAGE_ROWS_MAX)).offset(offset);
  const shown = withStates(query('directory.codes as c').join(page.as('page'), 'page.id', 'c.id'));
  return {
    items: (await rows<CodeRead>(db, inOrder(shown.select(COLUMNS), order, 'c.id'))).map(codeFrom),
    total: await countOf(db, matching),
  };
}

/** A part of the list, by ids. */
export async function codesInStretch(
  db: Queryable,
  search: CodeSearch,
  stretch: Stretch,
): Promise<readonly CodeView[]> {
  const matching = codesLike(search);
  const found = search.status === 0 ? withStates(matching) : matching;
  return (await rows<CodeRead>(db, inStretch(found.select(COLUMNS), 'c.id', stretch))).map(codeFrom);
}

export const countCodes = (db: Queryable, search: CodeSearch): Promise<number> => countOf(db, codesLike(search));

/** With their states where one is asked for. */
function codesLike({ keyword, status }: CodeSearch): Query {
  const matching = listed();
  if (keyword !== '') {
    const number = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
    matching.whereRaw('(c.id = ? or lower(c.name) like ?)', [number, `${literally(keyword.toLowerCase())}%`]);
  }
  if (status === CODE_STATUS.disabled)
    withStates(matching).whereRaw('(s.status is null or s.status = any(?::int[]))', [[status, ...NEVER_AGAIN]]);
  else if (status !== 0) withStates(matching).where({ 's.status': status });
  return matching;
}

/** undefined when there is none, or it was taken out of the list. */
export async function codeView(db: Queryable, id: CodeId): Promise<CodeView | undefined> {
  const found = await maybeRow<CodeRead>(db, withStates(listed().select(COLUMNS).where({ 'c.id': id })));
  return found === undefined ? undefined : codeFrom(found);
}
