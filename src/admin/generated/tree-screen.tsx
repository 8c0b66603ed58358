import { useList } from '@refinedev/core';
import { Button, Empty, Skeleton } from 'antd';
import { Suspense, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { branchIds } from '../components/tree.ts';
import { TreeTable, type TreeColumn } from '../components/tree-table.tsx';
import { FieldCell } from '../kinds/field-cell.tsx';
import { kindOf, textOf } from '../kinds/kinds.ts';
import type { TreeRecord } from '../kinds/tree-query.ts';
import { Problem } from '../pages/problem.tsx';
import { useAllowed } from './allowed.tsx';
import { fieldOf, type Resource, type TreeShape } from './define-resource.ts';
import styles from './generated.module.css';
import { ListFilters } from './list-filters.tsx';
import { listQuery } from './list-state.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { treeActions, type TreeHandlers } from './tree-actions.tsx';
import { useColumns } from './use-columns.ts';
import { useDeletion } from './use-deletion.tsx';
import { useFiltersShown } from './use-filters-shown.ts';
import { useListState } from './use-list-state.ts';
import { useNavigateWithin } from './use-navigate-within.ts';
import { useReorder } from './use-reorder.ts';

interface Props {
  resource: Resource;
  tree: TreeShape;
}

/** The records of a resource as the tree that they are, and the drawers of its child routes. */
export function TreeScreen({ resource, tree }: Props) {
  const [state, change] = useListState(resource);
  const [columns, setColumns] = useColumns(resource);
  const [areFiltersShown, setFiltersShown] = useFiltersShown();
  const [opened, setOpened] = useState<ReadonlySet<number>>();
  const allowed = {
    show: useAllowed(resource, 'show'),
    create: useAllowed(resource, 'create'),
    edit: useAllowed(resource, 'edit'),
    remove: useAllowed(resource, 'delete'),
  };
  const { goCreateWith, goEdit, goDetail } = useNavigateWithin(resource);
  const remove = useDeletion(resource);
  const reorder = useReorder(resource, tree.order);
  const { query, result } = useList<TreeRecord>({
    resource: resource.name,
    filters: listQuery(resource, state).filters,
    pagination: { mode: 'client' },
    meta: { endpoints: resource.endpoints, idField: resource.id },
    errorNotification: false,
  });
  const nodes = result.data;
  const idOf = useMemo(() => (node: TreeRecord) => Number(node[resource.id]), [resource]);
  const isFiltered = Object.keys(state.filters).length > 0;
  // What a search found is shown; otherwise the first level is open.
  const open = opened ?? new Set(branchIds(nodes, idOf, isFiltered ? undefined : 1));

  const handlers = useRef<TreeHandlers>(undefined);
  useLayoutEffect(() => {
    handlers.current = {
      addBelow: (row) => {
        setOpened(new Set(open).add(row.id));
        const places = row.node.children.map((child) => Number(child[tree.order]));
        goCreateWith({
          ...tree.child?.(row.node),
          [tree.parent]: row.id,
          [tree.order]: Math.max(0, ...places) + 10,
        });
      },
      edit: (row) => goEdit(row.id),
      remove: (row) => remove([row.node]),
      shift: (row, step) => void reorder(row, step),
    };
  });
  const { create: canCreate, edit: canEdit, remove: canRemove } = allowed;
  const actions = useMemo(
    () =>
      treeActions({
        handlers,
        canAddBelow: (node) => canCreate && (tree.child ? tree.child(node) !== undefined : true),
        canEdit,
        canRemove,
        // Among the results of a search the neighbours are not those of the tree.
        canShift: canEdit && !isFiltered,
        removalVerb: resource.removalVerb,
      }),
    [resource, tree, canCreate, canEdit, canRemove, isFiltered],
  );
  const shown = useMemo(
    () => columns.map((name) => toColumn(resource, name, allowed.show)),
    [resource, columns.join(), allowed.show],
  );

  return (
    <div className={styles.list}>
      <h1>{resource.label}</h1>
      {areFiltersShown && resource.list.filters.length > 0 ? (
        <ListFilters
          key={JSON.stringify(state.filters)}
          resource={resource}
          filters={state.filters}
          onChange={(filters) => {
            setOpened(undefined);
            change({ filters });
          }}
          onRepeat={() => void query.refetch()}
        />
      ) : null}
      <section className={styles.panel} aria-label={`${resource.label}列表`}>
        <ListToolbar
          resource={resource}
          selection={[]}
          onDeselect={() => undefined}
          state={state}
          areFiltersShown={areFiltersShown}
          onToggleFilters={() => setFiltersShown(!areFiltersShown)}
          columns={columns}
          onColumns={setColumns}
          isFetching={query.isFetching}
          onRefresh={() => void query.refetch()}
          extra={
            <>
              <Button onClick={() => setOpened(new Set(branchIds(nodes, idOf)))}>展开全部</Button>
              <Button onClick={() => setOpened(new Set())}>收起全部</Button>
            </>
          }
        />
        {query.isError ? (
          <Problem title="列表没有取到" text={query.error.message}>
            <Button type="primary" onClick={() => void query.refetch()}>
              重试
            </Button>
          </Problem>
        ) : null}
        <TreeTable<TreeRecord>
          label={`${resource.label}树`}
          nodes={nodes}
          idOf={idOf}
          nameOf={(node) => textOf(fieldOf(resource, resource.title), resource.title, node)}
          columns={shown}
          open={open}
          onOpenChange={setOpened}
          onEnter={(node) => (canEdit ? goEdit(idOf(node)) : allowed.show && goDetail(idOf(node)))}
          onShift={canEdit && !isFiltered ? (row, step) => void reorder(row, step) : undefined}
          actions={canCreate || canEdit || canRemove ? actions : undefined}
          actionsTrack="250px"
          minWidth={960}
          empty={
            query.isPending ? (
              <Skeleton active paragraph={{ rows: 8 }} title={false} />
            ) : (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={isFiltered ? '没有符合条件的记录' : `还没有${resource.label}`}
              />
            )
          }
        />
      </section>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  );
}

function toColumn(resource: Resource, name: string, canShow: boolean): TreeColumn<TreeRecord> {
  const field = fieldOf(resource, name);
  const width = field.width ?? kindOf(field).width;
  const isTitle = name === resource.title;
  return {
    key: name,
    title: field.label,
    track: isTitle ? 'minmax(240px, 2fr)' : width === undefined ? 'minmax(140px, 1fr)' : `${width}px`,
    render: (node) => {
      const cell = <FieldCell field={field} name={name} record={node} />;
      return isTitle && canShow ? (
        <TitleLink resource={resource} node={node}>
          {cell}
        </TitleLink>
      ) : (
        cell
      );
    },
  };
}

interface TitleLinkProps {
  resource: Resource;
  node: TreeRecord;
  children: ReactNode;
}

/** Enter does the same on the row, so that a table is one stop of Tab. */
function TitleLink({ resource, node, children }: TitleLinkProps) {
  const { detailAddress } = useNavigateWithin(resource);
  return (
    <Link tabIndex={-1} to={detailAddress(Number(node[resource.id]))}>
      {children}
    </Link>
  );
}
