import type { AuthProvider } from '@refinedev/core';
import type { LoginBody } from '#contract/people/authentication.ts';
import { loadUser, login, logout, setPassword } from './auth.ts';
import { CallError, type Failure } from '../http/result.ts';
import { getToken } from './session-store.ts';

/** Login page and home page of the back office. */
export const ADMIN_LOGIN_PATH = '/admin/login';
export const ADMIN_HOME_PATH = '/admin';

/** A refused sign-in; `failure.data` is needed for the second step. */
export class LoginError extends CallError {
  constructor(readonly failure: Failure) {
    super(failure);
    this.name = '登录失败';
  }
}

/** Refine's auth provider. Signing in or out returns no redirect: the login page and the session gate react to the token. */
export const authProvider: AuthProvider = {
  login: async (body: LoginBody) => {
    const result = await login(body);
    return result.ok ? { success: true } : { success: false, error: new LoginError(result) };
  },
  logout: async (options?: { isQuiet?: boolean }) => {
    await logout(options);
    return { success: true };
  },
  check: () =>
    Promise.resolve(
      getToken() === null
        ? { authenticated: false, logout: false, redirectTo: ADMIN_LOGIN_PATH }
        : { authenticated: true },
    ),
  // The HTTP client has signed out, and the session gate redirects to login and back; a redirect from here
  // would lose the current URL.
  onError: () => Promise.resolve({}),
  updatePassword: async ({ oldPassword, newPassword }: { oldPassword: string; newPassword: string }) => {
    const result = await setPassword(oldPassword, newPassword);
    return result.ok
      ? { success: true }
      : { success: false, error: new CallError(result), errors: result.errors };
  },
  getIdentity: async () => (await loadUser()) ?? null,
};
