import type { ReactNode } from 'react';
import { hasPermission } from '#domain/permissions.ts';
import { useAdminSession } from '../app/session.ts';
import { permissionOf, type Action, type Resource } from './define-resource.ts';

interface Props {
  resource: Resource;
  action: Action;
  /** Shown instead when the user may not. */
  fallback?: ReactNode;
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

/** Shows its children to whoever holds the permission of the action. */
export function Allowed({ resource, action, fallback, children }: Props) {
  const { buttons } = useAdminSession().user;
  return hasPermission(buttons, permissionOf(resource, action)) ? children : fallback;
}

/** Does the resource have the call of this action, and may the user make it? Known at once: no button comes late. */
export function useAllowed(resource: Resource, action: Action): boolean {
  const { buttons } = useAdminSession().user;
  return (
    resource.endpoints[calls[action]] !== undefined && hasPermission(buttons, permissionOf(resource, action))
  );
}
