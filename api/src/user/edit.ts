import { findOpenUser } from '@ledgate/projections/directory/users/find';
import { updateUser, type UserEdit } from '@ledgate/projections/directory/users/update';
import { deleteSessionsOf } from '@ledgate/projections/directory/sessions/sessions';
import { ROLE, type UserRow } from '@ledgate/projections/directory/rows';
import type { BodyOf } from '../contract/route.ts';
import type { userRoutes } from '../contract/user.ts';
import { administrationOf } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { unknownGroup } from '../group/unknown-group.ts';
import { DONE, refused } from '../http/answer.ts';
import type { Handler, SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { renameRefusal } from './rename.ts';
import { setBalance } from './balance-commands.ts';
import { rankRefusal } from './rank.ts';
import { filled, given } from '../http/given.ts';

type Body = BodyOf<typeof userRoutes.edit>;

/**
 * PUT /api/user/ (contract A.3). What could be refused is looked at first, then the balance is set, then the rest: nothing is half done. A role in
 * the body is never applied, but one that is not below the own is refused.
 */
export const editUser = (ports: ApiPorts): Handler<typeof userRoutes.edit> => async (call) => {
  const { body, caller } = call;
  const target = await findOpenUser(ports.db, body.id);
  if (target === undefined) return refused({ code: 'user_missing' });
  const problem = rankRefusal(caller, target) ?? rankRefusal(caller, { role: body.role ?? ROLE.user }) ?? await fieldRefusal(ports, target, body);
  if (problem !== undefined) return refused(problem);

  if (given(body.quota)) {
    const changed = await setBalance(ports, call, target.id, body.quota);
    if (!changed.ok) return refused(changed.problem);
  }
  await apply(ports, call, target, await editOf(ports, body));
  return DONE;
};

async function fieldRefusal(ports: ApiPorts, target: UserRow, body: Body): Promise<Problem | undefined> {
  const renamed = given(body.username) ? await renameRefusal(ports.db, target, body.username) : undefined;
  if (renamed !== undefined) return renamed;
  const group = body.group ?? '';
  return group === target.group ? undefined : unknownGroup(ports.view, group);
}

const editOf = async (ports: ApiPorts, { username, display_name, group, password }: Body): Promise<UserEdit> => ({
  ...(given(username) ? { username } : {}),
  ...(given(display_name) ? { displayName: display_name } : {}),
  ...(filled(group) ? { group } : {}),
  ...(filled(password) ? { passwordHash: await ports.passwords.hash(password) } : {}),
});

/** Nothing is written, and nobody is told, when every field is as it was. A new password ends the user's other sessions. */
async function apply(ports: ApiPorts, call: SignedCall, target: UserRow, edit: UserEdit): Promise<void> {
  const fields = Object.keys(edit) as (keyof UserEdit)[];
  if (fields.every((field) => edit[field] === target[field])) return;
  await changeDirectory(ports, call, null, async (tx) => {
    const edited = await updateUser(tx, target.id, edit);
    if (edited !== undefined) tx.administered(administrationOf(call, 'user.edit', `user-${target.id}`, edited));
    if (edit.passwordHash !== undefined) await deleteSessionsOf(tx.client, target.id, call.session.token);
  });
}
