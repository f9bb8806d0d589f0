import { USERNAME_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { takenBy } from '@ledgate/projections/directory/users/find';
import { isUserName } from '../contract/fields.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';

/** Why a user may not have a name: only a new one is looked at, and another spelling of the own one is nobody else's. */
export async function renameRefusal(
  db: ApiPorts['db'],
  { username: current }: Pick<UserRow, 'username'>,
  username: string,
): Promise<Problem | undefined> {
  if (username === current) return undefined;
  if ([...username].length > USERNAME_CHARACTERS_MAX)
    return {
      code: 'field_invalid',
      field: 'username',
      fault: { rule: 'too_large', maximum: USERNAME_CHARACTERS_MAX, of: 'characters' },
    };
  if (!isUserName(username)) return { code: 'field_invalid', field: 'username', fault: { rule: 'user_name' } };
  if (username.toLowerCase() === current.toLowerCase()) return undefined;
  return (await takenBy(db, username, '')) === undefined ? undefined : { code: 'name_taken' };
}
