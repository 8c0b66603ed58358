import { useList } from '@refinedev/core';
import { Button } from 'antd';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { PageTabs } from '../components/page-tabs.tsx';
import type { Row } from '../kinds/field.ts';
import { Problem } from '../pages/problem.tsx';
import { useAllowed } from './allowed.tsx';
import type { Resource } from './define-resource.ts';
import styles from './generated.module.css';
import { listQuery, type ListState } from './list-state.ts';
import { ListFilters } from './list-filters.tsx';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useColumns } from './use-columns.ts';
import { useFiltersShown } from './use-filters-shown.ts';
import { useListState, type ChangeList } from './use-list-state.ts';

interface Props {
  resource: Resource;
  /** Filters by itself, above the table; the bar then doesn't show those fields. */
  tabs?: { filters: readonly string[]; render: (state: ListState, change: ChangeList) => ReactNode };
}

/** The list of a resource: filters, table, and the drawers of its child routes. */
export function ListScreen({ resource, tabs }: Props) {
  const [state, change] = useListState(resource);
  const [columns, setColumns] = useColumns(resource);
  const [areFiltersShown, setFiltersShown] = useFiltersShown();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const canDelete = useAllowed(resource, 'delete');
  const { query, result } = useList<Row>({
    resource: resource.name,
    ...listQuery(resource, state),
    meta: { endpoints: resource.endpoints, idField: resource.id },
    errorNotification: false,
  });
  const rows = result.data;
  const total = result.total ?? 0;
  const selection = rows.filter((row) => chosen.includes(Number(row[resource.id])));

  // Deleting the last rows of the last page leaves it behind the end.
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize));
  const isBehindEnd = query.isSuccess && !query.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (isBehindEnd) change({ page: lastPage }, { replace: true });
  });

  return (
    <div className={styles.list}>
      <h1>{resource.label}</h1>
      {resource.tabs ? <PageTabs tabs={resource.tabs} /> : null}
      {areFiltersShown && resource.list.filters.length > 0 ? (
        <ListFilters
          key={JSON.stringify(state.filters)}
          resource={resource}
          filters={state.filters}
          without={tabs?.filters}
          onChange={(filters) => change({ filters, page: 1 })}
          onRepeat={() => void query.refetch()}
        />
      ) : null}
      <section className={styles.panel} aria-label={`${resource.label}列表`}>
        {tabs?.render(state, change)}
        <ListToolbar
          resource={resource}
          selection={canDelete ? selection : []}
          onDeselect={() => setChosen([])}
          state={state}
          areFiltersShown={areFiltersShown}
          onToggleFilters={() => setFiltersShown(!areFiltersShown)}
          columns={columns}
          onColumns={setColumns}
          isFetching={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
        {query.isError ? (
          <Problem title="列表没有取到" text={query.error.message}>
            <Button type="primary" onClick={() => void query.refetch()}>
              重试
            </Button>
          </Problem>
        ) : null}
        <ListTable
          resource={resource}
          columns={columns}
          rows={rows}
          total={total}
          state={state}
          onChange={change}
          isLoading={query.isFetching}
          chosen={chosen}
          onChoose={canDelete ? setChosen : undefined}
        />
      </section>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  );
}
