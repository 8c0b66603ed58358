import type { PermissionCode } from '#contract/kernel/permissions.ts';
import type { lazyPage } from '#providers/lazy-page.ts';
import type { Resource } from './define-resource.ts';

/** A page that is not a table of records; menu entry, route and access check are derived from it. */
export interface Screen {
  /** Refine's name of the screen: singular, kebab-case. */
  name: string;
  /** The address of the screen, and the path of its menu entry. */
  path: `/admin/${string}`;
  label: string;
  /** The permission that opens it. */
  permission: PermissionCode;
  Content: ReturnType<typeof lazyPage<object>>;
}

/** A page of the back office: a table of records or a screen. */
export type Declared = Resource | Screen;

/** The permission that opens the page. */
export const pagePermission = (page: Declared): string =>
  'Content' in page ? page.permission : page.endpoints.list.permission;
