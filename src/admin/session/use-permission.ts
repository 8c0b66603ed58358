import { useCan } from '@refinedev/core';
import { can } from '#providers/session/access-control.ts';

/**
 * Does the signed-in user hold this permission? False for undefined. The query starts with the known answer, so that no
 * button appears late.
 */
export function usePermission(permission: string | undefined): boolean {
  const { data } = useCan({
    action: 'use',
    params: { permission },
    queryOptions: { initialData: { can: permission !== undefined && can(permission) } },
  });
  return data?.can === true;
}
