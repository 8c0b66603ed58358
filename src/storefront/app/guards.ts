import { redirect } from 'react-router';
import { currentUser, loadMenus } from '#providers/auth.ts';
import { getToken } from '#providers/session-store.ts';
import { paths, returnAddress } from './paths.ts';

/**
 * Lets signed-in users with at least one menu entry in, and sends everybody else to the login page with the address they wanted.
 * What really guards is the server.
 */
export async function requireSession(request: Request): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  const login = paths.login(pathname + search);
  if (getToken() === null) return redirect(login);
  const [user, menus] = await Promise.all([currentUser(), loadMenus()]);
  if (!user || user.mustChangePassword || menus.length === 0) return redirect(login);
  return null;
}

/** Why somebody with a token is on the login page. */
export type LoginReason = 'signed-out' | 'no-menus' | 'must-change-password';

/** Sends those who are signed in already to where they were going. */
export async function leaveLogin(request: Request): Promise<Response | LoginReason> {
  if (getToken() === null) return 'signed-out';
  const [user, menus] = await Promise.all([currentUser(), loadMenus()]);
  if (!user) return 'signed-out';
  if (user.mustChangePassword) return 'must-change-password';
  if (menus.length === 0) return 'no-menus';
  return redirect(returnAddress(new URL(request.url).searchParams.get('from')));
}
