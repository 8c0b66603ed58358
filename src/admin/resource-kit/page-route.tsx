import { lazy, type ComponentType } from 'react';
import { useParams, type RouteObject } from 'react-router';
import { Forbidden } from '../components/forbidden.tsx';
import { CanAccess } from '@refinedev/core';
import { knownAccess, usePermission } from '../session/use-permission.ts';
import { lazyPage } from '#providers/lazy-page.ts';
import { Allowed } from './allowed.tsx';
import {
  RECORD_ID,
  type Action,
  type RecordPanel,
  type RecordPanelProps,
  type Resource,
} from './define-resource.ts';
import type { Declared, Screen } from './define-screen.ts';
import { useNavigateWithin } from './use-navigate-within.ts';

// The login page must not wait for the screens behind it.
const ListScreen = lazyPage(() => import('./list-screen.tsx').then((m) => m.ListScreen));
const TreeScreen = lazyPage(() => import('./tree-screen.tsx').then((m) => m.TreeScreen));
const DetailDrawer = lazy(() => import('./detail-drawer.tsx').then((m) => ({ default: m.DetailDrawer })));
const CreateDrawer = lazy(() => import('./form-drawers.tsx').then((m) => ({ default: m.CreateDrawer })));
const EditDrawer = lazy(() => import('./form-drawers.tsx').then((m) => ({ default: m.EditDrawer })));
const ForbiddenDrawer = lazy(() =>
  import('./forbidden-drawer.tsx').then((m) => ({ default: m.ForbiddenDrawer })),
);

/** The route of a declared page, behind its permission. */
export function pageRoute(page: Declared): RouteObject {
  return 'Content' in page ? screenRoute(page) : resourceRoute(page);
}

function screenRoute({ name, path, permission, Content }: Screen): RouteObject {
  return {
    path,
    handle: { load: Content.load },
    element: (
      <CanAccess
        key={name}
        resource={name}
        action="list"
        queryOptions={knownAccess(permission)}
        fallback={<Forbidden />}
      >
        <Content />
      </CanAccess>
    ),
  };
}

/** The list, and its drawers as child routes. */
function resourceRoute(resource: Resource): RouteObject {
  const { create, update, one } = resource.endpoints;
  return {
    path: resource.path,
    handle: { load: (resource.tree ? TreeScreen : ListScreen).load },
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
      ...(one ? [drawer(resource, 'show', ':id', detailOf(resource))] : []),
    ],
  };
}

type Drawer = ComponentType<{ resource: Resource }>;

function drawer(resource: Resource, action: Action, path: string, Drawer: Drawer): RouteObject {
  return {
    path,
    element: (
      <Allowed resource={resource} action={action} fallback={<ForbiddenDrawer resource={resource} />}>
        <ByRecord resource={resource} drawer={Drawer} />
      </Allowed>
    ),
  };
}

/** Another record is another screen: nothing of the one before may flash up. */
function ByRecord({ resource, drawer: Drawer }: { resource: Resource; drawer: Drawer }) {
  const { id } = useParams();
  return <Drawer key={id} resource={resource} />;
}

/** The detail drawer, or what the resource shows instead. */
function detailOf({ Show }: Resource): Drawer {
  return Show ? ({ resource }) => <ByNumber resource={resource} content={Show} /> : DetailDrawer;
}

function panelRoute(resource: Resource, { path, permission, load }: RecordPanel): RouteObject {
  const Content = lazyPage(load);
  function Guarded() {
    return usePermission(permission) ? (
      <ByNumber resource={resource} content={Content} />
    ) : (
      <ForbiddenDrawer resource={resource} />
    );
  }
  return { path: `:id/${path}`, element: <Guarded /> };
}

interface ByNumberProps {
  resource: Resource;
  content: ComponentType<RecordPanelProps>;
}

/** A drawer of the record that the address names; 0 when it names none. */
function ByNumber({ resource, content: Content }: ByNumberProps) {
  const { id = '' } = useParams();
  const { goList } = useNavigateWithin(resource);
  return <Content key={id} id={RECORD_ID.test(id) ? Number(id) : 0} onClose={goList} />;
}
