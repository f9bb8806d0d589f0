import { accountStream } from '@ledgate/domain/account/events';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { OUTBOX_ROWS_MAX } from '../limits.ts';

/**
 * Sources of the open rows that set this account's balance to a number, the oldest OUTBOX_ROWS_MAX of them. A row may be open though the ledger has
 * its event already. Who has locked the user's row sees all that are committed, and nobody adds one meanwhile.
 */
export const sourcesOfOwedBalances = async (db: Queryable, userId: UserId): Promise<readonly SourceId[]> =>
  (
    await rows<{ source: SourceId }>(
      db,
      query('directory.outbox')
        .select(query.raw("entry #>> '{command,source}' as source"))
        .where({ stream: accountStream(userId) })
        .whereNull('parked_reason')
        .whereRaw("entry #>> '{command,absolute,balance}' is not null")
        .orderBy('id')
        .limit(OUTBOX_ROWS_MAX),
    )
  ).map(({ source }) => source);
