import type { ReactElement } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../shared/session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Pages of the console need a stored user; who has none signs in and comes back. */
export function RequireUser(): ReactElement {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  return user ? <Outlet /> : <Navigate to="/login?expired=true" replace state={{ from: pathname + search }} />;
}

/** Pages of administrators do not exist for others; the server refuses their calls as well. */
export function RequireRole(): ReactElement {
  const { isAdmin } = useSession();
  return isAdmin ? <Outlet /> : <NotFoundPage />;
}
