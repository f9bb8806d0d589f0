import { accountStream } from '@ledgate/domain/account/events';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { OUTBOX_ROWS_MAX } from '../limits.ts';
import { appendRow, type DrainPorts } from './drain-row.ts';
import { outboxRow } from './rows.ts';

/** An open row that sets an account's balance to a number. */
export type OwedBalance = { readonly id: number; readonly source: SourceId };

/**
 * The open rows that set this account's balance to a number, the oldest OUTBOX_ROWS_MAX of them. A row may be open though the ledger has its event
 * already. Who has locked the user's row sees all that are committed, and nobody adds one meanwhile.
 */
export const owedBalancesOf = (db: Queryable, userId: UserId): Promise<readonly OwedBalance[]> =>
  rows(
    db,
    query('directory.outbox')
      .select('id', query.raw("entry #>> '{command,source}' as source"))
      .where({ stream: accountStream(userId) })
      .whereNull('parked_reason')
      .whereRaw("entry #>> '{command,absolute,balance}' is not null")
      .orderBy('id')
      .limit(OUTBOX_ROWS_MAX),
  );

/**
 * Brings them into the ledger, whoever else is about it. The recall and the end of the row are left to who wrote it, and to the drainer. Throws
 * StoreUnavailable.
 */
export async function appendOwedBalances(
  ports: Pick<DrainPorts, 'store' | 'db'>,
  owed: readonly OwedBalance[],
): Promise<void> {
  for (const { id } of owed) {
    const row = await outboxRow(ports.db, id);
    if (row !== undefined) await appendRow(ports, row);
  }
}
