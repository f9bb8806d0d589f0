import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { READ_MODELS } from '../schema/shape.ts';
import { type Database, inSnapshot, maybeRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { indexAt, knownHead } from './head.ts';
import { beginningAtMs, recordedAfter } from './instants.ts';

/**
 * By the times of events (all that counts before the millisecond after `atMs`), by what was recorded then (all before the first position that the store wrote
 * after `atMs`), up to a position and with it, or as far as the ledger is known.
 */
export type Instant =
  | { readonly basis: 'event' | 'recorded'; readonly atMs: number }
  | { readonly basis: 'position'; readonly position: Position }
  | { readonly basis: 'head' };

/** What is told at an instant: the ledger up to a position, and whether nothing that is written from now on, or not known yet, can change that. */
export type Cut = { readonly position: Position; readonly isSettled: boolean };

/** Where an instant cuts the ledger, as far as that is known. Throws StoreUnavailable. */
export async function cutAt(db: Queryable, ledger: Pick<EventStore, 'readAll'>, instant: Instant): Promise<Cut> {
  // Before the instant is looked for: what comes in between is told by neither, and nothing before it can move.
  const { position: known } = await knownHead(db);
  const last = await lastOf(db, ledger, instant);
  return { position: Math.min(last, known) as Position, isSettled: last <= known };
}

async function lastOf(db: Queryable, ledger: Pick<EventStore, 'readAll'>, instant: Instant): Promise<number> {
  if (instant.basis === 'head') return Infinity;
  if (instant.basis === 'position') return instant.position;
  const { basis, atMs } = instant;
  const before = basis === 'event' ? await beginningAtMs(db, ledger, atMs + 1) : await recordedAfter(db, ledger, atMs);
  return before - 1;
}

/** Figures of an account, and of a token of his, up to a position; quota units. credits - used = balance. */
export type BalanceAt = {
  /** Of the last event up to there. */
  readonly index: number;
  readonly balance: Quota;
  readonly credits: Quota;
  /** Charges less refunds. */
  readonly used: Quota;
  readonly earnings: Quota;
  /** undefined where none was asked for. */
  readonly token: TokenAt | undefined;
};

/** `limit` and `remain` are null without a limit; before the token was known it had none and had used nothing. */
type TokenAt = { readonly limit: Quota | null; readonly used: Quota; readonly remain: Quota | null };

type BalanceRequest = {
  readonly accountId: UserId;
  readonly tokenId?: TokenId | undefined;
  /** The read models know all of the ledger up to it (`cutAt`). */
  readonly position: Position;
};

/** Each entry has the figures after it, so that one row answers, however many there are. Before the first one all are 0. */
export const balanceAt = (db: Database, { accountId, tokenId, position }: BalanceRequest): Promise<BalanceAt> =>
  inSnapshot(db, async (client) => {
    const last = await maybeRow<{ balance: number; used: number; earnings: number }>(
      client,
      query(`${READ_MODELS}.ledger_entries`)
        .select({ balance: 'balance_after', used: 'used_after', earnings: 'earnings_after' })
        .where({ user_id: accountId })
        .where('position', '<=', position)
        .orderBy('position', 'desc')
        .limit(1),
    );
    const { balance, used, earnings } = last ?? { balance: 0, used: 0, earnings: 0 };
    return {
      index: await indexAt(client, position),
      balance: quota(balance),
      credits: quota(balance + used),
      used: quota(used),
      earnings: quota(earnings),
      token: tokenId === undefined ? undefined : await tokenAt(client, accountId, tokenId, position),
    };
  });

async function tokenAt(db: Queryable, accountId: UserId, tokenId: TokenId, position: Position): Promise<TokenAt> {
  const charge = await maybeRow<{ used: number }>(
    db,
    query(`${READ_MODELS}.ledger_entries`)
      .select({ used: 'token_used_after' })
      .where({ token_id: tokenId, user_id: accountId })
      .whereNotNull('token_used_after')
      .where('position', '<=', position)
      .orderBy('position', 'desc')
      .limit(1),
  );
  const set = await maybeRow<{ limit: number | null }>(
    db,
    query(`${READ_MODELS}.token_limits`)
      .select({ limit: 'limit_quota' })
      .where({ token_id: tokenId })
      .where('position', '<=', position)
      .orderBy('position', 'desc')
      .limit(1),
  );
  const used = quota(charge?.used ?? 0);
  const limit = set === undefined || set.limit === null ? null : quota(set.limit);
  return { limit, used, remain: limit === null ? null : quota(limit - used) };
}
