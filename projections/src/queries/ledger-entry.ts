import type { Position } from '@ledgate/domain/ports/event-store';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { ChargeFacts, EntryFacts } from '../ledger/entry-facts.ts';

/** One event of an account: what happened, what it did to the balance, where it stands. Times are Unix milliseconds. */
export type LedgerEntry = {
  readonly position: Position;
  readonly atMs: number;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** The signed change of the balance; 0 for what moves none. */
  readonly amount: Quota;
  readonly balanceAfter: Quota;
  /** The request id of a charge, else the source of a credit, else ''. */
  readonly reference: string;
  readonly actor: string;
  readonly reason: string;
  readonly facts: EntryFacts | ChargeFacts;
};

export type LedgerEntryRead = {
  position: number;
  at_ms: number;
  type: string;
  stream: string;
  revision: number;
  amount: number;
  balance_after: number;
  reference: string;
  actor: string;
  reason: string;
  facts: string;
};

export const ENTRY_COLUMNS = [
  'position',
  'at_ms',
  'type',
  'stream',
  'revision',
  'amount',
  'balance_after',
  'reference',
  'actor',
  'reason',
  'facts',
] as const satisfies readonly (keyof LedgerEntryRead)[];

export const ledgerEntryFrom = ({
  position,
  at_ms,
  amount,
  balance_after,
  facts,
  ...rest
}: LedgerEntryRead): LedgerEntry => ({
  ...rest,
  position: position as Position,
  atMs: at_ms,
  amount: quota(amount),
  balanceAfter: quota(balance_after),
  facts: JSON.parse(facts) as EntryFacts,
});
