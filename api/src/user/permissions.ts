import { PERMISSIONS, permissionsIn } from '@ledgate/domain/catalogue/permissions';
import { lockUser } from '@ledgate/projections/directory/users/find';
import { updateUser } from '@ledgate/projections/directory/users/update';
import type { userRoutes } from '../contract/user.ts';
import { administrationOf } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { done, refused } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

/** PUT /api/user/permissions: the whole list, in its one order. It holds from the person's next call on. */
export const setPermissions =
  (ports: ApiPorts): Handler<typeof userRoutes.permissions> =>
  async (call) => {
    const { id, permissions } = call.body;
    const kept = PERMISSIONS.filter((permission) => permissions.includes(permission)).join(',');
    const isThere = await changeDirectory(ports, call, null, async (tx) => {
      const user = await lockUser(tx.client, id);
      if (user === undefined || user.closedTime !== null) return false;
      const edited = await updateUser(tx, id, { permissions: kept });
      if (edited !== undefined && edited.before.permissions !== kept)
        tx.administered(administrationOf(call, 'user.permissions', `user-${id}`, edited));
      return true;
    });
    return isThere ? done(permissionsIn(kept)) : refused({ code: 'user_missing' });
  };
