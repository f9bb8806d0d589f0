import type { SourceId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { createUser } from '@ledgate/projections/directory/users/create';
import { findUserByAffCode, takenBy } from '@ledgate/projections/directory/users/find';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { sessionRoutes } from '../contract/session.ts';
import { changeBoth } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { refused, refusedAt } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import { actorOf } from '../http/context.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { addressRefusal } from '../mail/address.ts';
import { guessed, orCodeGone, proved } from '../mail/proof.ts';
import { typedMailCode } from '../mail/random-codes.ts';
import { inviteeGrant, newUserGrant } from './gifts.ts';
import { isSent } from '../http/sent.ts';

/**
 * POST /api/user/register (docs/behaviour.md#registration): user, account, gifts and the inviter's reward are owed from one transaction. The answer waits for
 * the read models, since the session that follows does not know of this call.
 */
export const register =
  (ports: ApiPorts): Handler<typeof sessionRoutes.register> =>
  async (call) => {
    const { username, password, password2, aff_code, verification_code } = call.body;
    const problem = switchedOff(ports.view);
    if (problem !== undefined) return refused(problem);
    if (isSent(password2) && password2 !== password) return refusedAt('password2', { code: 'passwords_differ' });
    const isProved = ports.view.options.EmailVerificationEnabled;
    const email = isProved ? (call.body.email ?? '').trim() : '';
    const refusedEmail = isProved ? addressRefusal(email, ports.view.options) : undefined;
    if (refusedEmail !== undefined) return refusedAt('email', refusedEmail);
    const taken = await takenBy(ports.db, username, email);
    if (taken !== undefined) return refusedAt(taken, { code: 'name_taken' });
    const proof = isProved
      ? await guessed(ports, call, { purpose: 'proof', email, code: typedMailCode(verification_code ?? '') })
      : undefined;
    if (isProved && proof === undefined) return CODE_WRONG;
    const passwordHash = await ports.passwords.hash(password);
    const registering = changeBoth(ports, call, null, async (tx) => {
      if (proof !== undefined) await proved(tx, proof);
      const inviter = await inviterOf(tx, aff_code ?? '');
      const grants = [
        ...newUserGrant(ports.view.options),
        ...(inviter === undefined ? [] : inviteeGrant(ports.view.options)),
      ];
      const user = await createUser(
        tx,
        { username, passwordHash, email, ...(inviter === undefined ? {} : { inviterId: inviter.id }) },
        { grants, requestId: call.requestId },
      );
      if (inviter !== undefined) await reward(ports, tx, inviter, user, call.requestId);
    });
    const registered = await orCodeGone(registering);
    if (registered === undefined) return CODE_WRONG;
    await call.session.caughtUp();
    return doneOrOwed(null, registered);
  };

const CODE_WRONG = refusedAt('verification_code', { code: 'mail_code_wrong' });

function switchedOff({ options }: ApiPorts['view']): Problem | undefined {
  return options.RegisterEnabled && options.PasswordRegisterEnabled ? undefined : { code: 'registration_off' };
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
