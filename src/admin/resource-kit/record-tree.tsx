import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { TreeRow } from '../components/tree/tree.ts';
import { TreeTable } from '../components/tree/tree-table.tsx';
import type { TreeColumn } from '../components/tree/tree-table-row.tsx';
import { FieldCell } from '../field-types/field-cell.tsx';
import { fieldTypeOf, textOf } from '../field-types/field-types.ts';
import type { TreeRecord } from '../field-types/tree/tree-query.ts';
import { useAdminSession } from '../session/session.ts';
import { useAllowed, useCloning } from './use-allowed.ts';
import { fieldOf, type ListState, type Resource, type TreeShape } from './define-resource.ts';
import { TREE_COLUMN_PX, TREE_NAME_PX } from './list/fit-columns.ts';
import { NoRecords } from './list/no-records.tsx';
import { treeActions } from './tree-actions.tsx';
import { useDeletion } from './list/use-deletion.tsx';
import { useNavigateWithin } from './use-navigate-within.ts';
import { useReorder } from './list/use-reorder.ts';

interface Props {
  resource: Resource;
  tree: TreeShape;
  columns: readonly string[];
  /** Width in pixels below which the tree scrolls sideways. */
  minWidth: number | undefined;
  /** Actions are below the name. */
  isNarrow: boolean;
  nodes: readonly TreeRecord[];
  idOf: (node: TreeRecord) => number;
  open: ReadonlySet<number>;
  onOpenChange: (open: ReadonlySet<number>) => void;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

/** The records of a tree with their actions. */
export function RecordTree({
  resource,
  tree,
  columns,
  minWidth,
  isNarrow,
  nodes,
  idOf,
  open,
  onOpenChange,
  ...list
}: Props) {
  const canShow = useAllowed(resource, 'show');
  const canCreate = useAllowed(resource, 'create');
  const canEdit = useAllowed(resource, 'edit');
  const canRemove = useAllowed(resource, 'delete');
  const canCopy = useCloning(resource);
  const { goCreateWith, goCopy, goEdit, goDetail } = useNavigateWithin(resource);
  const remove = useDeletion(resource);
  const reorder = useReorder(resource, tree.order);
  const { may } = useAdminSession();
  // The neighbours of a search result are not its neighbours in the tree.
  const canShift = canEdit && Object.keys(list.state.filters).length === 0;

  function addBelow({ id, node }: TreeRow<TreeRecord>) {
    onOpenChange(new Set(open).add(id));
    const sortOrders = node.children.map((child) => Number(child[tree.order]));
    goCreateWith({
      ...tree.child?.(node),
      [tree.parent]: id,
      [tree.order]: Math.max(0, ...sortOrders) + 10,
    });
  }

  function act(name: string, row: TreeRow<TreeRecord>) {
    if (name === 'edit') goEdit(row.id);
    else if (name === 'copy') goCopy(row.id);
    else if (name === 'add') addBelow(row);
    else if (name === 'remove') remove([row.node]);
    else void reorder(row, name === 'up' ? -1 : 1);
  }

  const actions = useMemo(
    () =>
      treeActions({
        canAddBelow: (node) => canCreate && (tree.child ? tree.child(node) !== undefined : true),
        canEdit,
        canCopy,
        canRemove,
        canShift,
        removalVerb: resource.removalVerb,
        links: resource.links.filter(({ permission }) => may(permission)),
      }),
    [resource, tree, canCreate, canEdit, canCopy, canRemove, canShift, may],
  );
  const columnNames = columns.join();
  const shown = useMemo(
    () => columnNames.split(',').map((name) => toColumn(resource, name, canShow, isNarrow)),
    [resource, columnNames, canShow, isNarrow],
  );

  return (
    <TreeTable<TreeRecord>
      label={`${resource.label}树`}
      nodes={nodes}
      idOf={idOf}
      nameOf={(node) => textOf(fieldOf(resource, resource.title), resource.title, node)}
      columns={shown}
      open={open}
      onOpenChange={onOpenChange}
      onEnter={(node) => (canEdit ? goEdit(idOf(node)) : canShow && goDetail(idOf(node)))}
      onShift={canShift ? (row, step) => void reorder(row, step) : undefined}
      actions={actions}
      onAct={act}
      actionsTrack={resource.links.length + (canCopy ? 1 : 0) > 0 ? '290px' : '250px'}
      minWidth={minWidth}
      isNarrow={isNarrow}
      empty={<NoRecords resource={resource} {...list} />}
    />
  );
}

function toColumn(
  resource: Resource,
  name: string,
  canShow: boolean,
  isNarrow: boolean,
): TreeColumn<TreeRecord> {
  const field = fieldOf(resource, name);
  const width = field.width ?? fieldTypeOf(field).width;
  const isTitle = name === resource.title;
  return {
    key: name,
    title: field.label,
    track: isTitle
      ? `minmax(${isNarrow ? 0 : TREE_NAME_PX}px, 2fr)`
      : width === undefined
        ? `minmax(${TREE_COLUMN_PX}px, 1fr)`
        : `${width}px`,
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

/** Enter on the row does the same, so the whole table is one stop of Tab. */
function TitleLink({ resource, node, children }: TitleLinkProps) {
  const { detailAddress } = useNavigateWithin(resource);
  return (
    <Link tabIndex={-1} to={detailAddress(Number(node[resource.id]))}>
      {children}
    </Link>
  );
}
