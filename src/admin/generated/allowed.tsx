import { CanAccess, useCan } from '@refinedev/core';
import type { ReactNode } from 'react';
import { permissionOf, type Action, type Resource } from './define-resource.ts';

interface Props {
  resource: Resource;
  action: Action;
  /** Shown instead when the user may not. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Shows its children to whoever holds the permission of the action. */
export function Allowed({ resource, action, fallback, children }: Props) {
  return (
    <CanAccess
      resource={resource.name}
      action={action}
      params={{ permission: permissionOf(resource, action) }}
      fallback={fallback}
    >
      {children}
    </CanAccess>
  );
}

/** Does the resource have the call of this action, and may the user make it? False until it is known. */
export function useAllowed(resource: Resource, action: Action): boolean {
  const { data } = useCan({
    resource: resource.name,
    action,
    params: { permission: permissionOf(resource, action) },
  });
  const calls = {
    list: 'list',
    show: 'one',
    create: 'create',
    edit: 'update',
    delete: 'remove',
    export: 'export',
  } as const;
  return resource.endpoints[calls[action]] !== undefined && data?.can === true;
}
