import { useGetIdentity, useLogout } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import type { UserInfo } from '#contract/people/authentication.ts';
import { can } from '#providers/session/access-control.ts';
import { loadMenus } from '#providers/session/auth.ts';
import { notify } from '#providers/notices.ts';
import { getSession, subscribe } from '#providers/session/session-store.ts';
import { Loading } from '../components/page/loading.tsx';
import { hasBackOffice, menuEntries } from '../session/menu-tree.ts';
import { Problem } from '../components/page/problem.tsx';
import { loginPath } from '../session/paths.ts';
import { AdminSessionContext, sessionKeys } from '../session/session.ts';

const ForcedPassword = lazy(() =>
  import('../pages/forced-password.tsx').then((m) => ({ default: m.ForcedPassword })),
);

const ForcedSecondFactor = lazy(() =>
  import('../pages/forced-second-factor.tsx').then((m) => ({ default: m.ForcedSecondFactor })),
);

const PublicNotFound = lazy(() =>
  import('../pages/public-not-found.tsx').then((m) => ({ default: m.PublicNotFound })),
);

/** The id of the route that matches unknown paths. */
export const NOT_FOUND_ROUTE = 'missing';

interface Props {
  hasScreen: (path: string) => boolean;
  children: ReactNode;
}

interface UserGateProps extends Props {
  /** Called when a user has no permissions; the login page then shows the user's name. */
  onRefused: (username: string) => void;
}

/**
 * Requires a session: without one, redirects to the login page, which returns here afterwards. An unknown path shows
 * the 404 page even without a session.
 */
export function SessionGate({ hasScreen, children }: Props) {
  const session = useSyncExternalStore(subscribe, getSession);
  const location = useLocation();
  const [refusedUsername, setRefusedUsername] = useState<string>();
  // Signing out on an unknown path also leads to the login page.
  const [hadSession] = useState(session !== null);
  const isUnknownPath = useMatches().some(({ id }) => id === NOT_FOUND_ROUTE);
  if (session === null && isUnknownPath && !hadSession) {
    return (
      <Suspense fallback={<Loading />}>
        <PublicNotFound />
      </Suspense>
    );
  }
  if (session === null)
    return <Navigate to={loginPath(location)} state={{ refused: refusedUsername }} replace />;
  // Another session may belong to another user, so the whole page is remounted.
  return (
    <UserGate key={session} hasScreen={hasScreen} onRefused={setRefusedUsername}>
      {children}
    </UserGate>
  );
}

function UserGate({ hasScreen, onRefused, children }: UserGateProps) {
  const { session, isError, refetch } = useSession(hasScreen);
  // Stays true until the user has stored the recovery codes, even if the session is refetched earlier.
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  if (session?.user.mustSetUpSecondFactor && !needsSecondFactor) setNeedsSecondFactor(true);
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
  if (!hasBackOffice(session.menus)) {
    return <NoPermissions username={session.user.userName} onRefused={onRefused} />;
  }
  if (needsSecondFactor) {
    return (
      <Suspense fallback={<Loading />}>
        <ForcedSecondFactor onDone={() => void refetch().then(() => setNeedsSecondFactor(false))} />
      </Suspense>
    );
  }
  return <AdminSessionContext value={session}>{children}</AdminSessionContext>;
}

/** `prepareFirstPage` has sent these requests, so mounting does not send them again, even if they failed. */
const prefetched = { refetchOnMount: false, retryOnMount: false } as const;

function useSession(hasScreen: Props['hasScreen']) {
  const identity = useGetIdentity<UserInfo | null>({
    queryOptions: { queryKey: sessionKeys.identity, ...prefetched },
  });
  const menus = useQuery({ queryKey: sessionKeys.menus, queryFn: loadMenus, ...prefetched });
  const session = useMemo(
    () =>
      identity.data && menus.data
        ? {
            user: identity.data,
            menus: menus.data,
            entries: menuEntries(menus.data, hasScreen),
            may: (permission: string) => can(permission),
          }
        : undefined,
    [identity.data, menus.data, hasScreen],
  );
  return {
    session,
    isError: identity.isError || menus.isError,
    refetch: () => Promise.all([identity.refetch(), menus.refetch()]),
  };
}

/** Shows a notice and signs out; the gate then redirects to the login page, which explains it. */
function NoPermissions({ username, onRefused }: Pick<UserGateProps, 'onRefused'> & { username: string }) {
  const { mutate: logout } = useLogout<{ isQuiet: boolean }>();
  const refuse = useEffectEvent(() => onRefused(username));
  useEffect(() => {
    // Replaces the notice that the user has signed in.
    notify({ type: 'error', message: '你没有任何权限！即将退出登录', key: 'session' });
    refuse();
    logout({ isQuiet: true });
  }, [logout]);
  return <Loading text="正在退出登录" />;
}
