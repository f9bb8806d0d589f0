import { accountStream } from '@ledgate/domain/account/events';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { createUser } from '@ledgate/projections/directory/users/create';
import { findOpenUser, takenBy } from '@ledgate/projections/directory/users/find';
import { listUsers } from '@ledgate/projections/directory/users/list';
import { userOrder } from '@ledgate/projections/queries/lists';
import type { Page } from '../contract/fields.ts';
import type { QueryOf } from '../contract/route.ts';
import type { User, userRoutes } from '../contract/user.ts';
import { administration } from '../directory/administration.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { madeOnce } from '../directory/made-once.ts';
import { done, refused } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { actorOf } from '../http/context.ts';
import { offsetFromOne } from '../http/paging.ts';
import type { ApiPorts } from '../ports.ts';
import { newUserGrant } from '../session/gifts.ts';
import { adjustUser } from './adjust.ts';
import { editUser } from './edit.ts';
import { closeUserOf, manageUser } from './manage.ts';
import { setPermissions } from './permissions.ts';
import { balancesShown, oneUserAnswer, userAnswers } from './present.ts';
import { rankRefusal } from './rank.ts';
import { isFilled } from '../http/sent.ts';

export const userHandlers = (ports: ApiPorts): Handlers<typeof userRoutes> => ({
  list: async (call) => done(await usersPage(ports, call, { ...call.query, keyword: '', group: '' })),
  search: async (call) => done(await usersPage(ports, call, call.query)),

  get: async (call) => {
    const user = await findOpenUser(ports.db, call.params.id);
    if (user === undefined) return refused({ code: 'user_missing' });
    const problem = rankRefusal(call.caller, user);
    if (problem !== undefined) return refused(problem);
    const answer = await oneUserAnswer(ports.db, user);
    await call.session.shown(balancesShown([answer]));
    return done(answer);
  },

  create: async (call) => {
    const { username, password, display_name, role } = call.body;
    const created = await madeOnce(ports, call, {
      kind: 'user.create',
      ready: async () => {
        const problem = rankRefusal(call.caller, { role: role ?? ROLE.user });
        if (problem !== undefined) return refused(problem);
        if ((await takenBy(ports.db, username, '')) !== undefined) return refused({ code: 'name_taken' });
        const passwordHash = await ports.passwords.hash(password);
        return {
          ok: true,
          make: async (tx) => {
            const opening = {
              grants: newUserGrant(ports.view.options),
              actor: actorOf(call.caller),
              requestId: call.requestId,
            };
            const user = await createUser(
              tx,
              { username, passwordHash, displayName: isFilled(display_name) ? display_name : username },
              opening,
            );
            tx.administered(administration(call, 'user.create', `user-${user.id}`, { after: { username } }));
            return [user.id];
          },
        };
      },
      streams: (ids) => ids.map(accountStream),
    });
    return created.ok ? doneOrOwed(null, created) : created;
  },

  edit: editUser(ports),
  permissions: setPermissions(ports),
  manage: manageUser(ports),
  close: closeUserOf(ports),

  adjust: adjustUser(ports),
});

async function usersPage(
  ports: ApiPorts,
  call: SignedCall,
  query: QueryOf<typeof userRoutes.search>,
): Promise<Page<User> & { items: User[] }> {
  const { keyword, group, status, p, page_size } = query;
  const { items, total } = await listUsers(
    ports.db,
    { keyword: keyword.trim(), group: group.trim(), status },
    userOrder(query),
    offsetFromOne(query),
  );
  const users = await userAnswers(ports.db, items);
  await call.session.shown(balancesShown(users));
  return { items: [...users], total, page: p, page_size };
}
