import { Refine, type ResourceProps } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { accessControlProvider } from '#providers/access-control.ts';
import { authProvider } from '#providers/auth-provider.ts';
import { dataProvider } from '#providers/data-provider.ts';
import { i18nProvider } from '#providers/i18n-provider.ts';
import { notificationProvider } from '#providers/notification.ts';
import type { Resource } from '../generated/define-resource.ts';
import { NoticeBridge } from './notice-bridge.tsx';
import { routerProvider } from './router-provider.ts';

const refineResource = (resource: Resource): ResourceProps => ({
  name: resource.name,
  list: resource.path,
  create: `${resource.path}/create`,
  edit: `${resource.path}/:id/edit`,
  show: `${resource.path}/:id`,
  meta: { label: resource.label, endpoints: resource.endpoints, idField: resource.id },
});

interface Props {
  resources: readonly Resource[];
  queryClient: QueryClient;
}

/** Refine around every page, with the product's providers. */
export function RefineFrame({ resources, queryClient }: Props) {
  return (
    <Refine
      resources={resources.map(refineResource)}
      routerProvider={routerProvider}
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      notificationProvider={notificationProvider}
      i18nProvider={i18nProvider}
      options={{
        disableTelemetry: true,
        mutationMode: 'pessimistic',
        syncWithLocation: false,
        // It does nothing with a data router; the drawer form guards itself.
        warnWhenUnsavedChanges: false,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <NoticeBridge />
      <Outlet />
    </Refine>
  );
}
