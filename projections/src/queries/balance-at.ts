import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { type Database, oneRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { indexAt, knownHead } from './head.ts';
import { beginningAtMs, recordedAfter } from './instants.ts';
import { BALANCE_AT } from './sql.ts';

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

type BalanceRow = {
  readonly balance: number | null;
  readonly used: number | null;
  readonly earnings: number | null;
  readonly tokenUsed: number | null;
  readonly tokenLimit: number | null;
};

const NO_TOKEN_ASKED = 0;

/**
 * Each entry has the figures after it, so that one row answers, however many there are. Before the first one all are 0. What stands up to a position that is
 * known never changes, so that no snapshot is needed.
 */
export async function balanceAt(db: Database, { accountId, tokenId, position }: BalanceRequest): Promise<BalanceAt> {
  const asked = { accountId, tokenId: tokenId ?? NO_TOKEN_ASKED, position };
  const [index, row] = await Promise.all([indexAt(db, position), oneRow<BalanceRow>(db, query.raw(BALANCE_AT, asked))]);
  const [balance, used, earnings] = [row.balance ?? 0, row.used ?? 0, row.earnings ?? 0];
  return {
    index,
    balance: quota(balance),
    credits: quota(balance + used),
    used: quota(used),
    earnings: quota(earnings),
    token: tokenId === undefined ? undefined : tokenFrom(row),
  };
}

function tokenFrom({ tokenUsed, tokenLimit }: BalanceRow): TokenAt {
  const used = quota(tokenUsed ?? 0);
  const limit = tokenLimit === null ? null : quota(tokenLimit);
  return { limit, used, remain: limit === null ? null : quota(limit - used) };
}
