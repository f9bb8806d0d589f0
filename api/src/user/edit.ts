import { callLimitsText } from '@ledgate/domain/call-limits/sent-call-limits';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { noteAddress } from '@ledgate/projections/directory/audit/addresses';
import { findOpenUser } from '@ledgate/projections/directory/users/find';
import type { UserEdit } from '@ledgate/projections/directory/users/columns';
import { updateUser } from '@ledgate/projections/directory/users/update';
import { deleteSessionsOf } from '@ledgate/projections/directory/sessions/sessions';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { BodyOf } from '../contract/route.ts';
import type { userRoutes } from '../contract/user.ts';
import { administrationOf } from '../directory/administration.ts';
import { changeBoth } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { unknownGroup } from '../group/unknown-group.ts';
import { refused } from '../http/answer.ts';
import type { Handler, SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import {
  adjustmentTo,
  afterOwedBalances,
  type BalanceCommand,
  balanceCommand,
  BalanceRefused,
} from './balance-command.ts';
import { renameRefusal } from './rename.ts';
import { rankRefusal } from './rank.ts';
import { isFilled, isSent } from '../http/sent.ts';

type Body = BodyOf<typeof userRoutes.edit>;

const NO_BALANCE: BalanceCommand = { ok: true, command: undefined };

/**
 * PUT /api/user/ (docs/behaviour.md#users). What could be refused is looked at first; then the fields are changed, and the new balance is owed to the ledger,
 * in one transaction: whoever loses a name to somebody else in the same moment has changed nothing. The message says so when the ledger does not have
 * the new balance yet. A role in the body is never applied, but one that is not below the own is refused. Throws ValueTaken.
 */
export const editUser =
  (ports: ApiPorts): Handler<typeof userRoutes.edit> =>
  async (call) => {
    const { body, caller } = call;
    const target = await findOpenUser(ports.db, body.id);
    if (target === undefined) return refused({ code: 'user_missing' });
    const problem =
      rankRefusal(caller, target) ??
      rankRefusal(caller, { role: body.role ?? ROLE.user }) ??
      (await fieldRefusal(ports, target, body));
    if (problem !== undefined) return refused(problem);

    const balance = isSent(body.quota) ? await balanceCommand(ports, call, target.id, body.quota) : NO_BALANCE;
    if (!balance.ok) return refused(balance.problem);
    const edit = await editOf(ports, body);
    try {
      return doneOrOwed(null, await apply(ports, call, target, { edit, balance: balance.command }));
    } catch (error) {
      if (error instanceof BalanceRefused) return refused(error.problem);
      throw error;
    }
  };

async function fieldRefusal(ports: ApiPorts, target: UserRow, body: Body): Promise<Problem | undefined> {
  const renamed = isSent(body.username) ? await renameRefusal(ports.db, target, body.username) : undefined;
  if (renamed !== undefined) return renamed;
  const group = body.group ?? '';
  return group === target.group ? undefined : unknownGroup(ports.view, group);
}

const editOf = async (
  ports: ApiPorts,
  { username, display_name, group, password, limits }: Body,
): Promise<UserEdit> => ({
  ...(isSent(username) ? { username } : {}),
  ...(isSent(display_name) ? { displayName: display_name } : {}),
  ...(isFilled(group) ? { group } : {}),
  ...(isSent(limits) ? { limits: callLimitsText(limits) } : {}),
  ...(isFilled(password) ? { passwordHash: await ports.passwords.hash(password) } : {}),
});

type Change = { readonly edit: UserEdit; readonly balance: Extract<BalanceCommand, { ok: true }>['command'] };

/** Nothing is written, and nobody is told, when everything is as it was. A new password ends the user's other sessions. Throws BalanceRefused. */
async function apply(
  ports: ApiPorts,
  call: SignedCall,
  target: UserRow,
  { edit, balance }: Change,
): Promise<{ readonly inLedger: boolean }> {
  const fields = Object.keys(edit) as (keyof UserEdit)[];
  const asItWas = fields.every((field) => edit[field] === target[field]);
  if (asItWas && balance === undefined) return { inLedger: true };
  const work = async (tx: DirectoryTransaction): Promise<void> => {
    const command = balance === undefined ? undefined : await adjustmentTo(ports.store, tx, target.id, balance);
    if (command !== undefined) {
      await noteAddress(tx.client, call);
      await tx.toLedger({
        kind: 'account',
        userId: target.id,
        command,
        context: contextOf(call, call.caller, command.source),
      });
    }
    const edited = asItWas ? undefined : await updateUser(tx, target.id, edit);
    if (edited !== undefined) tx.administered(administrationOf(call, 'user.edit', `user-${target.id}`, edited));
    if (edit.passwordHash !== undefined) await deleteSessionsOf(tx.client, target.id, call.session.token);
  };
  return afterOwedBalances(ports, () => changeBoth(ports, call, null, work));
}
