import { RightOutlined } from '@ant-design/icons';
import { Checkbox, Table, type TableColumnType, type TableProps, type TableRef } from 'antd';
import {
  useMemo,
  useRef,
  useSyncExternalStore,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { headerCellProps, headerRowProps, PlainTable, noSpinner } from './table-roles.tsx';
import { visibleRows, type Branch, type TreeRow } from './tree.ts';
import type { CheckState } from './tree-checks.ts';
import { TreeGrid, TreeGridRow, type TreeKeyHandlers } from './tree-grid.tsx';
import styles from './tree-table.module.css';

export interface TreeColumn<N> {
  key: string;
  title: string;
  /** In pixels; default: a share of the remaining width. */
  width?: number;
  render: (node: N) => ReactNode;
}

/** Checkboxes before the names; Space toggles them. */
export interface TreeChecks<N> {
  stateOf: (node: N) => CheckState;
  isLocked: (node: N) => boolean;
  onToggle: (node: N) => void;
}

export interface TreeActions<N> {
  /** In pixels. */
  width: number;
  /**
   * `fixed` (default): at the end of the row, fixed while the table scrolls sideways; `end`: at the end of the row,
   * scrolling with it; `below`: below the name.
   */
  position?: 'fixed' | 'end' | 'below';
  render: (row: TreeRow<N>) => ReactNode;
}

interface Props<N> extends Pick<TreeKeyHandlers<N>, 'onEnter' | 'onMove'> {
  label: string;
  nodes: readonly N[];
  idOf: (node: N) => number;
  nameOf: (node: N) => string;
  /** The first column shows the tree. */
  columns: readonly TreeColumn<N>[];
  expandedIds: ReadonlySet<number>;
  onExpandedChange: (expandedIds: ReadonlySet<number>) => void;
  checks?: TreeChecks<N>;
  actions?: TreeActions<N>;
  empty?: ReactNode;
}

/** Up to this number, all rows are rendered and scroll with the page. */
const MAX_STATIC_ROWS = 100;
/** The minimum width of a column without a fixed width. */
const MIN_COLUMN_PX = 200;
/** The height of everything except the rows of a virtual table. */
const OTHER_HEIGHT_PX = 240;
const MIN_ROWS_HEIGHT_PX = 320;
const TOGGLE_PX = 36;

/** A tree as a table. A long table renders only the visible rows. */
export function TreeTable<N extends Branch<N>>(props: Props<N>) {
  const { nodes, idOf, expandedIds, onExpandedChange, columns, checks, actions } = props;
  const table = useRef<TableRef>(null);
  const height = useWindowHeight();
  const rows = useMemo(() => visibleRows(nodes, idOf, expandedIds), [nodes, idOf, expandedIds]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isVirtual = rows.length > MAX_STATIC_ROWS;
  const actionsAreBelow = actions?.position === 'below';

  function setIsExpanded(id: number, isExpanded: boolean) {
    const next = new Set(expandedIds);
    if (isExpanded) next.add(id);
    else next.delete(id);
    onExpandedChange(next);
  }

  const nameCell = (node: N) => {
    const level = byId.get(idOf(node))?.level ?? 1;
    return {
      role: 'rowheader',
      style: { paddingInlineStart: TOGGLE_PX + (level - 1) * (actionsAreBelow ? 16 : 20) },
    };
  };
  const dataColumns = columns.map(({ key, title, width, render }, index): TableColumnType<N> => ({
    key,
    title,
    width,
    onHeaderCell: headerCellProps,
    onCell: index === 0 ? nameCell : undefined,
    render: (_value, node) =>
      index === 0 ? (
        <span className={styles.name}>
          {checks ? <Check checks={checks} node={node} name={props.nameOf(node)} /> : null}
          {render(node)}
        </span>
      ) : (
        render(node)
      ),
  }));
  const actionColumns: TableColumnType<N>[] = actions
    ? [
        {
          key: 'actions',
          title: '操作',
          width: actionsAreBelow ? 1 : actions.width,
          fixed: (actions.position ?? 'fixed') === 'fixed' ? 'end' : undefined,
          className: styles.actions,
          onHeaderCell: headerCellProps,
          render: (_value, node) => {
            const row = byId.get(idOf(node));
            return row ? <span className={styles.buttons}>{actions.render(row)}</span> : null;
          },
        },
      ]
    : [];
  const minWidth = [...dataColumns, ...actionColumns].reduce(
    (sum, { width }) => sum + Number(width ?? MIN_COLUMN_PX),
    0,
  );
  // With the actions below, CSS lays out each row as a grid and overrides antd's widths.
  const x = actionsAreBelow ? 1 : minWidth;

  return (
    <TreeGrid<N>
      label={props.label}
      rows={rows}
      expandedIds={expandedIds}
      onExpand={setIsExpanded}
      onEnter={props.onEnter}
      onMove={props.onMove}
      onSpace={checks && ((node) => !checks.isLocked(node) && checks.onToggle(node))}
      scrollTo={isVirtual ? (key) => table.current?.scrollTo({ key }) : undefined}
      className={actionsAreBelow ? `${styles.grid} ${styles.below}` : styles.grid}
      style={{ '--tracks': columns.map(trackOf).join(' ') } as CSSProperties}
    >
      <Table<N>
        ref={table}
        size="small"
        rowKey={idOf}
        tableLayout="fixed"
        virtual={isVirtual}
        loading={noSpinner}
        pagination={false}
        components={isVirtual ? virtualComponents : components}
        columns={[...dataColumns, ...actionColumns]}
        dataSource={nodes}
        scroll={
          isVirtual
            ? { x, y: Math.max(MIN_ROWS_HEIGHT_PX, height - OTHER_HEIGHT_PX) }
            : actionsAreBelow
              ? undefined
              : { x }
        }
        expandable={{
          expandedRowKeys: [...expandedIds],
          indentSize: 0,
          expandIcon: Toggle,
          onExpand: (isExpanded, node) => setIsExpanded(idOf(node), isExpanded),
        }}
        onHeaderRow={headerRowProps}
        onRow={(node, index = 0) => {
          const row = byId.get(idOf(node));
          return {
            'aria-level': row?.level,
            'aria-posinset': row && row.position + 1,
            'aria-setsize': row?.siblings.length,
            'aria-rowindex': index + 2,
            'aria-expanded': node.children.length > 0 ? expandedIds.has(idOf(node)) : undefined,
          };
        }}
        locale={{ emptyText: props.empty }}
      />
    </TreeGrid>
  );
}

const componentsOf = (Row: 'tr' | 'div', Cell: 'td' | 'div'): TableProps['components'] => ({
  table: PlainTable,
  header: { table: PlainTable },
  body: {
    row: (props) => <TreeGridRow as={Row} {...props} />,
    cell: (props) => <Cell role="gridcell" {...props} />,
  },
});
const components = componentsOf('tr', 'td');
const virtualComponents = componentsOf('div', 'div');

const trackOf = ({ width }: { width?: number }) => (width === undefined ? 'minmax(0, 1fr)' : `${width}px`);

interface ToggleProps<N> {
  record: N;
  expanded: boolean;
  onExpand: (record: N, event: MouseEvent<HTMLElement>) => void;
}

/** Only for the mouse: the row has `aria-expanded` and handles the arrow keys. */
const Toggle = <N extends Branch<N>>({ record, expanded, onExpand }: ToggleProps<N>) =>
  record.children.length > 0 ? (
    <span
      aria-hidden
      className={styles.toggle}
      data-open={expanded}
      onClick={(event) => onExpand(record, event)}
    >
      <RightOutlined />
    </span>
  ) : null;

interface CheckProps<N> {
  checks: TreeChecks<N>;
  node: N;
  name: string;
}

function Check<N>({ checks, node, name }: CheckProps<N>) {
  const state = checks.stateOf(node);
  return (
    <Checkbox
      tabIndex={-1}
      aria-label={name}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      disabled={checks.isLocked(node)}
      onChange={() => checks.onToggle(node)}
    />
  );
}

const useWindowHeight = () => useSyncExternalStore(onResize, () => innerHeight);

function onResize(listener: () => void) {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
