import { useCan } from '@refinedev/core';
import { can } from '#providers/session/access-control.ts';

/**
 * The props of Refine's `useCan` and `CanAccess` for a permission. The cached answer is the initial one, so that
 * nothing appears late.
 */
export const permitted = (permission: string | undefined) => ({
  action: 'use',
  params: { permission },
  queryOptions: { initialData: () => ({ can: can(permission) }) },
});

/** Does the signed-in user have this permission? False for undefined. */
export const usePermission = (permission: string | undefined): boolean =>
  useCan(permitted(permission)).data?.can === true;
