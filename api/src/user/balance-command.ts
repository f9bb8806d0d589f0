import { loadAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand, AccountCommandOf } from '@ledgate/domain/account/commands';
import { decide } from '@ledgate/domain/account/decide';
import { accountStream } from '@ledgate/domain/account/events';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import {
  appendOwedBalances,
  type OwedBalance,
  owedBalancesOf,
} from '@ledgate/projections/directory/outbox/owed-balances';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { lockUser } from '@ledgate/projections/directory/users/find';
import { tillChargesOf } from '@ledgate/projections/queries/balances';
import { partitionOfStream } from '@ledgate/projections/runner/partition';
import type { SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import { BALANCE_ROUNDS_MAX, SNAPSHOT_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';

type Ports = Pick<ApiPorts, 'db' | 'store' | 'readModels'>;
type WithSource<Type extends AccountCommand['type']> = AccountCommandOf<Type> & {
  readonly source: SourceId;
  readonly sourceBornMs: number;
};
export type SetBalance = WithSource<'SetBalance'>;

/** `command` undefined: the balance stays as it is. */
export type BalanceCommand =
  { readonly ok: true; readonly command: SetBalance | undefined } | { readonly ok: false; readonly problem: Problem };

/** Inside a transaction: its balance cannot be set now, so nothing of it is done. */
export class BalanceRefused extends Error {
  override readonly name = 'BalanceRefused';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`the balance cannot be set: ${problem.code}`);
    this.problem = problem;
  }
}

/** Inside a transaction: numbers that were set before do not stand in the ledger yet, so nothing of it is done; after them it can be. */
class BalanceOwed extends Error {
  override readonly name = 'BalanceOwed';
  readonly owed: readonly OwedBalance[];

  constructor(owed: readonly OwedBalance[]) {
    super(`${owed.length} balances wait for the ledger`);
    this.owed = owed;
  }
}

/**
 * What sets a balance to a bare number, as older consoles do (docs/ledger.md#numbers-that-are-set): the read models must have passed the ledger's head of this
 * moment in the account's partition; the till charges of one snapshot, which says so itself, then make the delta. Charges recorded later come off the new
 * number. A number that this session was last shown for the user changes nothing. Older consoles ask for no reason, so there is none. Nothing is
 * written here.
 */
export async function balanceCommand(
  ports: Ports,
  call: SignedCall,
  userId: UserId,
  balance: number,
): Promise<BalanceCommand> {
  if ((await call.session.lastShown(`user-${userId}`)) === balance) return { ok: true, command: undefined };
  const head = await ports.store.head();
  const own = partitionOfStream(accountStream(userId), ports.readModels.partitions());
  const seen = (await ports.readModels.waitFor(head, SNAPSHOT_WAIT_MS, own)) && (await tillChargesOf(ports.db, userId));
  if (!seen || seen.position < head) return { ok: false, problem: { code: 'read_models_behind' } };
  const command: SetBalance = {
    type: 'SetBalance',
    balance: quota(balance),
    tillCharges: seen.tillCharges,
    actorId: call.caller.id,
    reason: '',
    source: `balance-${call.requestId}` as SourceId,
    sourceBornMs: call.nowMs,
  };
  const decision = decide(command, await loadAccount(ports.store, userId));
  if (!decision.ok) return { ok: false, problem: decision.refusal };
  return { ok: true, command: decision.events.length > 0 ? command : undefined };
}

/**
 * The delta that it comes to now. What is owed to the ledger is this and not the number: what is credited while it waits stays credited. The user's
 * row is locked, and a number that was set before must stand in the ledger, so that no two deltas are taken from the same balance. undefined: the
 * balance is that already. Throws BalanceRefused, BalanceOwed and StoreUnavailable.
 */
export async function adjustmentTo(
  store: EventStore,
  tx: DirectoryTransaction,
  userId: UserId,
  set: SetBalance,
): Promise<WithSource<'AdjustQuota'> | undefined> {
  await lockUser(tx.client, userId);
  const owed = await owedBalancesOf(tx.client, userId);
  const account = await loadAccount(store, userId);
  if (account.status !== 'missing' && owed.some(({ source }) => !account.sources.has(source)))
    throw new BalanceOwed(owed);
  const decision = decide(set, account);
  if (!decision.ok) throw new BalanceRefused(decision.refusal);
  const [event] = decision.events;
  return event?.type === 'QuotaAdjusted'
    ? { type: 'AdjustQuota', ...event.data, source: set.source, sourceBornMs: set.sourceBornMs }
    : undefined;
}

/**
 * Does `change`, a transaction with `adjustmentTo` in it. Where others have set the same balance a moment ago, theirs is brought into the ledger
 * first and the transaction is repeated, on the account as it is then; the wait for the read models is not, since what was charged meanwhile comes
 * off the new number anyway. Throws BalanceRefused when the ledger is away, or others are always quicker.
 */
export async function afterOwedBalances<Value>(
  ports: Pick<ApiPorts, 'db' | 'store'>,
  change: () => Promise<Value>,
): Promise<Value> {
  for (let rounds = 0; rounds < BALANCE_ROUNDS_MAX; rounds += 1) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof BalanceOwed)) throw error;
      await appended(ports, error.owed);
    }
  }
  throw new BalanceRefused({ code: 'read_models_behind' });
}

async function appended(ports: Pick<ApiPorts, 'db' | 'store'>, owed: readonly OwedBalance[]): Promise<void> {
  try {
    await appendOwedBalances(ports, owed);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new BalanceRefused({ code: 'read_models_behind' });
    throw error;
  }
}
