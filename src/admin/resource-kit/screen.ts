import type { PermissionCode } from '#contract/kernel/permissions.ts';
import type { lazyView } from '#providers/lazy-view.ts';
import type { Resource } from './define-resource.ts';

/** A page other than a table of records. */
export interface Screen {
  /** Refine's name for the screen: singular, kebab-case. */
  name: string;
  /** The path of the screen and of its menu entry. */
  path: `/admin/${string}`;
  label: string;
  permission: PermissionCode;
  Content: ReturnType<typeof lazyView<object>>;
}

export type AdminPage = Resource | Screen;

export const pagePermission = (page: AdminPage): string =>
  'Content' in page ? page.permission : page.endpoints.list.permission;
