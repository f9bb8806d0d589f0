import type { SourceId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { createUser, type NewUser } from '@ledgate/projections/directory/users/create';
import { findUserByAffCode } from '@ledgate/projections/directory/users/find';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { AnyCall } from '../http/call.ts';
import { actorOf } from '../http/context.ts';
import type { ApiPorts } from '../ports.ts';
import { inviteeGrant, newUserGrant } from './gifts.ts';

/**
 * The account of who comes of himself, with its gifts and the inviter's reward (docs/behaviour.md#registration). Throws ValueTaken.
 * @param affCode the inviter's; '' for none
 */
export async function openAccount(
  ports: ApiPorts,
  tx: DirectoryTransaction,
  { requestId }: Pick<AnyCall, 'requestId'>,
  person: Omit<NewUser, 'inviterId'>,
  affCode: string,
): Promise<UserRow> {
  const inviter = await inviterOf(tx, affCode);
  const grants = [
    ...newUserGrant(ports.view.options),
    ...(inviter === undefined ? [] : inviteeGrant(ports.view.options)),
  ];
  const user = await createUser(
    tx,
    { ...person, ...(inviter === undefined ? {} : { inviterId: inviter.id }) },
    { grants, requestId },
  );
  if (inviter !== undefined) await reward(ports, tx, inviter, user, requestId);
  return user;
}

/** An unknown code, or one of a closed account, is as if there were none. */
async function inviterOf(tx: DirectoryTransaction, affCode: string): Promise<UserRow | undefined> {
  const inviter = affCode === '' ? undefined : await findUserByAffCode(tx.client, affCode);
  return inviter?.closedTime === null ? inviter : undefined;
}

async function reward(
  ports: ApiPorts,
  tx: DirectoryTransaction,
  inviter: UserRow,
  invitee: UserRow,
  requestId: string,
): Promise<void> {
  const amount = quota(ports.view.options.QuotaForInviter);
  if (amount === 0) return;
  await tx.toLedger({
    kind: 'account',
    userId: inviter.id,
    command: {
      type: 'AccrueInviteReward',
      amount,
      inviteeId: invitee.id,
      source: `invite-${invitee.id}` as SourceId,
      sourceBornMs: tx.nowMs,
    },
    context: {
      commandId: `invite-reward-${invitee.id}`,
      correlationId: requestId,
      occurredAtMs: tx.nowMs,
      actor: actorOf(invitee),
    },
  });
}
