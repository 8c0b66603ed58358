import type { AccessControlProvider } from '@refinedev/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { hasPermission } from '#domain/permissions.ts';
import { isObject } from './browser-storage.ts';
import { getUser } from './session-store.ts';

let granted: { buttons: readonly string[]; codes: ReadonlySet<string> } | undefined;

/** Does the signed-in user hold this permission code? Nobody signed in holds none. */
export function can(permission: string): boolean {
  const buttons = getUser()?.buttons ?? [];
  if (granted?.buttons !== buttons) granted = { buttons, codes: new Set(buttons) };
  return hasPermission(granted.codes, permission);
}

/** Which call a Refine action makes. */
const calls: Readonly<Record<string, string>> = {
  list: 'list',
  export: 'export',
  show: 'one',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'remove',
};

/**
 * Refine's shape of `can`: an action is allowed when the user holds the permission of the endpoint that it calls
 * (`meta.endpoints` of the resource), or the code given as `params.permission`. What names neither is refused.
 */
export const accessControlProvider: AccessControlProvider = {
  can: ({ action, params }) => {
    const permission = permissionOf(action, params);
    const isAllowed =
      permission === 'public' ||
      (permission === 'session' ? getUser() !== undefined : permission !== undefined && can(permission));
    return Promise.resolve(isAllowed ? { can: true } : { can: false, reason: '您没有此操作的权限' });
  },
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: true },
    queryOptions: { staleTime: 0 },
  },
};

function permissionOf(action: string, params: unknown): string | undefined {
  if (!isObject(params)) return undefined;
  const explicit = params['permission'];
  if (typeof explicit === 'string') return explicit;
  const resource = params['resource'];
  const meta = isObject(resource) ? resource['meta'] : undefined;
  const endpoints = isObject(meta) ? meta['endpoints'] : undefined;
  if (!isObject(endpoints)) return undefined;
  const endpoint = endpoints[calls[action] ?? action] as Endpoint | undefined;
  return endpoint?.permission;
}
