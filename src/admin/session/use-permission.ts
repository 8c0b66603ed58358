import { useCan } from '@refinedev/core';
import { can } from '#providers/session/access-control.ts';

/**
 * The props of Refine's `useCan` and `CanAccess` for a permission. The initial data is already known, so nothing
 * appears late.
 */
export const accessParams = (permission: string | undefined) => ({
  action: 'use',
  params: { permission },
  queryOptions: { initialData: () => ({ can: can(permission) }) },
});

/** False for undefined. */
export const usePermission = (permission: string | undefined): boolean =>
  useCan(accessParams(permission)).data?.can === true;
