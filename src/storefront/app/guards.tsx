import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { useAccess, useToken, type Access } from './access.ts';
import { useHere } from './here.ts';
import { paths, returnAddress } from './paths.ts';

/**
 * Lets signed-in users with at least one menu entry in, and sends everybody else to the login page with the address they wanted: on
 * entry, and as soon as the session ends, here, in another tab or because the server says so. What really guards is the server.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const token = useToken();
  const [ownToken] = useState(token);
  const queryClient = useQueryClient();
  const isOwn = token === ownToken;
  useEffect(() => {
    if (isOwn) return;
    // What is known belongs to who was here before.
    queryClient.clear();
    if (token !== null) globalThis.location.reload();
  }, [isOwn, token, queryClient]);
  if (token === null) return <ToLogin />;
  return isOwn ? <Granted>{children}</Granted> : null;
}

function Granted({ children }: { children: ReactNode }) {
  return useAccess() === 'granted' ? children : <ToLogin />;
}

function ToLogin() {
  return <Redirect to={paths.login(useHere())} replace />;
}

/** Sends those who are signed in already to where they were going; the others see the login page. */
export function LoginGate({ children }: { children: (access: Access) => ReactNode }) {
  // Only the token one comes with counts: signing in on the page itself is the page's business.
  const [cameWith] = useState(useToken());
  return cameWith === null ? children('signed-out') : <SignedIn>{children}</SignedIn>;
}

function SignedIn({ children }: { children: (access: Access) => ReactNode }) {
  const [access] = useState(useAccess());
  const [search] = useSearchParams();
  if (access === 'granted') return <Redirect to={returnAddress(search.get('from'))} replace />;
  return children(access);
}
