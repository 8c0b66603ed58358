import { createContext, use } from 'react';
import type { MenuNode, UserInfo } from '#contract/sessions.ts';
import type { MenuEntry } from '../shell/menu-tree.ts';

/** Who is signed in and what may be opened; known to every page behind the guard. */
export interface AdminSession {
  user: UserInfo;
  menus: readonly MenuNode[];
  entries: readonly MenuEntry[];
}

export const AdminSessionContext = createContext<AdminSession | undefined>(undefined);

/**
 * The session of the page.
 * @throws Error outside the guard
 */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('used outside the session guard');
  return session;
}
