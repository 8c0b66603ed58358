import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useAllowed } from './use-allowed.ts';
import type { Resource } from './define-resource.ts';
import { ListFrame } from './list-frame.tsx';
import { ListTable } from './list-table.tsx';
import { useDeletion } from './use-deletion.tsx';
import { useListTable } from './use-list-table.ts';

/** The list of a resource as a table. */
export function ListScreen({ resource }: { resource: Resource }) {
  const { state, change, table } = useListTable(resource);
  const { tableQuery: query, result } = table;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const canDelete = useAllowed(resource, 'delete');
  const remove = useDeletion(resource);
  const rows = result.data;
  const total = result.total ?? 0;
  const selection = rows.filter((row) => chosen.includes(Number(row[resource.id])));

  // After its last rows are deleted, the last page no longer exists.
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize));
  const isBehindEnd = query.isSuccess && !query.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (isBehindEnd) change({ page: lastPage }, { replace: true });
  });

  return (
    <ListFrame
      resource={resource}
      state={state}
      onChange={change}
      query={query}
      tools={
        canDelete && selection.length > 0 ? (
          <>
            <Button danger onClick={() => remove(selection, () => setChosen([]))}>
              {resource.removalVerb} {selection.length} 项
            </Button>
            <Button type="link" onClick={() => setChosen([])}>
              取消选择
            </Button>
          </>
        ) : null
      }
    >
      {(columns) => (
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
    </ListFrame>
  );
}
