import { useList } from '@refinedev/core';
import { Button } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { usePermission } from '../session/use-permission.ts';
import { useAllowed } from './use-allowed.ts';
import type { Resource } from './define-resource.ts';
import type { Row } from '../field-types/field.ts';
import { ListFrame } from './list/list-frame.tsx';
import { listQuery } from './list/list-state.ts';
import { InitialView } from './list/initial-view.tsx';
import { ListTable } from './list/list-table.tsx';
import { RecordCards } from './list/record-cards.tsx';
import { useRowActions } from './list/row-actions.tsx';
import { useDeletion } from './list/use-deletion.tsx';
import { useListState } from './list/use-list-state.ts';

/** The width of the checkbox column and the border of the table. */
const SELECTION_PX = 50;

export function ListScreen({ resource }: { resource: Resource }) {
  return (
    <InitialView resource={resource}>
      <List resource={resource} />
    </InitialView>
  );
}

function List({ resource }: { resource: Resource }) {
  const [state, change] = useListState(resource);
  const { query, result } = useList<Row>({ resource: resource.name, ...listQuery(resource, state) });
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const canDelete = useAllowed(resource, 'delete');
  const { bulk } = resource;
  const canUseBulkActions = usePermission(bulk?.permission);
  const canChoose = canDelete || canUseBulkActions;
  const remove = useDeletion(resource);
  const rows = result.data;
  const total = result.total ?? 0;
  const actions = useRowActions(resource, rows, canDelete ? remove : undefined);
  const selection = rows.filter((row) => chosen.includes(Number(row[resource.id])));

  // The last page no longer exists after its rows have been deleted.
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize));
  const isPastEnd = query.isSuccess && !query.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (isPastEnd) change({ page: lastPage }, { replace: true });
  });

  return (
    <ListFrame
      resource={resource}
      state={state}
      onChange={change}
      query={query}
      ids={rows.map((row) => Number(row[resource.id]))}
      extraWidth={actions.width + (canChoose ? SELECTION_PX : 0)}
      tools={
        canChoose && selection.length > 0 ? (
          <>
            {bulk && canUseBulkActions ? (
              <Suspense fallback={null}>
                <bulk.Content rows={selection} onChoose={setChosen} />
              </Suspense>
            ) : null}
            {canDelete ? (
              <Button danger onClick={() => remove(selection, () => setChosen([]))}>
                {resource.removalVerb} {selection.length} 项
              </Button>
            ) : null}
            <Button type="link" onClick={() => setChosen([])}>
              取消选择
            </Button>
          </>
        ) : null
      }
    >
      {({ columns, isNarrow, density }) => {
        const records = {
          resource,
          columns,
          rows,
          total,
          state,
          onChange: change,
          isLoading: query.isFetching,
          actions,
          chosen,
          onChoose: canChoose ? setChosen : undefined,
        };
        return isNarrow ? <RecordCards {...records} /> : <ListTable {...records} density={density} />;
      }}
    </ListFrame>
  );
}
