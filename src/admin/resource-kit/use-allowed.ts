import { permissionOf } from '#providers/session/access-control.ts';
import { usePermission } from '../session/use-permission.ts';
import type { Action, Resource } from './define-resource.ts';

/** Does the resource have the endpoint of this action, and may the user call it? */
export const useAllowed = ({ endpoints }: Resource, action: Action): boolean =>
  usePermission(permissionOf(endpoints, action));

/** Do the records have copies, and may the user read one and create another? */
export function useCloning(resource: Resource): boolean {
  const canShow = useAllowed(resource, 'show');
  const canCreate = useAllowed(resource, 'create');
  return resource.cloning !== undefined && canShow && canCreate;
}
