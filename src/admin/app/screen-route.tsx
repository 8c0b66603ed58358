import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { hasPermission } from '#domain/permissions.ts';
import { Forbidden } from '../pages/forbidden.tsx';
import type { Screen } from './screens.ts';
import { useAdminSession } from './session.ts';

/** May the signed-in user do what this code guards? */
export function usePermission(code: Screen['permission']): boolean {
  return hasPermission(useAdminSession().user.buttons, code);
}

/** The route of a screen, behind its permission. */
export function screenRoute({ path, permission, takesId, load }: Screen): RouteObject {
  const Content = lazy(async () => ({ default: await load() }));
  function Guarded() {
    return usePermission(permission) ? <Content /> : <Forbidden />;
  }
  return { path: takesId ? `${path}/:id?` : path, element: <Guarded /> };
}
