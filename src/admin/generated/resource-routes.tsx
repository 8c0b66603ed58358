import { lazy } from 'react';
import { useParams, type RouteObject } from 'react-router';
import { Forbidden } from '../pages/forbidden.tsx';
import { hasPermission } from '#domain/permissions.ts';
import { useAdminSession } from '../app/session.ts';
import { Allowed } from './allowed.tsx';
import type { Action, RecordPanel, Resource } from './define-resource.ts';
import { useNavigateWithin } from './use-navigate-within.ts';

// The login page must not wait for the screens behind it.
const ListScreen = lazy(() => import('./list-screen.tsx').then((m) => ({ default: m.ListScreen })));
const TreeScreen = lazy(() => import('./tree-screen.tsx').then((m) => ({ default: m.TreeScreen })));
const DetailDrawer = lazy(() => import('./detail-drawer.tsx').then((m) => ({ default: m.DetailDrawer })));
const CreateDrawer = lazy(() => import('./form-drawers.tsx').then((m) => ({ default: m.CreateDrawer })));
const EditDrawer = lazy(() => import('./form-drawers.tsx').then((m) => ({ default: m.EditDrawer })));
const ForbiddenDrawer = lazy(() =>
  import('./forbidden-drawer.tsx').then((m) => ({ default: m.ForbiddenDrawer })),
);

/** The pages of a declared resource, each behind its permission: the list, and its drawers as child routes. */
export function resourceRoutes(resource: Resource): RouteObject {
  const { create, update, one } = resource.endpoints;
  return {
    path: resource.path,
    element: (
      <Allowed resource={resource} action="list" fallback={<Forbidden />}>
        {resource.tree ? (
          <TreeScreen key={resource.name} resource={resource} tree={resource.tree} />
        ) : (
          <ListScreen key={resource.name} resource={resource} />
        )}
      </Allowed>
    ),
    children: [
      ...(create ? [drawer(resource, 'create', 'create', CreateDrawer)] : []),
      ...(update ? [drawer(resource, 'edit', ':id/edit', EditDrawer)] : []),
      ...resource.panels.map((panel) => panelRoute(resource, panel)),
      ...(one ? [drawer(resource, 'show', ':id', DetailDrawer)] : []),
    ],
  };
}

type Screen = typeof CreateDrawer;

function drawer(resource: Resource, action: Action, path: string, Screen: Screen): RouteObject {
  return {
    path,
    element: (
      <Allowed resource={resource} action={action} fallback={<ForbiddenDrawer resource={resource} />}>
        <ByRecord resource={resource} screen={Screen} />
      </Allowed>
    ),
  };
}

/** Another record is another screen: nothing of the one before may flash up. */
function ByRecord({ resource, screen: Screen }: { resource: Resource; screen: Screen }) {
  const { id } = useParams();
  return <Screen key={id} resource={resource} />;
}

function panelRoute(resource: Resource, { path, permission, load }: RecordPanel): RouteObject {
  const Content = lazy(async () => ({ default: await load() }));
  function Guarded() {
    const id = Number(useParams()['id']);
    const { goList } = useNavigateWithin(resource);
    const isAllowed = hasPermission(useAdminSession().user.buttons, permission);
    return isAllowed ? (
      <Content key={id} id={id} onClose={goList} />
    ) : (
      <ForbiddenDrawer resource={resource} />
    );
  }
  return { path: `:id/${path}`, element: <Guarded /> };
}
