import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Redirect, useSearchParams, useLocation, useSearch } from 'wouter';
import { useAccess, useSession, type Access } from './access.ts';
import { paths, returnAddress } from './paths.ts';

/**
 * Admits signed-in users with at least one menu; all others go to the login page with the requested address, on entry
 * and as soon as the session ends, here, in another tab or on the server. Only the server enforces access.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const [ownSession] = useState(session);
  const queryClient = useQueryClient();
  const isOwn = session === ownSession;
  useEffect(() => {
    if (isOwn) return;
    // Cached data belongs to the previous user.
    queryClient.clear();
    if (session !== null) globalThis.location.reload();
  }, [isOwn, session, queryClient]);
  if (session === null) return <ToLogin />;
  return isOwn ? <Granted>{children}</Granted> : null;
}

function Granted({ children }: { children: ReactNode }) {
  return useAccess() === 'granted' ? children : <ToLogin />;
}

function ToLogin() {
  return <Redirect to={paths.login(useCurrentAddress())} replace />;
}

/** Redirects users who are already signed in; the others see the login page. */
export function LoginGate({ children }: { children: (access: Access) => ReactNode }) {
  // Only the session at arrival counts: the page itself handles signing in.
  const [initialSession] = useState(useSession());
  return initialSession === null ? children('signed-out') : <SignedIn>{children}</SignedIn>;
}

function SignedIn({ children }: { children: (access: Access) => ReactNode }) {
  const [access] = useState(useAccess());
  const [search] = useSearchParams();
  if (access === 'granted') return <Redirect to={returnAddress(search.get('from'))} replace />;
  return children(access);
}

/** The current address within the site: path and query. */
function useCurrentAddress(): string {
  const [pathname] = useLocation();
  const search = useSearch();
  return search === '' ? pathname : `${pathname}?${search}`;
}
