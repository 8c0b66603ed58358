import { useList } from '@refinedev/core';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { isPaged } from '#contract/kernel/paging.ts';
import { branchIds } from '../components/tree/tree.ts';
import type { TreeRecord } from '../field-types/tree/tree-query.ts';
import type { Resource } from './define-resource.ts';
import type { ListState, TreeShape } from './resource-parts.ts';
import { ListFrame } from './list/list-frame.tsx';
import { InitialView } from './list/initial-view.tsx';
import { listQuery } from './list/list-state.ts';
import { RecordTree } from './record-tree.tsx';
import { useListState } from './list/use-list-state.ts';

interface Props {
  resource: Resource;
  tree: TreeShape;
}

const ACTIONS_PX = 290;

export function TreeScreen(props: Props) {
  return (
    <InitialView resource={props.resource}>
      <Tree {...props} />
    </InitialView>
  );
}

function Tree({ resource, tree }: Props) {
  const [state, change] = useListState(resource);
  const [expanded, setExpanded] = useState<ReadonlySet<number>>();
  const { query, result } = useList<TreeRecord>({
    resource: resource.name,
    filters: listQuery(resource, state).filters,
    pagination: { mode: isPaged(resource.endpoints.list) ? 'off' : 'client' },
  });
  const nodes = result.data;
  const idOf = useMemo(() => (node: TreeRecord) => Number(node[resource.id]), [resource]);
  const isFiltered = Object.keys(state.filters).length > 0;
  // A search expands all levels; otherwise the first level is expanded.
  const expandedIds = expanded ?? new Set(branchIds(nodes, idOf, isFiltered ? undefined : 1));

  function filter(part: Partial<ListState>) {
    setExpanded(undefined);
    change(part);
  }

  return (
    <ListFrame
      resource={resource}
      state={state}
      onChange={filter}
      query={query}
      extraWidth={ACTIONS_PX}
      tools={
        <>
          <Button onClick={() => setExpanded(new Set(branchIds(nodes, idOf)))}>展开全部</Button>
          <Button onClick={() => setExpanded(new Set())}>收起全部</Button>
        </>
      }
    >
      {({ columns, isCustomized, isNarrow }) => (
        <RecordTree
          resource={resource}
          tree={tree}
          columns={columns}
          isCustomized={isCustomized}
          isNarrow={isNarrow}
          nodes={nodes}
          idOf={idOf}
          expandedIds={expandedIds}
          onExpandedChange={setExpanded}
          state={state}
          onChange={filter}
        />
      )}
    </ListFrame>
  );
}
