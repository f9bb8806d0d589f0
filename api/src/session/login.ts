import { ROLE } from '@ledgate/domain/catalogue/roles';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { findUserByLogin } from '@ledgate/projections/directory/users/find';
import type { sessionRoutes } from '../contract/session.ts';
import { done, DONE, refused } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import type { Sessions } from '../http/sessions.ts';
import type { ApiPorts } from '../ports.ts';
import { FACTORY_PASSWORD } from './factory-password.ts';

/**
 * POST /api/user/login. An unknown name, a wrong password and a closed account are refused alike, after the same work, so that nobody can tell
 * which names exist. The session that was there before ends.
 */
export const login = (ports: ApiPorts, sessions: Sessions): Handler<typeof sessionRoutes.login> => {
  let hashOfNobody: Promise<string> | undefined;
  return async (call) => {
    if (!ports.view.options.PasswordLoginEnabled) return refused({ code: 'password_login_off' });
    const { username, password } = call.body;
    const user = await findUserByLogin(ports.db, username.trim());
    hashOfNobody ??= ports.passwords.hash('nobody');
    const matches = await ports.passwords.verify(user?.passwordHash ?? (await hashOfNobody), password);
    if (user === undefined || !matches || user.closedTime !== null) return refused({ code: 'login_failed' });
    if (user.status === USER_STATUS.disabled) return refused({ code: 'user_banned' });

    if (call.session.token !== undefined) await sessions.end(call.session.token);
    call.setCookie(await sessions.open(user.id));
    return done({
      id: user.id,
      username: user.username,
      display_name: user.displayName,
      role: user.role,
      status: user.status,
      group: user.group,
      must_change_password: user.role >= ROLE.root && password === FACTORY_PASSWORD,
    });
  };
};

/** GET /api/user/logout: the session is gone, also for who kept the cookie. */
export const logout =
  (sessions: Sessions): Handler<typeof sessionRoutes.logout> =>
  async (call) => {
    if (call.session.token !== undefined) await sessions.end(call.session.token);
    call.clearCookie();
    return DONE;
  };
