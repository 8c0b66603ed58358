import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { getSession, subscribe } from '#providers/session/session-store.ts';

/** Creates a client that refetches a list whenever it is opened, and never retries a request. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, placeholderData: keepPreviousData },
      // A write fails at once when offline. By default it would wait silently and be sent later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  // Session data must not outlive the session, or the next sign-in would return to the login page.
  client.setQueryDefaults(['auth'], { staleTime: 0, placeholderData: undefined });
  return client;
}

/**
 * Clears the cache when the session changes: after signing out, after a 401, or when another tab changes the user.
 * Returns a function that unsubscribes.
 */
export function clearOnSessionChange(client: QueryClient): () => void {
  let session = getSession();
  return subscribe(() => {
    if (getSession() === session) return;
    session = getSession();
    client.clear();
  });
}
