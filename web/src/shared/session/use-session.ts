import { type Access, mayCall } from '@ledgate/api/contract/access';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { useSelector } from 'react-redux';
import { selectUser, type SessionUser } from './session-slice.ts';

type Session = {
  readonly user: SessionUser | null;
  readonly isAdmin: boolean;
  readonly isRoot: boolean;
  /** Whether the server would let him make such a call, by the contract's own table. */
  readonly may: (access: Access) => boolean;
};

export function useSession(): Session {
  const user = useSelector(selectUser);
  const { role, permissions } = user ?? { role: 0, permissions: [] };
  return {
    user,
    isAdmin: role >= ROLE.admin,
    isRoot: role >= ROLE.root,
    may: (access) => mayCall(access, { role, permissions }),
  };
}
