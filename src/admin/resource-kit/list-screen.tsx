import { Button } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { ListSkeleton } from '../components/list-skeleton.tsx';
import { PageTabs } from '../components/page-tabs.tsx';
import { Problem } from '../components/problem.tsx';
import { useAllowed } from './allowed.tsx';
import type { Resource } from './define-resource.ts';
import styles from './resource-kit.module.css';
import { ListFilters } from './list-filters.tsx';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useColumns } from './use-columns.ts';
import { useDeletion } from './use-deletion.tsx';
import { useFiltersShown } from './use-filters-shown.ts';
import { useListTable } from './use-list-table.ts';

/** The list of a resource: filters, table, and the drawers of its child routes. */
export function ListScreen({ resource }: { resource: Resource }) {
  const { listHead } = resource;
  const { state, change, table } = useListTable(resource);
  const { tableQuery: query, result } = table;
  const [columns, setColumns] = useColumns(resource);
  const [areFiltersShown, setFiltersShown] = useFiltersShown();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const canDelete = useAllowed(resource, 'delete');
  const remove = useDeletion(resource);
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
          without={listHead?.filters}
          onChange={(filters) => change({ filters, page: 1 })}
          onRepeat={() => void query.refetch()}
        />
      ) : null}
      <section className={styles.panel} aria-label={`${resource.label}列表`}>
        {listHead ? (
          <Suspense fallback={null}>
            <listHead.Content resource={resource} state={state} onChange={change} />
          </Suspense>
        ) : null}
        <ListToolbar
          resource={resource}
          selection={canDelete ? selection : []}
          onDeselect={() => setChosen([])}
          onDelete={(rows) => remove(rows, () => setChosen([]))}
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
        {/* The table is the costliest part of the page: it is drawn once, with its rows. */}
        {query.isPending ? (
          <ListSkeleton />
        ) : (
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
            onDelete={remove}
          />
        )}
      </section>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  );
}
