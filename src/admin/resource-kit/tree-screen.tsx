import { useList } from '@refinedev/core';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { isPaged } from '#contract/kernel/paging.ts';
import { branchIds } from '../components/tree/tree.ts';
import type { TreeRecord } from '../field-types/tree/tree-query.ts';
import type { Resource } from './define-resource.ts';
import type { ListState, TreeShape } from './resource-parts.ts';
import { ListFrame } from './list/list-frame.tsx';
import { OpenedView } from './list/opened-view.tsx';
import { listQuery } from './list/list-state.ts';
import { RecordTree } from './record-tree.tsx';
import { useListState } from './list/use-list-state.ts';

interface Props {
  resource: Resource;
  tree: TreeShape;
}

/** The width of the column of actions. */
const ACTIONS_PX = 290;

/** The list of a resource whose records form a tree. */
export function TreeScreen(props: Props) {
  return (
    <OpenedView resource={props.resource}>
      <Tree {...props} />
    </OpenedView>
  );
}

function Tree({ resource, tree }: Props) {
  const [state, change] = useListState(resource);
  const [opened, setOpened] = useState<ReadonlySet<number>>();
  const { query, result } = useList<TreeRecord>({
    resource: resource.name,
    filters: listQuery(resource, state).filters,
    pagination: { mode: isPaged(resource.endpoints.list) ? 'off' : 'client' },
  });
  const nodes = result.data;
  const idOf = useMemo(() => (node: TreeRecord) => Number(node[resource.id]), [resource]);
  const isFiltered = Object.keys(state.filters).length > 0;
  // Search results are shown at every level; otherwise the first level is open.
  const open = opened ?? new Set(branchIds(nodes, idOf, isFiltered ? undefined : 1));

  function filter(part: Partial<ListState>) {
    setOpened(undefined);
    change(part);
  }

  return (
    <ListFrame
      resource={resource}
      state={state}
      onChange={filter}
      query={query}
      besides={ACTIONS_PX}
      tools={
        <>
          <Button onClick={() => setOpened(new Set(branchIds(nodes, idOf)))}>展开全部</Button>
          <Button onClick={() => setOpened(new Set())}>收起全部</Button>
        </>
      }
    >
      {({ columns, isChosen, isNarrow }) => (
        <RecordTree
          resource={resource}
          tree={tree}
          columns={columns}
          isChosen={isChosen}
          isNarrow={isNarrow}
          nodes={nodes}
          idOf={idOf}
          open={open}
          onOpenChange={setOpened}
          state={state}
          onChange={filter}
        />
      )}
    </ListFrame>
  );
}
