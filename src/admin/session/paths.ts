import { ADMIN_HOME_PATH, ADMIN_LOGIN_PATH } from '#providers/session/auth-provider.ts';

/** The URL of the login page, which returns to the location afterwards. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  const isHome = pathname.replace(/\/+$/, '') === ADMIN_HOME_PATH;
  return isHome
    ? ADMIN_LOGIN_PATH
    : `${ADMIN_LOGIN_PATH}?${new URLSearchParams({ to: pathname + search }).toString()}`;
}

/** The URL to open after signing in: the requested page if it belongs to the back office, otherwise the home page. */
export function returnPath(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '';
  const isAdminUrl = /^\/admin(?:\/|$|\?)/.test(to) && !/[\\\s]/.test(to) && !to.startsWith(ADMIN_LOGIN_PATH);
  return isAdminUrl ? to : `${ADMIN_HOME_PATH}/`;
}
