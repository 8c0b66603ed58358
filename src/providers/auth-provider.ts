import type { AuthProvider } from '@refinedev/core';
import type { LoginBody } from '#contract/sessions.ts';
import { currentUser, login, logout, setPassword } from './auth.ts';
import { CallError } from './result.ts';
import { getToken, getUser } from './session-store.ts';

/** Where the back office signs in, and where it begins. */
export const ADMIN_LOGIN_PATH = '/admin/login';
export const ADMIN_HOME_PATH = '/admin';

/** Refine's shape of the session. */
export const authProvider: AuthProvider = {
  login: async (body: LoginBody) => {
    const result = await login(body);
    if (!result.ok)
      return { success: false, error: { name: '登录失败', message: result.msg }, failure: result };
    await currentUser();
    return { success: true, redirectTo: ADMIN_HOME_PATH, mustChangePassword: result.data.mustChangePassword };
  },
  logout: async () => {
    await logout();
    return { success: true, redirectTo: ADMIN_LOGIN_PATH };
  },
  check: () =>
    Promise.resolve(
      getToken() === null
        ? { authenticated: false, logout: false, redirectTo: ADMIN_LOGIN_PATH }
        : { authenticated: true },
    ),
  onError: (error: unknown) =>
    Promise.resolve(isLostSession(error) ? { logout: true, redirectTo: ADMIN_LOGIN_PATH } : {}),
  updatePassword: async ({ oldPassword, newPassword }: { oldPassword: string; newPassword: string }) => {
    const result = await setPassword(oldPassword, newPassword);
    return result.ok
      ? { success: true }
      : { success: false, error: { name: '修改失败', message: result.msg } };
  },
  getPermissions: () => Promise.resolve(getUser()?.buttons ?? []),
  getIdentity: async () => getUser() ?? (await currentUser()) ?? null,
};

function isLostSession(error: unknown): boolean {
  if (error instanceof CallError) return error.code === 401;
  return typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 401;
}
