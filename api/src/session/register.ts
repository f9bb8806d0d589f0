import { takenBy } from '@ledgate/projections/directory/users/find';
import { botRefusal } from '../bot-check/bot-check.ts';
import type { sessionRoutes } from '../contract/session.ts';
import { changeBoth } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { refused, refusedAt, refusedByCode } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { Sessions } from '../http/sessions.ts';
import type { ApiPorts } from '../ports.ts';
import { addressRefusal } from '../mail/address.ts';
import { guessed, orCodeGone, proved } from '../mail/proof.ts';
import { typedMailCode } from '../mail/random-codes.ts';
import { openAccount } from './open-account.ts';
import { isSent } from '../http/sent.ts';

/**
 * POST /api/user/register (docs/behaviour.md#registration): user, account, gifts and the inviter's reward are owed from one transaction. The answer waits for
 * the read models, since the session that follows does not know of this call.
 */
export const register =
  (ports: ApiPorts, sessions: Sessions): Handler<typeof sessionRoutes.register> =>
  async (call) => {
    const unproved = await botRefusal(ports, sessions, call);
    if (unproved !== undefined) return refusedByCode(unproved);
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
      await openAccount(ports, tx, call, { username, passwordHash, email }, aff_code ?? '');
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
