import { useSelector } from 'react-redux';
import { ADMIN_ROLE, ROOT_ROLE, selectUser, type SessionUser } from './session-slice.ts';

export function useSession(): {
  readonly user: SessionUser | null;
  readonly isAdmin: boolean;
  readonly isRoot: boolean;
} {
  const user = useSelector(selectUser);
  const role = user?.role ?? 0;
  return { user, isAdmin: role >= ADMIN_ROLE, isRoot: role >= ROOT_ROLE };
}
