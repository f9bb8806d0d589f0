import type { Position } from '@ledgate/domain/ports/event-store';
import type { RedemptionEventOf } from '@ledgate/domain/redemption/events';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { TaskRefund } from '@ledgate/domain/task/decide';
import type { TopUpEventOf } from '@ledgate/domain/topup/events';
import type { ClaimFacts } from '../claims/claim-facts.ts';
import { CLAIMS_PAGE_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';

/** What was claimed, as the event says that claimed it: domain makes the credit of this (`creditOf`, `refundOf`), whoever brings it. */
type Claimed =
  | { readonly kind: 'redemption'; readonly redeemed: RedemptionEventOf<'CodeRedeemed'>['data'] }
  | { readonly kind: 'topup'; readonly paid: TopUpEventOf<'TopUpPaid'>['data'] }
  | { readonly kind: 'task'; readonly failed: TaskRefund };

/** A claim on an account that is not known to be credited: everything for the second append. */
export type PendingCredit = {
  readonly source: SourceId;
  readonly accountId: UserId;
  /** From the claiming event, whatever the options say today. */
  readonly amount: Quota;
  readonly position: Position;
  /** When it was claimed, by its writer's clock: Unix milliseconds. */
  readonly claimedMs: number;
  readonly claimed: Claimed;
};

/** The condition of the partial index, of kinds that this release credits: it only reads what others are written of. */
const pending = (): Query =>
  query(`${READ_MODELS}.claims`).whereRaw("claimed and not credited and kind in ('redemption', 'topup', 'task')");

/** Oldest first. A credit that the read models have not seen yet may still be listed: the account's fold makes its repetition a no-op. */
export async function pendingCredits(
  db: Queryable,
  limit: number,
  after: Position = 0 as Position,
): Promise<readonly PendingCredit[]> {
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
  return found.map((row) => {
    const [accountId, amount] = [row.user_id as UserId, quota(row.amount)];
    return {
      source: row.source as SourceId,
      accountId,
      amount,
      position: row.claimed_position as Position,
      claimedMs: row.claimed_ms,
      claimed: claimedOf(JSON.parse(row.facts) as Extract<ClaimFacts, { kind: Claimed['kind'] }>, accountId, amount),
    };
  });
}

function claimedOf(facts: Extract<ClaimFacts, { kind: Claimed['kind'] }>, accountId: UserId, amount: Quota): Claimed {
  switch (facts.kind) {
    case 'redemption':
      return { kind: 'redemption', redeemed: { ...withoutKind(facts), amount, accountId } };
    case 'topup':
      return { kind: 'topup', paid: { ...withoutKind(facts), accountId, amount } };
    case 'task':
      return { kind: 'task', failed: { ...withoutKind(facts), refund: amount } };
  }
}

const withoutKind = <Facts extends ClaimFacts>({ kind: _kind, ...facts }: Facts): Omit<Facts, 'kind'> => facts;

/** Whether the read models know of the credit of a claim: what they do not know yet may stand in the ledger. */
export const isCredited = async (db: Queryable, source: SourceId): Promise<boolean> =>
  (await rows(db, query(`${READ_MODELS}.claims`).select('source').where({ source, credited: true }))).length > 0;
