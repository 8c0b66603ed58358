import { useList } from '@refinedev/core';
import { Button, Empty } from 'antd';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { hasPermission } from '#domain/permissions.ts';
import { useAdminSession } from '../session/session.ts';
import { isPaged } from '#contract/paging.ts';
import { ListSkeleton } from '../components/list-skeleton.tsx';
import { PageTabs } from '../components/page-tabs.tsx';
import { branchIds, type TreeRow } from '../components/tree.ts';
import { TreeTable } from '../components/tree-table.tsx';
import type { TreeColumn } from '../components/tree-table-row.tsx';
import { FieldCell } from '../field-types/field-cell.tsx';
import { fieldTypeOf, textOf } from '../field-types/field-types.ts';
import type { TreeRecord } from '../field-types/tree-query.ts';
import { Problem } from '../components/problem.tsx';
import { useAllowed } from './allowed.tsx';
import { fieldOf, type Resource, type TreeShape } from './define-resource.ts';
import styles from './resource-kit.module.css';
import { ListFilters } from './list-filters.tsx';
import { listQuery } from './list-state.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { treeActions } from './tree-actions.tsx';
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
  const canShow = useAllowed(resource, 'show');
  const canCreate = useAllowed(resource, 'create');
  const canEdit = useAllowed(resource, 'edit');
  const canRemove = useAllowed(resource, 'delete');
  const { goCreateWith, goEdit, goDetail } = useNavigateWithin(resource);
  const remove = useDeletion(resource);
  const reorder = useReorder(resource, tree.order);
  const { query, result } = useList<TreeRecord>({
    resource: resource.name,
    filters: listQuery(resource, state).filters,
    pagination: { mode: isPaged(resource.endpoints.list) ? 'off' : 'client' },
    errorNotification: false,
  });
  const nodes = result.data;
  const idOf = useMemo(() => (node: TreeRecord) => Number(node[resource.id]), [resource]);
  const isFiltered = Object.keys(state.filters).length > 0;
  // What a search found is shown; otherwise the first level is open.
  const open = opened ?? new Set(branchIds(nodes, idOf, isFiltered ? undefined : 1));

  const { permissions } = useAdminSession();
  function addBelow({ id, node }: TreeRow<TreeRecord>) {
    setOpened(new Set(open).add(id));
    const places = node.children.map((child) => Number(child[tree.order]));
    goCreateWith({
      ...tree.child?.(node),
      [tree.parent]: id,
      [tree.order]: Math.max(0, ...places) + 10,
    });
  }

  function act(name: string, row: TreeRow<TreeRecord>) {
    if (name === 'edit') goEdit(row.id);
    else if (name === 'add') addBelow(row);
    else if (name === 'remove') remove([row.node]);
    else void reorder(row, name === 'up' ? -1 : 1);
  }

  const actions = useMemo(
    () =>
      treeActions({
        canAddBelow: (node) => canCreate && (tree.child ? tree.child(node) !== undefined : true),
        canEdit,
        canRemove,
        // Among the results of a search the neighbours are not those of the tree.
        canShift: canEdit && !isFiltered,
        removalVerb: resource.removalVerb,
        links: resource.links.filter(({ permission }) => hasPermission(permissions, permission)),
      }),
    [resource, tree, canCreate, canEdit, canRemove, isFiltered, permissions],
  );
  const columnNames = columns.join();
  const shown = useMemo(
    () => columnNames.split(',').map((name) => toColumn(resource, name, canShow)),
    [resource, columnNames, canShow],
  );

  return (
    <div className={styles.list}>
      <h1>{resource.label}</h1>
      {resource.tabs ? <PageTabs tabs={resource.tabs} /> : null}
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
          onDelete={remove}
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
          onEnter={(node) => (canEdit ? goEdit(idOf(node)) : canShow && goDetail(idOf(node)))}
          onShift={canEdit && !isFiltered ? (row, step) => void reorder(row, step) : undefined}
          actions={actions}
          onAct={act}
          actionsTrack={resource.links.length > 0 ? '290px' : '250px'}
          minWidth={960}
          empty={
            query.isPending ? (
              <ListSkeleton />
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
  const width = field.width ?? fieldTypeOf(field).width;
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
