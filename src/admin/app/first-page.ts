import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router';
import { appConfigQuery } from '#providers/app-config.ts';
import { ADMIN_LOGIN_PATH, authProvider } from '#providers/session/auth-provider.ts';
import { loadMenus } from '#providers/session/auth.ts';
import { getToken } from '#providers/session/session-store.ts';
import { captchaQuery } from '../pages/use-captcha.ts';
import { sessionKeys } from '../session/session.ts';

/**
 * Loads the code and the session of the first page, so that the page renders only once. Ignores failures, because the
 * page reports them.
 */
export async function prepareFirstPage(
  queryClient: QueryClient,
  routes: RouteObject[],
  pathname: string,
): Promise<void> {
  const loads: Promise<unknown>[] = [];
  if (getToken() !== null) {
    loads.push(loadCode(routes, pathname));
    if (pathname !== ADMIN_LOGIN_PATH) await prefetchSession(queryClient);
  }
  // There is no token, or the server has just rejected it.
  if (getToken() === null) {
    loads.push(
      loadCode(routes, ADMIN_LOGIN_PATH),
      queryClient.prefetchQuery(captchaQuery),
      queryClient.prefetchQuery(appConfigQuery),
    );
  }
  await Promise.all(loads);
}

/** Never rejects. */
async function loadCode(routes: RouteObject[], pathname: string): Promise<void> {
  const loads = (matchRoutes(routes, pathname) ?? []).map(async ({ route }) => {
    await (route.handle as { load?: () => Promise<unknown> } | undefined)?.load?.();
  });
  await Promise.allSettled(loads);
}

async function prefetchSession(client: QueryClient): Promise<void> {
  const { identity, menus } = sessionKeys;
  await Promise.all([
    client.prefetchQuery({ queryKey: identity, queryFn: () => authProvider.getIdentity?.() }),
    client.prefetchQuery({ queryKey: menus, queryFn: loadMenus }),
  ]);
}
