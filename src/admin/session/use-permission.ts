import { useCan } from '@refinedev/core';
import { can } from '#providers/session/access-control.ts';

/**
 * The props of Refine's `useCan` and `CanAccess` for a permission. The answer is already known and passed as initial
 * data, so that nothing appears late.
 */
export const accessParams = (permission: string | undefined) => ({
  action: 'use',
  params: { permission },
  queryOptions: { initialData: () => ({ can: can(permission) }) },
});

/** Whether the user has this permission; false for undefined. */
export const usePermission = (permission: string | undefined): boolean =>
  useCan(accessParams(permission)).data?.can === true;
