import { CanAccess } from '@refinedev/core';
import type { FunctionComponent } from 'react';
import { useParams, type RouteObject } from 'react-router';
import { lazyView } from '#providers/lazy-view.ts';
import { Forbidden } from '../components/page/forbidden.tsx';
import { accessParams } from '../session/use-permission.ts';
import { RECORD_ID, type DrawerProps, type Resource } from './define-resource.ts';
import type { AdminPage, Screen } from './screen.ts';
import { useResourceNavigation } from './use-resource-navigation.ts';

// Lazy, so that the login page does not load the screens.
const ListScreen = lazyView(() => import('./list-screen.tsx').then((m) => m.ListScreen));
const TreeScreen = lazyView(() => import('./tree-screen.tsx').then((m) => m.TreeScreen));
const DetailDrawer = lazyView(() => import('./detail-drawer.tsx').then((m) => m.DetailDrawer));
const CreateDrawer = lazyView(() => import('./form-drawers.tsx').then((m) => m.CreateDrawer));
const CopyDrawer = lazyView(() => import('./form-drawers.tsx').then((m) => m.CopyDrawer));
const EditDrawer = lazyView(() => import('./form-drawers.tsx').then((m) => m.EditDrawer));
const ForbiddenDrawer = lazyView(() => import('./forbidden-drawer.tsx').then((m) => m.ForbiddenDrawer));

export function pageRoute(page: AdminPage): RouteObject {
  return 'Content' in page ? screenRoute(page) : resourceRoute(page);
}

function screenRoute({ name, path, permission, Content }: Screen): RouteObject {
  return {
    path,
    handle: { load: Content.load },
    element: (
      <CanAccess key={name} {...accessParams(permission)} fallback={<Forbidden />}>
        <Content />
      </CanAccess>
    ),
  };
}

/** The drawers are child routes of the list. */
function resourceRoute(resource: Resource): RouteObject {
  const { name, path, tree, show, panels, cloning } = resource;
  const { list, create, update, one } = resource.endpoints;
  const drawerRoute = (
    childPath: string,
    permission: string,
    Content: FunctionComponent<DrawerProps>,
    staysMounted = false,
  ): RouteObject => ({
    path: childPath,
    element: (
      <CanAccess {...accessParams(permission)} fallback={<ForbiddenDrawer resource={resource} />}>
        <RecordContent resource={resource} content={Content} staysMounted={staysMounted} />
      </CanAccess>
    ),
  });
  return {
    path,
    handle: { load: (tree ? TreeScreen : ListScreen).load },
    element: (
      <CanAccess key={name} {...accessParams(list.permission)} fallback={<Forbidden />}>
        {tree ? <TreeScreen resource={resource} tree={tree} /> : <ListScreen resource={resource} />}
      </CanAccess>
    ),
    children: [
      ...(create ? [drawerRoute('create', create.permission, CreateDrawer)] : []),
      ...(create && cloning ? [drawerRoute(':id/copy', create.permission, CopyDrawer)] : []),
      ...(update ? [drawerRoute(':id/edit', update.permission, EditDrawer)] : []),
      ...panels.map(({ path: panelPath, permission, Content }) =>
        drawerRoute(`:id/${panelPath}`, permission, Content),
      ),
      ...(one ? [drawerRoute(':id', one.permission, show ?? DetailDrawer, show !== undefined)] : []),
    ],
  };
}

/** Renders the drawer of the record in the URL; id 0 if the URL contains no valid id. */
function RecordContent({
  resource,
  content: Content,
  staysMounted,
}: {
  resource: Resource;
  content: FunctionComponent<DrawerProps>;
  staysMounted: boolean;
}) {
  const { id = '' } = useParams();
  const { goList } = useResourceNavigation(resource);
  // The key remounts the drawer for another record, so that no state of the previous record remains.
  return (
    <Content
      key={staysMounted ? 'drawer' : id}
      resource={resource}
      id={RECORD_ID.test(id) ? Number(id) : 0}
      onClose={goList}
    />
  );
}
