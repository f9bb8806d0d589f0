import { ROLE } from '@ledgate/domain/catalogue/roles';
import { deleteSessionsOf } from '@ledgate/projections/directory/sessions/sessions';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { UserEdit } from '@ledgate/projections/directory/users/columns';
import { affCodeOf, renewAccessToken, updateUser } from '@ledgate/projections/directory/users/update';
import type { sessionRoutes } from '../contract/session.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { usableGroupsAnswer } from '../group/usable-groups.ts';
import { done, DONE, refused, refusedAt } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { Sessions } from '../http/sessions.ts';
import type { ApiPorts } from '../ports.ts';
import { redeem } from '../redemption/redeem.ts';
import { closeAccount } from '../user/manage.ts';
import { renameRefusal } from '../user/rename.ts';
import { balancesShown, oneUserAnswer } from '../user/present.ts';
import { factoryPasswordCheck } from './factory-password.ts';
import { login, logout } from './login.ts';
import { register } from './register.ts';
import { transferEarnings } from './transfer-earnings.ts';
import { isFilled, isSent } from '../http/sent.ts';

/** Who has none yet says so by ''. */
const isOwnPassword = (
  { passwords }: ApiPorts,
  { passwordHash }: UserRow,
  typed: string,
): Promise<boolean> | boolean => (passwordHash === '' ? typed === '' : passwords.verify(passwordHash, typed));

export const sessionHandlers = (
  ports: ApiPorts,
  sessions: Sessions,
  hasFactoryPassword = factoryPasswordCheck(ports.passwords),
): Handlers<typeof sessionRoutes> => ({
  register: register(ports, sessions),
  login: login(ports, sessions),
  logout: logout(sessions),
  transferEarnings: transferEarnings(ports),
  redeem: redeem(ports),

  self: async (call) => {
    const [answer, mustChange] = await Promise.all([
      oneUserAnswer(ports.db, call.caller),
      hasFactoryPassword(call.caller),
    ]);
    // Only an administrator can send the number back.
    if (call.caller.role >= ROLE.admin) await call.session.shown(balancesShown([answer]));
    const inviter = call.caller.role >= ROLE.admin ? answer.inviter_username : '';
    const { passwordHash, accessTokenHash } = call.caller;
    return done({
      ...answer,
      inviter_username: inviter,
      must_change_password: mustChange,
      has_password: passwordHash !== '',
      has_access_token: accessTokenHash !== '',
    });
  },

  editSelf: async (call) => {
    const { username, display_name, password, old_password } = call.body;
    if (isSent(old_password) && !(await isOwnPassword(ports, call.caller, old_password)))
      return refusedAt('old_password', { code: 'old_password_wrong' });
    const problem = isFilled(username) ? await renameRefusal(ports.db, call.caller, username) : undefined;
    if (problem !== undefined) return refused(problem);
    const edit: UserEdit = {
      ...(isFilled(username) ? { username } : {}),
      ...(isFilled(display_name) ? { displayName: display_name } : {}),
      ...(isFilled(password) ? { passwordHash: await ports.passwords.hash(password) } : {}),
    };
    await changeDirectory(ports, call, null, async (tx) => {
      await updateUser(tx, call.caller.id, edit);
      if (edit.passwordHash !== undefined) await deleteSessionsOf(tx.client, call.caller.id, call.session.token);
    });
    return DONE;
  },

  closeSelf: async (call) => {
    if (call.caller.role >= ROLE.root) return refused({ code: 'root_protected' });
    const typed = call.body?.username;
    if (isSent(typed) && typed.trim() !== call.caller.username)
      return refusedAt('username', { code: 'own_name_wrong' });
    const closed = await closeAccount(ports, call, call.caller);
    call.clearCookie();
    return doneOrOwed(null, closed);
  },

  models: async (call) =>
    done(
      [
        ...new Set(
          [...ports.view.usableGroups(call.caller.group).keys()].flatMap((group) => ports.view.modelsOf(group)),
        ),
      ].sort(),
    ),
  groups: async (call) => done(usableGroupsAnswer(ports.view, call.caller.group)),
  publicGroups: async (call) => done(usableGroupsAnswer(ports.view, call.caller?.group ?? '')),

  accessToken: async (call) => {
    const token = await changeDirectory(ports, call, null, (tx) => renewAccessToken(tx, call.caller.id));
    return token === undefined ? refused({ code: 'user_missing' }) : done(token);
  },

  inviteCode: async (call) => {
    if (call.caller.affCode === '' && call.refusedInDemo !== undefined) return refused(call.refusedInDemo);
    const code =
      call.caller.affCode === ''
        ? await changeDirectory(ports, call, null, (tx) => affCodeOf(tx, call.caller.id))
        : call.caller.affCode;
    return code === undefined ? refused({ code: 'user_missing' }) : done(code);
  },
});
