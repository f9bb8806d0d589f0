import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { ApiPorts } from '../ports.ts';

/** root's first password (defaults.json). */
export const FACTORY_PASSWORD = '123456';

/** As many passwords are remembered as there may be super administrators who look at the console. */
const REMEMBERED_MAX = 16;

type Asked = Pick<UserRow, 'role' | 'passwordHash'>;

/**
 * Whether a user is root and still has the factory password (docs/behaviour.md#users). A hash is verified once, since each time takes as long as a sign-in:
 * another password has another hash. Of nobody but super administrators anything is verified.
 */
export function factoryPasswordCheck({ verify }: ApiPorts['passwords']): (user: Asked) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return ({ role, passwordHash }) => {
    if (role < ROLE.root) return Promise.resolve(false);
    const found = known.get(passwordHash) ?? verify(passwordHash, FACTORY_PASSWORD);
    known.delete(passwordHash);
    known.set(passwordHash, found);
    // What could not be verified is verified again when it is asked for again.
    found.catch(() => known.delete(passwordHash));
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED_MAX) break;
      known.delete(oldest);
    }
    return found;
  };
}
