import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Redirect, useSearchParams, useLocation, useSearch } from 'wouter';
import { useAccess, useSession, type Access } from './access.ts';
import { paths, returnPath } from './paths.ts';

/**
 * Admits signed-in users with at least one menu. Redirects others to the login page, on entry and as soon as
 * the session ends here, in another tab or on the server. Only the server enforces access.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const [initialSession] = useState(session);
  const queryClient = useQueryClient();
  const isSameSession = session === initialSession;
  useEffect(() => {
    if (isSameSession) return;
    // Cached data belongs to the previous user.
    queryClient.clear();
    if (session !== null) globalThis.location.reload();
  }, [isSameSession, session, queryClient]);
  if (session === null) return <RedirectToLogin />;
  return isSameSession ? <RequireAccess>{children}</RequireAccess> : null;
}

function RequireAccess({ children }: { children: ReactNode }) {
  return useAccess() === 'granted' ? children : <RedirectToLogin />;
}

function RedirectToLogin() {
  return <Redirect to={paths.login(useCurrentPath())} replace />;
}

/** Redirects users who are already signed in. */
export function LoginGate({ children }: { children: (access: Access) => ReactNode }) {
  // Only the session on arrival counts: the page itself handles signing in.
  const [initialSession] = useState(useSession());
  return initialSession === null ? children('signed-out') : <RedirectSignedIn>{children}</RedirectSignedIn>;
}

function RedirectSignedIn({ children }: { children: (access: Access) => ReactNode }) {
  const [access] = useState(useAccess());
  const [search] = useSearchParams();
  if (access === 'granted') return <Redirect to={returnPath(search.get('from'))} replace />;
  return children(access);
}

/** The current path and query. */
function useCurrentPath(): string {
  const [pathname] = useLocation();
  const search = useSearch();
  return search === '' ? pathname : `${pathname}?${search}`;
}
