import { permissionsIn } from '@ledgate/domain/catalogue/permissions';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { findUserByLogin } from '@ledgate/projections/directory/users/find';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { botRefusal } from '../bot-check/bot-check.ts';
import type { LoginUser, sessionRoutes } from '../contract/session.ts';
import { done, DONE, refused, refusedByCode } from '../http/answer.ts';
import type { AnyCall, Handler } from '../http/call.ts';
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
    const unproved = await botRefusal(ports, sessions, call);
    if (unproved !== undefined) return refusedByCode(unproved);
    if (!ports.view.options.PasswordLoginEnabled) return refused({ code: 'password_login_off' });
    const { username, password } = call.body;
    const user = await findUserByLogin(ports.db, username.trim());
    hashOfNobody ??= ports.passwords.hash('nobody');
    // Who came by a provider has no password.
    const stored = user === undefined || user.passwordHash === '' ? await hashOfNobody : user.passwordHash;
    const matches = await ports.passwords.verify(stored, password);
    if (user === undefined || user.passwordHash === '' || !matches || user.closedTime !== null)
      return refused({ code: 'login_failed' });
    if (user.status !== USER_STATUS.enabled) return refused({ code: 'user_banned' });

    const isFactory = user.role >= ROLE.root && password === FACTORY_PASSWORD;
    return done({ ...(await enter(sessions, call, user)), must_change_password: isFactory });
  };
};

/** Opens the session of who has proved who he is. The one that was there before ends; what is known of the person behind it stays known. */
export async function enter(
  sessions: Sessions,
  call: Pick<AnyCall, 'session' | 'address' | 'agent'> & { readonly setCookie: (token: string) => void },
  user: UserRow,
): Promise<LoginUser> {
  const before = call.session.token === undefined ? undefined : await sessions.end(call.session.token);
  call.setCookie(await sessions.open(user.id, call, before?.human === undefined ? {} : { human: before.human }));
  return {
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    role: user.role,
    status: user.status,
    group: user.group,
    permissions: permissionsIn(user.permissions),
    must_change_password: false,
  };
}

/** GET /api/user/logout: the session is gone, also for who kept the cookie. */
export const logout =
  (sessions: Sessions): Handler<typeof sessionRoutes.logout> =>
  async (call) => {
    if (call.session.token !== undefined) await sessions.end(call.session.token);
    call.clearCookie();
    return DONE;
  };
