import { permissionOf } from '#providers/session/access-control.ts';
import { usePermission } from '../session/use-permission.ts';
import type { Action, Resource } from './define-resource.ts';

/** True if the resource has the endpoint of this action, and the user may call it. */
export const useAllowed = ({ endpoints }: Resource, action: Action): boolean =>
  usePermission(permissionOf(endpoints, action));

/** True if the resource allows copies, and the user may read and create its records. */
export function useCanCopy(resource: Resource): boolean {
  const canShow = useAllowed(resource, 'show');
  const canCreate = useAllowed(resource, 'create');
  return resource.cloning !== undefined && canShow && canCreate;
}
