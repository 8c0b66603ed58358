import { ADMIN_HOME_PATH, ADMIN_LOGIN_PATH } from '#providers/auth-provider.ts';

/** The login page that comes back to an address afterwards. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  const address = pathname + search;
  const isHome = pathname.replace(/\/+$/, '') === ADMIN_HOME_PATH;
  return isHome ? ADMIN_LOGIN_PATH : `${ADMIN_LOGIN_PATH}?${new URLSearchParams({ to: address }).toString()}`;
}

/** Where to go after signing in: the address asked for when it is one of ours, else the beginning. */
export function returnPath(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '';
  const isOurs = /^\/admin(?:\/|$|\?)/.test(to) && !/[\\\s]/.test(to) && !to.startsWith(ADMIN_LOGIN_PATH);
  return isOurs ? to : `${ADMIN_HOME_PATH}/`;
}
