import type { OptionValues } from '@ledgate/domain/options/values';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { UserEdit } from '@ledgate/projections/directory/users/columns';
import { lockUser, OUTSIDE_COLUMNS } from '@ledgate/projections/directory/users/find';
import { updateUser } from '@ledgate/projections/directory/users/update';
import type { Binding } from '../contract/outside-account.ts';
import { administrationOf } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import type { SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { OUTSIDE, OUTSIDE_PROVIDERS } from './outside-accounts.ts';

/**
 * Takes an e-mail or an account with a provider off an account, unless its person could not sign in any more by what is left and is switched on
 * (docs/behaviour.md#outside-accounts). What is not bound stays so. undefined: done.
 */
export const unbound = (
  ports: ApiPorts,
  call: SignedCall,
  userId: number,
  binding: Binding,
): Promise<Problem | undefined> =>
  changeDirectory(ports, call, null, async (tx) => {
    // Of two calls that each take one off, the second sees what the first has left.
    const user = await lockUser(tx.client, userId);
    if (user === undefined || user.closedTime !== null) return { code: 'user_missing' };
    const edit = editOf(binding);
    if (!hasWayIn({ ...user, ...edit }, ports.view.options)) return { code: 'last_way_in' };
    const edited = await updateUser(tx, userId, edit);
    if (edited !== undefined && userId !== call.caller.id)
      tx.administered(administrationOf(call, 'user.unbind', `user-${userId}`, edited));
    return undefined;
  });

const editOf = (binding: Binding): UserEdit =>
  binding === 'email' ? { email: '' } : { [OUTSIDE_COLUMNS[binding].field]: '' };

/** By password, by a mail that makes one, or by a provider. */
function hasWayIn(
  user: Pick<UserRow, 'passwordHash' | 'email' | 'githubId' | 'linuxDoId' | 'wechatId' | 'telegramId'>,
  options: OptionValues,
): boolean {
  const { PasswordLoginEnabled: byPassword, SMTPServer: mails, ServerAddress: address } = options;
  if (byPassword && user.passwordHash !== '') return true;
  if (byPassword && user.email !== '' && mails !== '' && address !== '') return true;
  return OUTSIDE_PROVIDERS.some(
    (provider) => user[OUTSIDE_COLUMNS[provider].field] !== '' && OUTSIDE[provider].isOn(options),
  );
}
