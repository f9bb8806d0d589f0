import type { Direction } from '@ledgate/domain/catalogue/list-orders';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import type { ChargeFacts, EntryFacts } from '../ledger/entry-facts.ts';
import { LOG_COLUMNS, type StoredLogRow } from '../logs/log-columns.ts';
import { selectionOf } from '../runner/column-table.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { playgroundName } from './playground-name.ts';
import type { LoggedFailure } from '../logs/logged-event.ts';

export type { LoggedFailure };

/** One row of the log as it is stored, with the names of today's directory ('' where one is gone) and its ledger entry. Times are Unix milliseconds. */
export type LogRow = StoredLogRow & {
  readonly username: string;
  readonly tokenName: string;
  readonly channelName: string;
  readonly entry: Pick<
    LedgerEntry,
    'type' | 'stream' | 'revision' | 'amount' | 'balanceAfter' | 'actor' | 'reason' | 'facts'
  >;
};

/** As the driver gives it. */
type LogRowRead = Omit<LogRow, 'entry'> &
  Omit<LogRow['entry'], 'type' | 'amount' | 'facts'> & {
    readonly entryType: string;
    readonly entryAmount: LogRow['entry']['amount'];
    readonly facts: string;
  };

/** From `r` (log_rows), `e` (ledger_entries), `u`, `t`, `c` of the directory. */
const LOG_SELECTION = `
  ${selectionOf(LOG_COLUMNS, 'r')},
  coalesce(u.username, '') as "username", coalesce(t.name, '') as "tokenName", coalesce(c.name, '') as "channelName",
  coalesce(e.type, '') as "entryType", coalesce(e.stream, '') as "stream", coalesce(e.revision, 0) as "revision",
  coalesce(e.amount, 0) as "entryAmount", coalesce(e.balance_after, 0) as "balanceAfter", coalesce(e.actor, '') as "actor",
  coalesce(e.reason, '') as "reason", coalesce(e.facts, '{}') as "facts"`;

const LOG_JOINS = `
  left join ${READ_MODELS}.ledger_entries e on e.user_id = r.user_id and e.position = r.position
  left join directory.users u on u.id = r.user_id
  left join directory.tokens t on t.id = r.token_id and r.token_id <> 0
  left join directory.channels c on c.id = r.channel_id and r.channel_id <> 0`;

const logRowFrom = ({
  entryType: type,
  stream,
  revision,
  entryAmount: amount,
  tokenName,
  balanceAfter,
  actor,
  reason,
  facts,
  ...row
}: LogRowRead): LogRow => ({
  ...row,
  tokenName: row.tokenId === NO_TOKEN ? playgroundName(row.group) : tokenName,
  entry: {
    type,
    stream,
    revision,
    amount,
    balanceAfter,
    actor,
    reason,
    facts: JSON.parse(facts) as EntryFacts | ChargeFacts,
  },
});

/** The rows of `stored`, a query of whole rows of log_rows, newest first. */
export async function logRowsOf(
  db: Queryable,
  stored: Query,
  direction: Direction = 'desc',
): Promise<readonly LogRow[]> {
  const read = await rows<LogRowRead>(
    db,
    query.select(query.raw(LOG_SELECTION)).from(stored.as('r')).joinRaw(LOG_JOINS).orderBy('r.position', direction),
  );
  return read.map(logRowFrom);
}
