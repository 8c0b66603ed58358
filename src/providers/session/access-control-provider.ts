import type { AccessControlProvider } from '@refinedev/core';
import { isObject } from '../browser-storage.ts';
import type { ResourceCalls } from '../data-provider.ts';
import { can, permissionOf } from './access-control.ts';

/** A declared page: the permission that opens it, and the endpoints of its resource, if any. */
export interface DeclaredAccess {
  permission: string;
  endpoints?: ResourceCalls['endpoints'];
}

/**
 * Refine's access-control provider: an action is allowed when the user has the permission of the endpoint that it
 * calls, or the code given as `params.permission`. `list` opens the page. An action without either is refused.
 */
export function createAccessControl(declared: ReadonlyMap<string, DeclaredAccess>): AccessControlProvider {
  return {
    can: ({ resource = '', action, params }) => {
      const explicit: unknown = isObject(params) ? params['permission'] : undefined;
      const page = declared.get(resource);
      const ofAction = action === 'list' ? page?.permission : permissionOf(page?.endpoints, action);
      const isAllowed = can(typeof explicit === 'string' ? explicit : ofAction);
      return Promise.resolve(isAllowed ? { can: true } : { can: false, reason: '您没有此操作的权限' });
    },
    options: {
      buttons: { enableAccessControl: true, hideIfUnauthorized: true },
      queryOptions: { staleTime: 0 },
    },
  };
}
