import { Refine, type ResourceProps, type ParseResponse, type RouterProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import binding from '@refinedev/react-router';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';
import { createAccessControl } from '#providers/session/access-control-provider.ts';
import { authProvider } from '#providers/session/auth-provider.ts';
import { createDataProvider, type ResourceCalls } from '#providers/data-provider.ts';
import { i18nProvider } from '#providers/i18n-provider.ts';
import { choicesResource } from '../field-types/choices.ts';
import type { Field } from '../field-types/field.ts';
import type { Resource } from '../resource-kit/define-resource.ts';
import { pagePermission, type AdminPage } from '../resource-kit/screen.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useNotices } from './notices.ts';

function refineResource(page: AdminPage): ResourceProps {
  const { name, path, label } = page;
  if ('Content' in page) return { name, list: path, meta: { label } };
  return {
    name,
    list: path,
    create: `${path}/create`,
    edit: `${path}/:id/edit`,
    show: `${path}/:id`,
    meta: { label },
  };
}

type Calls = [resource: string, calls: ResourceCalls];

/** The endpoint that lists a field's choices, by the resource name that `useSelect` uses. */
const choiceCalls = (field: Field): Calls[] =>
  'source' in field ? [[choicesResource(field.source), { endpoints: { list: field.source } }]] : [];

/** Converts the declared pages to props of Refine. */
export function refineProps(pages: readonly AdminPage[]) {
  const resources = pages.filter((page): page is Resource => !('Content' in page));
  return {
    resources: pages.map(refineResource),
    dataProvider: createDataProvider(
      new Map([
        ...resources.map(({ name, endpoints, id }): Calls => [name, { endpoints, idField: id }]),
        ...resources.flatMap(({ fields }) => Object.values(fields).flatMap(choiceCalls)),
      ]),
    ),
    accessControlProvider: createAccessControl(
      new Map(
        pages.map((page) => [
          page.name,
          { permission: pagePermission(page), endpoints: 'Content' in page ? undefined : page.endpoints },
        ]),
      ),
    ),
  };
}

interface Props {
  pageProps: ReturnType<typeof refineProps>;
  queryClient: QueryClient;
}

export function RefineFrame({ pageProps, queryClient }: Props) {
  return (
    <Refine
      {...pageProps}
      routerProvider={routerProvider}
      authProvider={authProvider}
      notificationProvider={useNotices()}
      i18nProvider={i18nProvider}
      options={{
        disableTelemetry: true,
        mutationMode: 'pessimistic',
        // Lists store their state in the URL themselves.
        syncWithLocation: false,
        // This option has no effect with a data router; `LeaveGuard` asks instead.
        warnWhenUnsavedChanges: false,
        // `SessionGate` watches the token instead.
        disableRouteChangeHandler: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <ParseUrlOnce>
        <LeaveGuard />
        <Outlet />
      </ParseUrlOnce>
    </Refine>
  );
}

const ParsedUrl = createContext<ParseResponse>({});

/**
 * Parses the URL once for the whole page, because Refine's hooks read it a thousand times for one list. Drops the
 * parameters, because Refine would merge them into `meta` and let a link set anything there.
 */
function ParseUrlOnce({ children }: { children: ReactNode }) {
  const parse = useBindingParse();
  const parsed = useMemo(() => ({ ...parse(), params: {} }), [parse]);
  return <ParsedUrl value={parsed}>{children}</ParsedUrl>;
}

/** Refine's binding for react-router, with one `parse` for the whole page. */
const routerProvider: RouterProvider = {
  ...binding,

  parse: function useParse() {
    const parsed = useContext(ParsedUrl);
    return useCallback(() => parsed, [parsed]);
  },
};

/** Refine's type declares `parse` as optional. */
const useBindingParse = binding.parse ?? missingParse;

function missingParse(): never {
  throw new Error('@refinedev/react-router has no parse');
}
