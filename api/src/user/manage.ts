import { ROLE } from '@ledgate/domain/catalogue/roles';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { findOpenUser } from '@ledgate/projections/directory/users/find';
import type { UserEdit } from '@ledgate/projections/directory/users/columns';
import { closeUser, updateUser } from '@ledgate/projections/directory/users/update';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { userRoutes } from '../contract/user.ts';
import { administrationOf } from '../directory/administration.ts';
import { changeBoth, changeDirectory } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { done, refused } from '../http/answer.ts';
import type { Handler, SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { rankRefusal } from './rank.ts';

/**
 * POST /api/user/manage (docs/behaviour.md#users). A closing has the account's leases recalled by whoever brings its event into the ledger. A ban recalls them
 * once, before it is answered, and owes nothing: it takes no money away, and no relay that has acknowledged it admits a request of the user. What a
 * silent relay still holds is only out of reach until its lease is idle and settled, or its till is ended.
 */
export const manageUser =
  (ports: ApiPorts): Handler<typeof userRoutes.manage> =>
  async (call) => {
    const { id, action } = call.body;
    const target = await findOpenUser(ports.db, id);
    if (target === undefined) return refused({ code: 'user_missing' });
    const problem = rankRefusal(call.caller, target) ?? actionRefusal(action, target, call.caller);
    if (problem !== undefined) return refused(problem);
    if (action === 'delete') {
      return doneOrOwed({ id, role: target.role, status: target.status }, await closeAccount(ports, call, target));
    }
    const after = isEdit(action) ? await applied(ports, call, target, action) : target;
    return done({ id, role: after.role, status: after.status });
  };

/** DELETE /api/user/{id}: closed, not erased; its entries stay on the books. */
export const closeUserOf =
  (ports: ApiPorts): Handler<typeof userRoutes.close> =>
  async (call) => {
    const target = await findOpenUser(ports.db, call.params.id);
    if (target === undefined) return refused({ code: 'user_missing' });
    const problem = rankRefusal(call.caller, target) ?? actionRefusal('delete', target, call.caller);
    if (problem !== undefined) return refused(problem);
    return doneOrOwed(null, await closeAccount(ports, call, target));
  };

const EDITS = {
  promote: { role: ROLE.admin },
  demote: { role: ROLE.user },
  disable: { status: USER_STATUS.disabled },
  enable: { status: USER_STATUS.enabled },
} as const satisfies Readonly<Record<string, UserEdit>>;
type Edit = keyof typeof EDITS;
const isEdit = (action: string): action is Edit => Object.hasOwn(EDITS, action);

export function actionRefusal(
  action: string,
  target: Pick<UserRow, 'role'>,
  caller: Pick<UserRow, 'role'>,
): Problem | undefined {
  if (target.role >= ROLE.root && ['demote', 'disable', 'delete'].includes(action)) return { code: 'root_protected' };
  if (action === 'promote' && caller.role < ROLE.root) return { code: 'role_too_low' };
  if (action === 'promote' && target.role >= ROLE.admin) return { code: 'role_unchanged' };
  return action === 'demote' && target.role <= ROLE.user ? { code: 'role_unchanged' } : undefined;
}

async function applied(ports: ApiPorts, call: SignedCall, target: UserRow, action: Edit): Promise<UserRow> {
  const after = await changeDirectory(ports, call, null, async (tx) => {
    const edited = await updateUser(tx, target.id, EDITS[action]);
    if (edited !== undefined) tx.administered(administrationOf(call, `user.${action}`, `user-${target.id}`, edited));
    return edited?.after ?? target;
  });
  if (action === 'disable') await ports.recalls.recall(target.id);
  return after;
}

/** Answers whether the ledger has it already. */
export function closeAccount(
  ports: ApiPorts,
  call: SignedCall,
  target: UserRow,
): Promise<{ readonly inLedger: boolean }> {
  return changeBoth(ports, call, null, async (tx) => {
    const closed = await closeUser(tx, target.id, { actorId: call.caller.id, requestId: call.requestId });
    if (closed !== undefined) tx.administered(administrationOf(call, 'user.close', `user-${target.id}`, closed));
  });
}
