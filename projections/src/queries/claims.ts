import type { Position } from '@ledgate/domain/ports/event-store';
import type { CodeId, SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { ClaimFacts } from '../claims/claim-facts.ts';
import { CLAIMS_PAGE_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';

/** A claim on an account that is not known to be credited: everything for the second append (design section 4, sagas). */
export type PendingClaim = {
  readonly source: SourceId;
  readonly accountId: UserId;
  /** From the claiming event, whatever the options say today. */
  readonly amount: Quota;
  readonly position: Position;
  /** Unix milliseconds. */
  readonly claimedMs: number;
} & (
  | { readonly kind: 'redemption'; readonly codeId: CodeId }
  | {
      readonly kind: 'topup';
      readonly tradeNo: string;
      readonly provider: string;
      readonly moneyMinor: number;
      readonly currency: string;
    }
  | { readonly kind: 'task'; readonly taskId: string; readonly tokenId: TokenId }
);

/** The condition of the partial index. */
const pending = (): Query => query(`${READ_MODELS}.claims`).whereRaw('claimed and not credited');

/** Oldest first. A credit that the read models have not seen yet may still be listed: the account's fold makes its repetition a no-op. */
export async function pendingClaims(
  db: Queryable,
  limit: number,
  after: Position = 0 as Position,
): Promise<readonly PendingClaim[]> {
  const found = await rows<{
    source: string;
    user_id: number;
    amount: number;
    claimed_position: number;
    claimed_ms: number;
    facts: string;
  }>(
    db,
    pending()
      .select('source', 'user_id', 'amount', 'claimed_position', 'claimed_ms', 'facts')
      .where('claimed_position', '>', after)
      .orderBy('claimed_position')
      .limit(Math.min(limit, CLAIMS_PAGE_MAX)),
  );
  return found.map((row) => ({
    source: row.source as SourceId,
    accountId: row.user_id as UserId,
    amount: quota(row.amount),
    position: row.claimed_position as Position,
    claimedMs: row.claimed_ms,
    ...(JSON.parse(row.facts) as ClaimFacts),
  }));
}
