import type { Access } from '@ledgate/api/contract/access';
import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { selectHalt, selectLeft } from '../shared/session/session-slice.ts';
import { useSession } from '../shared/session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { BarredPage } from './shell/barred-page.tsx';

/** Pages of the console need a stored user; whose session ended signs in and comes back, who left starts afresh. */
export function RequireUser(): ReactElement {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const left = useSelector(selectLeft);
  const halt = useSelector(selectHalt);
  if (user && halt?.by === 'barred') return <BarredPage why={halt.why} />;
  if (user) return <Outlet />;
  return left ? (
    <Navigate to="/login" replace />
  ) : (
    <Navigate to="/login?expired=true" replace state={{ from: pathname + search }} />
  );
}

/** Pages whose calls somebody may not make do not exist for him; the server refuses those as well. */
export function RequireAccess({ access }: { readonly access: Access }): ReactElement {
  return useSession().may(access) ? <Outlet /> : <NotFoundPage />;
}
