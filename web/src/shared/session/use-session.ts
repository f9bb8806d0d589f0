import { useSelector } from 'react-redux';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { selectUser, type SessionUser } from './session-slice.ts';

export function useSession(): {
  readonly user: SessionUser | null;
  readonly isAdmin: boolean;
  readonly isRoot: boolean;
} {
  const user = useSelector(selectUser);
  const role = user?.role ?? 0;
  return { user, isAdmin: role >= ROLE.admin, isRoot: role >= ROLE.root };
}
