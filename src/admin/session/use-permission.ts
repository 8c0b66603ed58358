import { useCan } from '@refinedev/core';
import { can } from '#providers/access-control.ts';

/** Access queries start with the answer that is already known, so that no button appears late. */
export const knownAccess = (permission: string | undefined) => ({
  initialData: { can: permission !== undefined && can(permission) },
});

/** Does the signed-in user hold this permission? */
export function usePermission(permission: string): boolean {
  const { data } = useCan({ action: 'use', params: { permission }, queryOptions: knownAccess(permission) });
  return data?.can === true;
}
