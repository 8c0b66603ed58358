import { hasPermission } from '#domain/permissions.ts';
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

const isCallName = (action: string): action is keyof typeof calls => Object.hasOwn(calls, action);

/** The permission of the endpoint that an action calls; undefined if there is no such endpoint. */
export function permissionOf(endpoints: ResourceCalls['endpoints'] = {}, action: string): string | undefined {
  return isCallName(action) ? endpoints[calls[action]]?.permission : undefined;
}

let granted: { buttons: readonly string[]; codes: ReadonlySet<string> } | undefined;

/** Whether the signed-in user may use what an endpoint with this permission does; false for undefined. */
export function can(permission: string | undefined): boolean {
  if (permission === undefined) return false;
  if (permission === 'public') return true;
  const user = getUser();
  if (!user) return false;
  if (granted?.buttons !== user.buttons) granted = { buttons: user.buttons, codes: new Set(user.buttons) };
  return permission === 'session' || hasPermission(granted.codes, permission);
}
