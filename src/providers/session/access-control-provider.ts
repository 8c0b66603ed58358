import type { AccessControlProvider } from '@refinedev/core';
import { isObject } from '../browser-storage.ts';
import type { ResourceCalls } from '../data-provider.ts';
import { can, permissionOf } from './access-control.ts';

/** A page: its permission, and its resource's endpoints if it has one. */
export interface PageAccess {
  permission: string;
  endpoints?: ResourceCalls['endpoints'];
}

/**
 * Refine's access-control provider. An action requires the permission of the endpoint that it calls, or the
 * code in `params.permission`; `list` requires the page's permission. Anything else is denied.
 */
export function createAccessControl(pages: ReadonlyMap<string, PageAccess>): AccessControlProvider {
  return {
    can: ({ resource = '', action, params }) => {
      const explicit: unknown = isObject(params) ? params['permission'] : undefined;
      const page = pages.get(resource);
      const actionPermission = action === 'list' ? page?.permission : permissionOf(page?.endpoints, action);
      const isAllowed = can(typeof explicit === 'string' ? explicit : actionPermission);
      return Promise.resolve(isAllowed ? { can: true } : { can: false, reason: '您没有此操作的权限' });
    },
    options: {
      buttons: { enableAccessControl: true, hideIfUnauthorized: true },
      queryOptions: { staleTime: 0 },
    },
  };
}
