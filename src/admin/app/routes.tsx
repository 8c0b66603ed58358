import type { QueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense } from 'react';
import { Link, type RouteObject } from 'react-router';
import { ADMIN_HOME_PATH, ADMIN_LOGIN_PATH } from '#providers/session/auth-provider.ts';
import { lazyView } from '#providers/lazy-view.ts';
import type { AdminPage } from '../resource-kit/screen.ts';
import { pageRoute } from '../resource-kit/page-route.tsx';
import { Loading } from '../components/page/loading.tsx';
import { Problem } from '../components/page/problem.tsx';
import { RefineFrame, refineProps } from './refine-frame.tsx';
import { NOT_FOUND_ROUTE, SessionGate } from './session-gate.tsx';

const LoginPage = lazyView(() => import('../pages/login.tsx').then((m) => m.LoginPage));
const Home = lazyView(() => import('../pages/home.tsx').then((m) => m.Home));
const Shell = lazyView(() => import('../shell/shell.tsx').then((m) => m.Shell));

/** The routes of the back office. The menu shows only entries whose path is among them. */
export function adminRoutes(pages: readonly AdminPage[], queryClient: QueryClient): RouteObject[] {
  const paths = new Set<string>(pages.map(({ path }) => path));
  return [
    {
      element: <RefineFrame pageProps={refineProps(pages)} queryClient={queryClient} />,
      errorElement: <CrashPage />,
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
            <SessionGate hasScreen={(path) => paths.has(path)}>
              <Suspense fallback={<Loading />}>
                <Shell />
              </Suspense>
            </SessionGate>
          ),
          children: [
            { index: true, handle: { load: Home.load }, element: <Home /> },
            ...pages.map(pageRoute),
            { path: '*', id: NOT_FOUND_ROUTE, element: <NotFound /> },
          ],
        },
        { path: '*', element: <NotFound /> },
      ],
    },
  ];
}

/** Shown when a page cannot render: after a bug, or after an update that removed its code. */
function CrashPage() {
  return (
    <Problem title="页面出错了" text="可能是系统刚刚更新。刷新后仍然出错，请联系管理员。">
      <Button type="primary" onClick={() => window.location.reload()}>
        刷新页面
      </Button>
    </Problem>
  );
}

function NotFound() {
  return (
    <Problem title="404" text="抱歉，您访问的页面不存在">
      <Link to={ADMIN_HOME_PATH}>返回管理后台首页</Link>
    </Problem>
  );
}
