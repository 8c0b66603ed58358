import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { ADMIN_HOME_PATH, ADMIN_LOGIN_PATH } from '#providers/auth-provider.ts';
import type { Resource } from '../generated/define-resource.ts';
import { resourceRoutes } from '../generated/resource-routes.tsx';
import { Crashed } from '../pages/crashed.tsx';
import { Home } from '../pages/home.tsx';
import { Loading } from '../pages/loading.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { RefineFrame } from './refine-frame.tsx';
import { screenRoute } from './screen-route.tsx';
import { screens } from './screens.ts';
import { SessionGate } from './session-gate.tsx';

const LoginPage = lazy(() => import('../pages/login.tsx').then((m) => ({ default: m.LoginPage })));
const Shell = lazy(() => import('../shell/shell.tsx').then((m) => ({ default: m.Shell })));

/** Every page of the back office. A menu entry is shown only when its path is among them. */
export function adminRoutes(resources: readonly Resource[], queryClient: QueryClient): RouteObject[] {
  const opened = new Set<string>([...resources, ...screens].map(({ path }) => path));
  return [
    {
      element: <RefineFrame resources={resources} queryClient={queryClient} />,
      errorElement: <Crashed />,
      children: [
        {
          path: ADMIN_LOGIN_PATH,
          element: (
            <Suspense fallback={<Loading />}>
              <LoginPage />
            </Suspense>
          ),
        },
        {
          path: ADMIN_HOME_PATH,
          element: (
            <SessionGate hasScreen={(path) => opened.has(path)}>
              <Suspense fallback={<Loading />}>
                <Shell />
              </Suspense>
            </SessionGate>
          ),
          children: [
            { index: true, element: <Home /> },
            ...resources.map(resourceRoutes),
            ...screens.map(screenRoute),
            { path: '*', element: <NotFound /> },
          ],
        },
        { path: '*', element: <NotFound /> },
      ],
    },
  ];
}
