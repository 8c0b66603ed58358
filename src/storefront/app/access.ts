import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { loadUser, loadMenus } from '#providers/session/auth.ts';
import { getSession, subscribe } from '#providers/session/session-store.ts';

/** Whether the user may use the customer area, or why not. */
export type Access = 'granted' | 'signed-out' | 'no-menus' | 'must-change-password' | 'must-set-up-2fa';

const KEY = 'access';

/** Cached per session. */
export const accessQuery = (session: string | null) =>
  queryOptions({
    queryKey: [KEY, session],
    queryFn: async (): Promise<Access> => {
      const [user, menus] = await Promise.all([loadUser(), loadMenus()]);
      if (!user) return 'signed-out';
      if (user.mustChangePassword) return 'must-change-password';
      if (user.mustSetUpSecondFactor) return 'must-set-up-2fa';
      return menus.length === 0 ? 'no-menus' : 'granted';
    },
    staleTime: Infinity,
    retry: false,
  });

/** Suspends while loading. */
export function useAccess(): Access {
  return useSuspenseQuery(accessQuery(useSession())).data;
}

/** Drops the cached result, e.g. after a password change. */
export function useResetAccess(): () => void {
  const queryClient = useQueryClient();
  return () => queryClient.removeQueries({ queryKey: [KEY] });
}

/** The current session's identifier; re-renders when it changes, also in another tab. */
export function useSession(): string | null {
  return useSyncExternalStore(subscribe, getSession);
}
