import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { ADMIN_HOME_PATH, ADMIN_LOGIN_PATH } from '#providers/session/auth-provider.ts';
import { lazyPage } from '#providers/lazy-page.ts';
import type { Declared } from '../resource-kit/screen.ts';
import { pageRoute } from '../resource-kit/page-route.tsx';
import { Crashed } from '../pages/crashed.tsx';
import { Loading } from '../components/page/loading.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { RefineFrame, refineProps } from './refine-frame.tsx';
import { MISSING_ROUTE, SessionGate } from './session-gate.tsx';

const LoginPage = lazyPage(() => import('../pages/login.tsx').then((m) => m.LoginPage));
const Home = lazyPage(() => import('../pages/home.tsx').then((m) => m.Home));
const Shell = lazyPage(() => import('../shell/shell.tsx').then((m) => m.Shell));

/** The routes of all pages. A menu entry is shown only if its path is among them. */
export function adminRoutes(pages: readonly Declared[], queryClient: QueryClient): RouteObject[] {
  const opened = new Set<string>(pages.map(({ path }) => path));
  return [
    {
      element: <RefineFrame declared={refineProps(pages)} queryClient={queryClient} />,
      errorElement: <Crashed />,
      children: [
        {
          path: ADMIN_LOGIN_PATH,
          handle: { load: LoginPage.load },
          element: (
            <Suspense fallback={<Loading />}>
              <LoginPage />
            </Suspense>
          ),
        },
        {
          path: ADMIN_HOME_PATH,
          handle: { load: Shell.load },
          element: (
            <SessionGate hasScreen={(path) => opened.has(path)}>
              <Suspense fallback={<Loading />}>
                <Shell />
              </Suspense>
            </SessionGate>
          ),
          children: [
            { index: true, handle: { load: Home.load }, element: <Home /> },
            ...pages.map(pageRoute),
            { path: '*', id: MISSING_ROUTE, element: <NotFound /> },
          ],
        },
        { path: '*', element: <NotFound /> },
      ],
    },
  ];
}
