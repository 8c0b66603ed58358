import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router';
import { ADMIN_LOGIN_PATH, authProvider } from '#providers/auth-provider.ts';
import { loadMenus } from '#providers/auth.ts';
import { getToken } from '#providers/session-store.ts';
import { sessionKeys } from '../session/session.ts';

/** A route whose code is loaded on demand says how. */
interface Handle {
  load?: () => Promise<unknown>;
}

/**
 * Loads the code of the first page and who is signed in, so that the page is drawn once. What fails is met again by the page,
 * which says so.
 */
export async function prepareFirstPage(
  queryClient: QueryClient,
  routes: RouteObject[],
  pathname: string,
): Promise<void> {
  const isGuarded = pathname !== ADMIN_LOGIN_PATH;
  const address = isGuarded && getToken() === null ? ADMIN_LOGIN_PATH : pathname;
  const loads = (matchRoutes(routes, address) ?? []).map(async ({ route }) => {
    await (route.handle as Handle | undefined)?.load?.();
  });
  if (isGuarded && getToken() !== null) await prefetchSession(queryClient);
  await Promise.allSettled(loads);
}

/** The queries of the session gate. */
async function prefetchSession(client: QueryClient): Promise<void> {
  const { identity, permissions, menus } = sessionKeys;
  await Promise.all([
    client.prefetchQuery({ queryKey: identity, queryFn: () => authProvider.getIdentity?.() }),
    client.prefetchQuery({ queryKey: permissions, queryFn: () => authProvider.getPermissions?.() }),
    client.prefetchQuery({ queryKey: menus, queryFn: loadMenus }),
  ]);
}
