import { Button } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import page from '../components/page.module.css';
import { ListSkeleton } from '../components/list-skeleton.tsx';
import { PageTabs } from '../components/page-tabs.tsx';
import { Problem } from '../components/problem.tsx';
import type { ListState, Resource } from './define-resource.ts';
import { ListFilters } from './list-filters.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useColumns } from './use-columns.ts';
import { useFiltersShown } from './use-filters-shown.ts';

interface Props {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  query: {
    data: unknown;
    error: { message: string } | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Further buttons of the toolbar. */
  tools?: ReactNode;
  /** Renders the records with the chosen columns. */
  children: (columns: readonly string[]) => ReactNode;
}

/** The frame of all lists and trees: heading, tabs, filters, toolbar, failure, and the drawers of the child routes. */
export function ListFrame({ resource, state, onChange, query, tools, children }: Props) {
  const { listHead } = resource;
  const [columns, setColumns] = useColumns(resource);
  const [areFiltersShown, setFiltersShown] = useFiltersShown();
  const refetch = () => void query.refetch();

  return (
    <div className={page.page}>
      <h1>{resource.label}</h1>
      {resource.tabs ? <PageTabs tabs={resource.tabs} /> : null}
      {areFiltersShown && resource.list.filters.length > 0 ? (
        <ListFilters
          key={JSON.stringify(state.filters)}
          resource={resource}
          filters={state.filters}
          without={listHead?.filters}
          onChange={(filters) => onChange({ filters, page: 1 })}
          onRepeat={refetch}
        />
      ) : null}
      <section className={page.card} aria-label={`${resource.label}列表`}>
        {listHead ? (
          <Suspense fallback={null}>
            <listHead.Content resource={resource} state={state} onChange={onChange} />
          </Suspense>
        ) : null}
        <ListToolbar
          resource={resource}
          state={state}
          areFiltersShown={areFiltersShown}
          onToggleFilters={() => setFiltersShown(!areFiltersShown)}
          columns={columns}
          onColumns={setColumns}
          isFetching={query.isFetching}
          onRefresh={refetch}
          tools={tools}
        />
        {query.error ? (
          <Problem title="列表没有取到" text={query.error.message}>
            <Button type="primary" onClick={refetch}>
              重试
            </Button>
          </Problem>
        ) : null}
        {/*
         * The table is the costliest part of the page, so it renders once, with its rows. After a failure only earlier
         * rows are shown.
         */}
        {query.data ? children(columns) : query.error ? null : <ListSkeleton />}
      </section>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  );
}
