import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { currentUser, loadMenus } from '#providers/session/auth.ts';
import { getSession, subscribe } from '#providers/session/session-store.ts';

/** Whether the signed-in user may use the customer area, and if not, why. */
export type Access = 'granted' | 'signed-out' | 'no-menus' | 'must-change-password' | 'must-set-up';

const KEY = 'access';

/** Cached per session: a new one fetches again. */
export const accessQuery = (session: string | null) =>
  queryOptions({
    queryKey: [KEY, session],
    queryFn: async (): Promise<Access> => {
      const [user, menus] = await Promise.all([currentUser(), loadMenus()]);
      if (!user) return 'signed-out';
      if (user.mustChangePassword) return 'must-change-password';
      if (user.mustSetUpSecondFactor) return 'must-set-up';
      return menus.length === 0 ? 'no-menus' : 'granted';
    },
    staleTime: Infinity,
    retry: false,
  });

/** Suspends until the server has answered. */
export function useAccess(): Access {
  return useSuspenseQuery(accessQuery(useSession())).data;
}

/** Drops the cached answer, e.g. after the password was changed. */
export function useResetAccess(): () => void {
  const queryClient = useQueryClient();
  return () => queryClient.removeQueries({ queryKey: [KEY] });
}

/** The name of the current session; re-renders when it changes, also in another tab. */
export function useSession(): string | null {
  return useSyncExternalStore(subscribe, getSession);
}
