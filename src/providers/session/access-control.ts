import { hasPermission } from '#domain/permissions.ts';
import type { ResourceCalls } from '../data-provider.ts';
import { getUser } from './session-store.ts';

/** The endpoint that each Refine action calls. */
const endpointByAction = {
  list: 'list',
  export: 'export',
  show: 'one',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'remove',
} as const satisfies Record<string, keyof ResourceCalls['endpoints']>;

const isKnownAction = (action: string): action is keyof typeof endpointByAction =>
  Object.hasOwn(endpointByAction, action);

/** The permission of the endpoint that an action calls; undefined if there is no such endpoint. */
export function permissionOf(endpoints: ResourceCalls['endpoints'] = {}, action: string): string | undefined {
  return isKnownAction(action) ? endpoints[endpointByAction[action]]?.permission : undefined;
}

let permissionCache: { buttons: readonly string[]; codes: ReadonlySet<string> } | undefined;

/** Whether the signed-in user has the permission of an endpoint; false for undefined. */
export function can(permission: string | undefined): boolean {
  if (permission === undefined) return false;
  if (permission === 'public') return true;
  const user = getUser();
  if (!user) return false;
  if (permissionCache?.buttons !== user.buttons)
    permissionCache = { buttons: user.buttons, codes: new Set(user.buttons) };
  return permission === 'session' || hasPermission(permissionCache.codes, permission);
}
