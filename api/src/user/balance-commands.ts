import { changeAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import { accountStream } from '@ledgate/domain/account/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { tillChargesOf } from '@ledgate/projections/queries/balances';
import { partitionOfStream } from '@ledgate/projections/runner/partition';
import type { SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import type { Problem } from '../http/problem.ts';
import { SNAPSHOT_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';

type Ports = Pick<ApiPorts, 'db' | 'store' | 'recalls' | 'readModels'>;
export type Changed = { readonly ok: true; readonly position: Position | undefined } | { readonly ok: false; readonly problem: Problem };

/**
 * Sets a balance to a bare number, as older consoles do (design section 6): the read models must have passed the ledger's head of this moment in
 * the account's partition; the till charges of one snapshot, which says so itself, then make the delta, at the append's exact revision. Charges
 * recorded later come off the new number. A number that this session was last shown for the user changes nothing. Older consoles ask for no
 * reason, so there is none.
 */
export async function setBalance(ports: Ports, call: SignedCall, userId: UserId, balance: number): Promise<Changed> {
  if (await call.session.lastShown(`user-${userId}`) === balance) return { ok: true, position: undefined };
  const head = await ports.store.head();
  const own = partitionOfStream(accountStream(userId), ports.readModels.partitions());
  const seen = await ports.readModels.waitFor(head, SNAPSHOT_WAIT_MS, own) && await tillChargesOf(ports.db, userId);
  if (!seen || seen.position < head) return { ok: false, problem: { code: 'read_models_behind' } };
  const { tillCharges } = seen;
  return debitOrCredit(ports, call, userId, { type: 'SetBalance', balance: quota(balance), tillCharges, actorId: call.caller.id, reason: '' });
}

/** A debit is appended first; then the leases are recalled, and only then the call is answered (design section 4, step 5). */
async function debitOrCredit(ports: Ports, call: SignedCall, userId: UserId, command: Extract<AccountCommand, { type: 'SetBalance' }>): Promise<Changed> {
  const change = await changeAccount(ports.store, userId, command, contextOf(call, call.caller, `adjust-${userId}`));
  if (!change.ok) return { ok: false, problem: change.refusal };
  call.session.wrote(accountStream(userId), change.position);
  if (change.events.some((event) => event.type === 'QuotaAdjusted' && event.data.delta < 0)) await ports.recalls.recall(userId);
  return { ok: true, position: change.position };
}
