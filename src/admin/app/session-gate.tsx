import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { currentUser, loadMenus, logout } from '#providers/auth.ts';
import { notify } from '#providers/notification.ts';
import { getToken, subscribe } from '#providers/session-store.ts';
import { Loading } from '../pages/loading.tsx';
import { hasBackOffice, menuEntries } from '../shell/menu-tree.ts';
import { Problem } from '../pages/problem.tsx';
import { loginPath } from './paths.ts';
import { AdminSessionContext } from './session.ts';

const ForcedPassword = lazy(() =>
  import('../pages/forced-password.tsx').then((m) => ({ default: m.ForcedPassword })),
);

const ForcedSecondFactor = lazy(() =>
  import('../pages/forced-second-factor.tsx').then((m) => ({ default: m.ForcedSecondFactor })),
);

interface Props {
  hasScreen: (path: string) => boolean;
  children: ReactNode;
}

/** Lets nobody past without a session: no token leads to the login page, and back here afterwards. */
export function SessionGate({ hasScreen, children }: Props) {
  const token = useSyncExternalStore(subscribe, getToken);
  const location = useLocation();
  if (token === null) return <Navigate to={loginPath(location)} replace />;
  // Another token is another user: nothing of the page survives.
  return (
    <UserGate key={token} hasScreen={hasScreen}>
      {children}
    </UserGate>
  );
}

async function loadSession() {
  const [user, menus] = await Promise.all([currentUser(), loadMenus()]);
  return user ? { user, menus } : null;
}

function UserGate({ hasScreen, children }: Props) {
  const { data, isError, refetch } = useQuery({ queryKey: ['auth', 'session'], queryFn: loadSession });
  const session = useMemo(
    () => data && { ...data, entries: menuEntries(data.menus, hasScreen) },
    [data, hasScreen],
  );
  // Until the recovery codes are kept, also when the session is asked for again meanwhile.
  const [isHeldBack, setIsHeldBack] = useState(false);
  if (session?.user.mustSetUpSecondFactor && !isHeldBack) setIsHeldBack(true);
  if (isError) {
    return (
      <Problem title="暂时无法打开管理后台" text="没有收到服务器的答复，请稍后再试。">
        <Button type="primary" onClick={() => void refetch()}>
          重试
        </Button>
      </Problem>
    );
  }
  if (!session) return <Loading />;
  if (session.user.mustChangePassword) {
    return (
      <Suspense fallback={<Loading />}>
        <ForcedPassword onChanged={() => void refetch()} />
      </Suspense>
    );
  }
  if (!hasBackOffice(session.menus)) return <NoPermissions />;
  if (isHeldBack) {
    return (
      <Suspense fallback={<Loading />}>
        <ForcedSecondFactor onDone={() => void refetch().then(() => setIsHeldBack(false))} />
      </Suspense>
    );
  }
  return <AdminSessionContext value={session}>{children}</AdminSessionContext>;
}

/** Says why, and signs out; the gate then leads to the login page. */
function NoPermissions() {
  useEffect(() => {
    notify({ type: 'error', message: '你没有任何权限！即将退出登录', key: 'no-permissions' });
    void logout();
  }, []);
  return <Loading text="正在退出登录" />;
}
