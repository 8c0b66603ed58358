import type { AccessControlProvider, CanResponse } from '@refinedev/core';
import { can } from './access-control.ts';
import { isObject } from '../browser-storage.ts';
import type { ResourceCalls } from '../data-provider.ts';
import { getUser } from './session-store.ts';

/** The endpoint that each Refine action calls. */
const calls = {
  list: 'list',
  export: 'export',
  show: 'one',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'remove',
} as const satisfies Record<string, keyof ResourceCalls['endpoints']>;

/** A declared page: the permission that opens it, and the endpoints of its resource, if any. */
export interface DeclaredAccess {
  permission: string;
  endpoints?: ResourceCalls['endpoints'];
}

/**
 * Refine's access-control provider: an action is allowed when the user holds the permission of the endpoint that it calls, or
 * the code given as `params.permission`. `list` opens the page. An action without either is refused.
 */
export function createAccessControl(declared: ReadonlyMap<string, DeclaredAccess>): AccessControlProvider {
  return {
    can: ({ resource, action, params }) =>
      Promise.resolve(decide(isObject(params) ? params['permission'] : undefined, resource, action)),
    options: {
      buttons: { enableAccessControl: true, hideIfUnauthorized: true },
      queryOptions: { staleTime: 0 },
    },
  };

  function decide(explicit: unknown, resource = '', action: string): CanResponse {
    const permission = typeof explicit === 'string' ? explicit : permissionOf(resource, action);
    const isAllowed =
      permission === 'public' ||
      (permission === 'session' ? getUser() !== undefined : permission !== undefined && can(permission));
    return isAllowed ? { can: true } : { can: false, reason: '您没有此操作的权限' };
  }

  function permissionOf(resource: string, action: string): string | undefined {
    const page = declared.get(resource);
    if (action === 'list') return page?.permission;
    return isCallName(action) ? page?.endpoints?.[calls[action]]?.permission : undefined;
  }
}

const isCallName = (action: string): action is keyof typeof calls => Object.hasOwn(calls, action);
