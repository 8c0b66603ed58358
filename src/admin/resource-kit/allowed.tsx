import { CanAccess, useCan } from '@refinedev/core';
import type { ReactNode } from 'react';
import { knownAccess } from '../session/use-permission.ts';
import { permissionOf, type Action, type Resource } from './define-resource.ts';

interface Props {
  resource: Resource;
  action: Action;
  /** Shown instead when the user may not. */
  fallback: ReactNode;
  children: ReactNode;
}

const calls = {
  list: 'list',
  show: 'one',
  create: 'create',
  edit: 'update',
  delete: 'remove',
  export: 'export',
} as const satisfies Record<Action, string>;

/** Shows its children to users who hold the permission of the action. */
export function Allowed({ resource, action, ...rest }: Props) {
  const queryOptions = knownAccess(permissionOf(resource, action));
  return <CanAccess resource={resource.name} action={action} queryOptions={queryOptions} {...rest} />;
}

/** Does the resource have the call of this action, and may the user make it? */
export function useAllowed(resource: Resource, action: Action): boolean {
  const permission = resource.endpoints[calls[action]]?.permission;
  const { data } = useCan({ resource: resource.name, action, queryOptions: knownAccess(permission) });
  return data?.can === true;
}
