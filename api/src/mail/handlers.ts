import {
  type KeptCode,
  keepCode,
  type MailPurpose,
  takeCodeBack,
} from '@ledgate/projections/directory/mail-codes/mail-codes';
import { MAILS_AN_HOUR_MAX } from '@ledgate/projections/directory/limits';
import { deleteSessionsOf } from '@ledgate/projections/directory/sessions/sessions';
import { findUserByEmail } from '@ledgate/projections/directory/users/find';
import { updateUser } from '@ledgate/projections/directory/users/update';
import { type Faults, NO_FAULTS } from '@ledgate/domain/ports/faults';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { mailRoutes } from '../contract/mail.ts';
import { botRefusal } from '../bot-check/bot-check.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { done, DONE, refused, refusedAt, refusedByCode } from '../http/answer.ts';
import type { AnyCall, Handlers } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { Sessions } from '../http/sessions.ts';
import { callMail } from '../messages/call-mail.ts';
import type { ApiPorts } from '../ports.ts';
import { addressRefusal, isAddress } from './address.ts';
import type { ResetStep } from './fault-points.ts';
import { guessed, orCodeGone, proved } from './proof.ts';
import { newMailCode, newPassword, newResetToken, typedMailCode } from './random-codes.ts';

/** Accounts by mail (docs/behaviour.md#accounts-by-mail). */
export const mailHandlers = (ports: ApiPorts, sessions: Sessions): Handlers<typeof mailRoutes> => ({
  verification: async (call) => {
    const { email } = call.query;
    const unproved = await botRefusal(ports, sessions, call);
    if (unproved !== undefined) return refusedByCode(unproved);
    const problem =
      addressRefusal(email, ports.view.options) ??
      ((await findUserByEmail(ports.db, email)) === undefined ? undefined : { code: 'email_taken' as const });
    if (problem !== undefined) return refused(problem);
    const code = newMailCode();
    return answerOf(await mailCode(ports, call, { purpose: 'proof', email, code }, { kind: 'code', code }));
  },

  resetRequest: async (call) => {
    const { email } = call.query;
    const { ServerAddress: address } = ports.view.options;
    const unproved = await botRefusal(ports, sessions, call);
    if (unproved !== undefined) return refusedByCode(unproved);
    if (!isAddress(email)) return refused({ code: 'email_refused', fault: 'form' });
    const user = await findUserByEmail(ports.db, email);
    if (user === undefined || user.closedTime !== null) return refused({ code: 'email_unknown' });
    if (user.status !== USER_STATUS.enabled) return refused({ code: 'user_banned' });
    if (address === '') return refused({ code: 'server_address_missing' });
    const code = newResetToken();
    const link = `${address}/user/reset?email=${encodeURIComponent(user.email)}&token=${code}`;
    return answerOf(
      await mailCode(ports, call, { purpose: 'reset', email: user.email, code }, { kind: 'reset', link }),
    );
  },

  reset: async (call) => {
    const { email, token } = call.body;
    const proof = await guessed(ports, call, { purpose: 'reset', email, code: token });
    if (proof === undefined) return refused({ code: 'reset_token_wrong' });
    const user = await findUserByEmail(ports.db, email);
    if (user === undefined || user.closedTime !== null) return refused({ code: 'reset_token_wrong' });
    if (user.status !== USER_STATUS.enabled) return refused({ code: 'user_banned' });
    const password = newPassword();
    const passwordHash = await ports.passwords.hash(password);
    const faults: Faults<ResetStep> = ports.faults ?? NO_FAULTS;
    faults.hit('before_ResetTokenUsed');
    const changed = await orCodeGone(
      changeDirectory(ports, call, null, async (tx) => {
        await proved(tx, proof);
        faults.hit('after_ResetTokenUsed');
        await updateUser(tx, user.id, { passwordHash });
        faults.hit('after_PasswordReset');
        await deleteSessionsOf(tx.client, user.id);
        faults.hit('after_SessionsEnded');
        return true;
      }),
    );
    faults.hit('after_ResetCommitted');
    return changed === undefined ? refused({ code: 'reset_token_wrong' }) : done(password);
  },

  bindEmail: async (call) => {
    const { email, code } = call.query;
    if (!isAddress(email)) return refusedAt('email', { code: 'email_refused', fault: 'form' });
    const proof = await guessed(ports, call, { purpose: 'proof', email, code: typedMailCode(code) });
    if (proof === undefined) return CODE_WRONG;
    const owner = await findUserByEmail(ports.db, email);
    if (owner !== undefined && owner.id !== call.caller.id) return refusedAt('email', { code: 'email_taken' });
    const changed = await orCodeGone(
      changeDirectory(ports, call, null, async (tx) => {
        await proved(tx, proof);
        await updateUser(tx, call.caller.id, { email });
        return true;
      }),
    );
    return changed === undefined ? CODE_WRONG : DONE;
  },

  test: async (call) => {
    const { to } = call.body;
    if (!isAddress(to)) return refused({ code: 'email_refused', fault: 'form' });
    return answerOf(await sent(ports, call, to, { kind: 'test' }));
  },
});

const CODE_WRONG = refusedAt('code', { code: 'mail_code_wrong' });

const answerOf = (problem: Problem | undefined) => (problem === undefined ? DONE : refused(problem));

type Told = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'reset'; readonly link: string };

/** Kept before it is mailed, so that it is good when it comes; taken back where it did not go out. */
async function mailCode(
  ports: ApiPorts,
  call: AnyCall,
  asked: { readonly purpose: MailPurpose; readonly email: string; readonly code: string },
  told: Told,
): Promise<Problem | undefined> {
  const { db, directoryKeys, settings } = ports;
  const goodS = settings.mailCodeSeconds;
  const nowS = Math.floor(call.nowMs / 1_000);
  const kept = await keepCode(db, directoryKeys.ring, { ...asked, nowS, goodS });
  if ('rule' in kept)
    return kept.rule === 'pause'
      ? { code: 'mail_pause', seconds: kept.seconds }
      : { code: 'mails_too_many', maximum: MAILS_AN_HOUR_MAX, seconds: kept.seconds };
  const problem = await sent(ports, call, asked.email, { ...told, minutes: Math.max(1, Math.floor(goodS / 60)) });
  if (problem !== undefined) await takeCodeBack(db, kept satisfies KeptCode);
  return problem;
}

async function sent(
  { mailer, view }: ApiPorts,
  { language }: AnyCall,
  to: string,
  mail: Parameters<typeof callMail>[0],
): Promise<Problem | undefined> {
  try {
    await mailer.send({ to, ...callMail(mail, view.options.SystemName, language) });
    return undefined;
  } catch (error) {
    return { code: 'mail_failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
