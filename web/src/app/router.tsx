import { createBrowserRouter } from 'react-router-dom';
import { ConnectionLine } from '../shared/connection/connection-line.tsx';
import { loadedCode } from '../shared/connection/page-code.ts';
import { RequireAccess, RequireUser } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { accessOf, type PageEntry, pages } from './pages.ts';
import { RouteFailure } from './route-failure.tsx';
import { ConsoleLayout, LayoutForAll } from './shell/console-layout.tsx';
import { BareLayout, PublicLayout } from './shell/public-layout.tsx';
import { Shell } from './shell/shell.tsx';

/** A page stays as it is where a step leads from one of its paths to another: they have the same component. */
const routesOf = ({ path, opened = [], load }: PageEntry) =>
  [path, ...opened].map((each) => ({
    path: each,
    lazy: async () => ({ Component: await loadedCode(load) }),
  }));
const ownPages = (isBare: boolean) =>
  pages.filter(({ role, isBare: bare = false }) => role === 'user' && bare === isBare).flatMap(routesOf);
/** Of administrators, of root, and of who holds a permission for them. */
const guardedPages = pages
  .filter(({ role }) => role === 'admin' || role === 'root')
  .map((page) => ({
    element: <RequireAccess access={accessOf(page)} />,
    ErrorBoundary: RouteFailure,
    children: routesOf(page),
  }));
/** Of those that everybody may open: some stand in the side menu too, and have it beside them where somebody is signed in. */
const publicPages = (inMenu: boolean) =>
  pages.filter(({ role, places }) => role === 'public' && places.includes('menu') === inMenu).flatMap(routesOf);

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Shell,
      ErrorBoundary: RouteFailure,
      // The code of the first page has not come yet.
      HydrateFallback: () => <ConnectionLine isFirst />,
      children: [
        {
          Component: PublicLayout,
          children: [...publicPages(false), { path: '*', Component: NotFoundPage }],
        },
        {
          Component: LayoutForAll,
          ErrorBoundary: RouteFailure,
          children: publicPages(true),
        },
        {
          Component: RequireUser,
          children: [
            { Component: BareLayout, ErrorBoundary: RouteFailure, children: ownPages(true) },
            {
              Component: ConsoleLayout,
              children: [{ ErrorBoundary: RouteFailure, children: ownPages(false) }, ...guardedPages],
            },
          ],
        },
      ],
    },
  ]);
