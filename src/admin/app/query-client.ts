import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { getToken, subscribe } from '#providers/session-store.ts';

/** The queries of one page's life. Lists are asked for again whenever they are opened; nothing is retried silently. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, placeholderData: keepPreviousData },
      mutations: { retry: false },
    },
  });
  // What is known of the session must never outlive it, or a fresh sign-in would bounce back to the login page.
  client.setQueryDefaults(['auth'], { staleTime: 0, placeholderData: undefined });
  return client;
}

/**
 * Forgets every answer as soon as the session is another: after signing out, after a 401, and when another tab signs
 * in as somebody else. Returns the way to stop.
 */
export function forgetOnSessionChange(client: QueryClient): () => void {
  let token = getToken();
  return subscribe(() => {
    if (getToken() === token) return;
    token = getToken();
    client.clear();
  });
}
