import { createContext, use } from 'react';
import type { MenuNode, UserInfo } from '#contract/people/authentication.ts';
import type { MenuEntry } from './menu-tree.ts';

/** The signed-in user with permissions and menus, for every page behind the session gate. */
export interface AdminSession {
  user: UserInfo;
  permissions: readonly string[];
  menus: readonly MenuNode[];
  entries: readonly MenuEntry[];
}

/** The key of all queries about the session: identity, permissions and menus. */
export const SESSION_QUERIES = ['auth'] as const;

/** The first two are used by Refine's hooks. */
export const sessionKeys = {
  identity: [...SESSION_QUERIES, 'identity'],
  permissions: [...SESSION_QUERIES, 'permissions'],
  menus: [...SESSION_QUERIES, 'menus'],
};

export const AdminSessionContext = createContext<AdminSession | undefined>(undefined);

/**
 * The session of the page.
 * @throws Error outside the session gate
 */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('used outside the session guard');
  return session;
}
