import { createContext, use } from 'react';
import type { MenuNode, UserInfo } from '#contract/people/authentication.ts';
import type { MenuEntry } from './menu-tree.ts';

/** The signed-in user with menus and permissions, for the pages behind the session gate. */
export interface AdminSession {
  user: UserInfo;
  menus: readonly MenuNode[];
  entries: readonly MenuEntry[];
  /** Whether the user has this permission. A new function after each refetch, so that memos are renewed. */
  may: (permission: string) => boolean;
}

/** The key prefix of all queries about the session: identity and menus. */
export const SESSION_QUERIES = ['auth'] as const;

export const sessionKeys = {
  identity: [...SESSION_QUERIES, 'identity'],
  menus: [...SESSION_QUERIES, 'menus'],
};

export const AdminSessionContext = createContext<AdminSession | undefined>(undefined);

/** @throws Error outside the session gate */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('used outside the session gate');
  return session;
}
