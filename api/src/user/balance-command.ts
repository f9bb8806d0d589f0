import { loadAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import { decide } from '@ledgate/domain/account/decide';
import { accountStream } from '@ledgate/domain/account/events';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { tillChargesOf } from '@ledgate/projections/queries/balances';
import { partitionOfStream } from '@ledgate/projections/runner/partition';
import type { SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import { SNAPSHOT_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';

type Ports = Pick<ApiPorts, 'db' | 'store' | 'readModels'>;
type SetBalance = Extract<AccountCommand, { type: 'SetBalance' }> & { readonly source: SourceId };

/** `command` undefined: the balance stays as it is. */
export type BalanceCommand = { readonly ok: true; readonly command: SetBalance | undefined } | { readonly ok: false; readonly problem: Problem };

/**
 * What sets a balance to a bare number, as older consoles do (design section 6): the read models must have passed the ledger's head of this moment
 * in the account's partition; the till charges of one snapshot, which says so itself, then make the delta, at the append's exact revision. Charges
 * recorded later come off the new number. A number that this session was last shown for the user changes nothing. Older consoles ask for no
 * reason, so there is none. Nothing is written here.
 */
export async function balanceCommand(ports: Ports, call: SignedCall, userId: UserId, balance: number): Promise<BalanceCommand> {
  if (await call.session.lastShown(`user-${userId}`) === balance) return { ok: true, command: undefined };
  const head = await ports.store.head();
  const own = partitionOfStream(accountStream(userId), ports.readModels.partitions());
  const seen = await ports.readModels.waitFor(head, SNAPSHOT_WAIT_MS, own) && await tillChargesOf(ports.db, userId);
  if (!seen || seen.position < head) return { ok: false, problem: { code: 'read_models_behind' } };
  const command: SetBalance = {
    type: 'SetBalance', balance: quota(balance), tillCharges: seen.tillCharges, actorId: call.caller.id, reason: '', source: `balance-${call.requestId}` as SourceId,
  };
  const decision = decide(command, await loadAccount(ports.store, userId));
  if (!decision.ok) return { ok: false, problem: decision.refusal };
  return { ok: true, command: decision.events.length > 0 ? command : undefined };
}
