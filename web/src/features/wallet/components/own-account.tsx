import type { ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type AccountTab, movedFromWallet } from '../../../shared/account/account-links.ts';
import { useSession } from '../../../shared/session/use-session.ts';

/** A page of one's own account; addresses of somebody else's, as they were, lead to the page of that person. */
export function OwnAccount({
  tab,
  children,
}: {
  readonly tab: AccountTab;
  readonly children: ReactElement;
}): ReactElement {
  const { user } = useSession();
  const { search } = useLocation();
  const moved = movedFromWallet(search, tab, user?.id);
  return moved === undefined ? children : <Navigate to={moved} replace />;
}
