import { createBrowserRouter } from 'react-router-dom';
import { RequireRole, RequireUser } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { type PageRole, pages } from './pages.ts';
import { RouteFailure } from './route-failure.tsx';
import { ConsoleLayout } from './shell/console-layout.tsx';
import { PublicLayout } from './shell/public-layout.tsx';
import { Shell } from './shell/shell.tsx';

const pagesOf = (role: PageRole) =>
  pages
    .filter((page) => page.role === role)
    .map(({ path, load }) => ({ path, lazy: async () => ({ Component: await load() }) }));

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Shell,
      ErrorBoundary: RouteFailure,
      HydrateFallback: () => null,
      children: [
        {
          Component: PublicLayout,
          children: [
            {
              path: '/',
              lazy: async () => ({ Component: (await import('../features/home/pages/home-page.tsx')).HomePage }),
            },
            {
              path: '/login',
              lazy: async () => ({ Component: (await import('../features/sign-in/pages/login-page.tsx')).LoginPage }),
            },
            {
              path: '/register',
              lazy: async () => ({
                Component: (await import('../features/sign-in/pages/register-page.tsx')).RegisterPage,
              }),
            },
            { path: '*', Component: NotFoundPage },
          ],
        },
        {
          Component: RequireUser,
          children: [
            {
              Component: ConsoleLayout,
              children: [
                { ErrorBoundary: RouteFailure, children: pagesOf('user') },
                { element: <RequireRole role="admin" />, ErrorBoundary: RouteFailure, children: pagesOf('admin') },
                { element: <RequireRole role="root" />, ErrorBoundary: RouteFailure, children: pagesOf('root') },
              ],
            },
          ],
        },
      ],
    },
  ]);
