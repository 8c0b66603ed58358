import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TreeRow } from '../components/tree/tree.ts';
import { TreeTable, type TreeColumn } from '../components/tree/tree-table.tsx';
import { FieldCell } from '../field-types/field-cell.tsx';
import { fieldTypeOf, textOf } from '../field-types/field-types.ts';
import type { TreeRecord } from '../field-types/tree/tree-query.ts';
import { useAdminSession } from '../session/session.ts';
import { useAllowed, useCanCopy } from './use-allowed.ts';
import { fieldOf, type Resource } from './define-resource.ts';
import type { ListState, TreeShape, RowLink } from './resource-parts.ts';
import { TREE_COLUMN_PX } from './list/fit-columns.ts';
import { NoRecords } from './list/no-records.tsx';
import { useDeletion } from './list/use-deletion.tsx';
import { useResourceNavigation } from './use-resource-navigation.ts';
import { useReorder } from './list/use-reorder.ts';
import { TreeAction } from '../components/tree/tree-action.tsx';
import { useRowTabIndex } from '../components/tree/tree-grid.tsx';

interface Props {
  resource: Resource;
  tree: TreeShape;
  columns: readonly string[];
  /** The user has chosen the columns, so the tree scrolls sideways in a small window. */
  isCustomized: boolean;
  isNarrow: boolean;
  nodes: readonly TreeRecord[];
  idOf: (node: TreeRecord) => number;
  expandedIds: ReadonlySet<number>;
  onExpandedChange: (expandedIds: ReadonlySet<number>) => void;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

export function RecordTree({
  resource,
  tree,
  columns,
  isCustomized,
  isNarrow,
  nodes,
  idOf,
  expandedIds,
  onExpandedChange,
  ...list
}: Props) {
  const canShow = useAllowed(resource, 'show');
  const canCreate = useAllowed(resource, 'create');
  const canEdit = useAllowed(resource, 'edit');
  const canRemove = useAllowed(resource, 'delete');
  const canCopy = useCanCopy(resource);
  const { goCreateWith, goCopy, goEdit, goDetail } = useResourceNavigation(resource);
  const remove = useDeletion(resource);
  const reorder = useReorder(resource, tree.order);
  const { may } = useAdminSession();
  // Search results that are adjacent need not be adjacent in the tree.
  const canShift = canEdit && Object.keys(list.state.filters).length === 0;

  function addBelow({ id, node }: TreeRow<TreeRecord>) {
    onExpandedChange(new Set(expandedIds).add(id));
    const sortOrders = node.children.map((child) => Number(child[tree.order]));
    goCreateWith({
      ...tree.child?.(node),
      [tree.parent]: id,
      [tree.order]: Math.max(0, ...sortOrders) + 10,
    });
  }

  const links = resource.links.filter(({ permission }) => may(permission));
  const canAddBelow = (node: TreeRecord) => canCreate && (!tree.child || tree.child(node) !== undefined);
  const ifAllowed = <F,>(isAllowed: boolean, act: F) => (isAllowed ? act : undefined);

  return (
    <TreeTable<TreeRecord>
      label={`${resource.label}树`}
      nodes={nodes}
      idOf={idOf}
      nameOf={(node) => textOf(fieldOf(resource, resource.title), resource.title, node)}
      columns={columns.map((name) => toColumn(resource, name, canShow))}
      expandedIds={expandedIds}
      onExpandedChange={onExpandedChange}
      onEnter={(node) => (canEdit ? goEdit(idOf(node)) : canShow && goDetail(idOf(node)))}
      onMove={canShift ? (row, step) => void reorder(row, step) : undefined}
      actions={{
        width: links.length + (canCopy ? 1 : 0) > 0 ? 290 : 250,
        // On a phone, actions in a fixed column would cover the names.
        position: isNarrow ? (isCustomized ? 'end' : 'below') : 'fixed',
        render: (row) => (
          <TreeActions
            row={row}
            links={links}
            onEdit={ifAllowed(canEdit, () => goEdit(row.id))}
            onCopy={ifAllowed(canCopy, () => goCopy(row.id))}
            onAddBelow={ifAllowed(canAddBelow(row.node), () => addBelow(row))}
            onMove={ifAllowed(canShift, (step: -1 | 1) => void reorder(row, step))}
            onRemove={ifAllowed(canRemove, () => remove([row.node]))}
            removalVerb={resource.removalVerb}
          />
        ),
      }}
      empty={<NoRecords resource={resource} {...list} />}
    />
  );
}

function toColumn(resource: Resource, name: string, canShow: boolean): TreeColumn<TreeRecord> {
  const field = fieldOf(resource, name);
  const isTitle = name === resource.title;
  return {
    key: name,
    title: field.label,
    width: isTitle ? undefined : (field.width ?? fieldTypeOf(field).width ?? TREE_COLUMN_PX),
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

/** Not a tab stop: Enter on the row does the same, so that the table is a single tab stop. */
function TitleLink({ resource, node, children }: TitleLinkProps) {
  const { detailPath } = useResourceNavigation(resource);
  return (
    <Link tabIndex={-1} to={detailPath(Number(node[resource.id]))}>
      {children}
    </Link>
  );
}

interface TreeActionsProps {
  row: TreeRow<TreeRecord>;
  links: readonly RowLink[];
  onEdit?: () => void;
  onCopy?: () => void;
  onAddBelow?: () => void;
  onMove?: (step: -1 | 1) => void;
  onRemove?: () => void;
  removalVerb: string;
}

/** Renders the actions that have a callback. */
function TreeActions({
  row,
  links,
  onEdit,
  onCopy,
  onAddBelow,
  onMove,
  onRemove,
  ...props
}: TreeActionsProps) {
  const { node, position, siblings } = row;
  const tabIndex = useRowTabIndex();
  const action = (label: string, onClick: (() => void) | undefined): ReactNode =>
    onClick ? <TreeAction onClick={onClick}>{label}</TreeAction> : null;
  return (
    <>
      {links.map(({ label, to }) => (
        <Link key={label} to={to(node)} tabIndex={tabIndex}>
          {label}
        </Link>
      ))}
      {action('修改', onEdit)}
      {action('复制', onCopy)}
      {action('新增下级', onAddBelow)}
      {onMove ? (
        <>
          <TreeAction label="上移（Alt ↑）" isDisabled={position === 0} onClick={() => onMove(-1)}>
            ↑
          </TreeAction>
          <TreeAction
            label="下移（Alt ↓）"
            isDisabled={position === siblings.length - 1}
            onClick={() => onMove(1)}
          >
            ↓
          </TreeAction>
        </>
      ) : null}
      {onRemove && node.children.length === 0 ? (
        <TreeAction isDanger onClick={onRemove}>
          {props.removalVerb}
        </TreeAction>
      ) : null}
    </>
  );
}
