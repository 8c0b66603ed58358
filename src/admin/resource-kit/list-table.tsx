import { Button, Grid, Table, type TableColumnType, type TableProps } from 'antd';
import { Link } from 'react-router';
import { hasPermission } from '#domain/permissions.ts';
import { useAdminSession } from '../session/session.ts';
import { FieldCell } from '../field-types/field-cell.tsx';
import type { Row } from '../field-types/field.ts';
import { fieldTypeOf } from '../field-types/field-types.ts';
import { useAllowed } from './use-allowed.ts';
import { fieldOf, type ListState, type RecordPanel, type Resource, type RowLink } from './define-resource.ts';
import styles from './resource-kit.module.css';
import { isSortable, PAGE_SIZES } from './list-state.ts';
import { NoRecords } from './no-records.tsx';
import { useNavigateWithin } from './use-navigate-within.ts';
import { useRowSwitch } from './use-row-switch.tsx';

interface Props {
  resource: Resource;
  columns: readonly string[];
  rows: readonly Row[];
  total: number;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  isLoading: boolean;
  chosen: readonly number[];
  /** Undefined if rows cannot be chosen. */
  onChoose?: (ids: readonly number[]) => void;
  onDelete: (rows: readonly Row[]) => void;
}

const orders = { asc: 'ascend', desc: 'descend' } as const;

export function ListTable({
  resource,
  columns,
  rows,
  total,
  state,
  onChange,
  isLoading,
  chosen,
  onChoose,
  onDelete,
}: Props) {
  const canShow = useAllowed(resource, 'show');
  const canEdit = useAllowed(resource, 'edit');
  const { permissions } = useAdminSession();
  const { rowSwitch } = resource;
  const panels = resource.panels.filter(({ permission }) => hasPermission(permissions, permission));
  const links = resource.links.filter(({ permission }) => hasPermission(permissions, permission));
  const canSwitch = rowSwitch !== undefined && hasPermission(permissions, rowSwitch.endpoint.permission);
  const isWide = Grid.useBreakpoint().md !== false;
  const { detailAddress } = useNavigateWithin(resource);
  const switchOf = useRowSwitch(resource);
  const idOf = (row: Row) => Number(row[resource.id]);

  const shown = columns.map((name): TableColumnType<Row> => {
    const field = fieldOf(resource, name);
    const type = fieldTypeOf(field);
    return {
      key: name,
      title: field.label,
      width: field.width ?? type.width,
      align: type.align,
      sorter: isSortable(resource, name),
      sortOrder: state.sort?.field === name ? orders[state.sort.order] : null,
      render: (_value, row) => {
        const cell = <FieldCell field={field} name={name} record={row} />;
        return name === resource.title && canShow ? <Link to={detailAddress(idOf(row))}>{cell}</Link> : cell;
      },
    };
  });
  const isOfferedIn = (row: Row) => panels.filter((panel) => panel.isOffered?.(row) !== false);
  const panelsInRow = Math.max(0, ...rows.map((row) => isOfferedIn(row).length));
  const actions: TableColumnType<Row> = {
    key: 'actions',
    title: '操作',
    width: 120 + 76 * (panelsInRow + links.length) + (canSwitch ? 40 : 0),
    // On a phone a fixed column would leave no room for the others.
    fixed: isWide ? 'right' : undefined,
    render: (_value, row) => (
      <RowActions
        resource={resource}
        row={row}
        panels={isOfferedIn(row)}
        links={links}
        canEdit={canEdit}
        onDelete={onChoose && (() => onDelete([row]))}
        rowSwitch={canSwitch ? switchOf(row) : undefined}
      />
    ),
  };

  const onTableChange: TableProps<Row>['onChange'] = (pagination, _filters, sorter, { action }) => {
    const [first] = [sorter].flat();
    const order = first?.order === 'ascend' ? 'asc' : first?.order === 'descend' ? 'desc' : undefined;
    if (action === 'sort') {
      onChange({ page: 1, sort: order && { field: String(first?.columnKey), order } });
      return;
    }
    const pageSize = pagination.pageSize ?? state.pageSize;
    onChange({ pageSize, page: pageSize === state.pageSize ? (pagination.current ?? 1) : 1 });
  };

  return (
    <Table<Row>
      rowKey={resource.id}
      size="middle"
      columns={
        canEdit || onChoose || canSwitch || panels.length + links.length > 0 ? [...shown, actions] : shown
      }
      dataSource={rows}
      loading={isLoading && { delay: 200 }}
      scroll={{ x: 'max-content' }}
      onChange={onTableChange}
      rowSelection={
        onChoose && {
          selectedRowKeys: [...chosen],
          onChange: (keys) => onChoose(keys.map(Number)),
          columnWidth: 48,
        }
      }
      pagination={{
        current: state.page,
        pageSize: state.pageSize,
        total,
        pageSizeOptions: PAGE_SIZES,
        showSizeChanger: true,
        showTotal: (count) => `共 ${count} 条`,
        hideOnSinglePage: false,
        size: 'small',
      }}
      locale={{
        emptyText: isLoading ? (
          <div className={styles.loadingRoom} />
        ) : (
          <NoRecords resource={resource} state={state} onChange={onChange} />
        ),
      }}
    />
  );
}

interface RowActionsProps {
  resource: Resource;
  row: Row;
  panels: readonly RecordPanel[];
  links: readonly RowLink[];
  canEdit: boolean;
  onDelete?: () => void;
  rowSwitch?: { verb: string; flip: () => void };
}

/** Uses plain links, because Refine's buttons nest a button in a link: two stops of Tab for each. */
function RowActions({ resource, row, panels, links, canEdit, onDelete, rowSwitch }: RowActionsProps) {
  const { editAddress, panelAddress } = useNavigateWithin(resource);
  return (
    <span className={styles.rowActions}>
      {links.map(({ label, to }) => (
        <Link key={label} to={to(row)}>
          {label}
        </Link>
      ))}
      {panels.map(({ path, label }) => (
        <Link key={path} to={panelAddress(Number(row[resource.id]), path)}>
          {label}
        </Link>
      ))}
      {canEdit ? <Link to={editAddress(Number(row[resource.id]))}>编辑</Link> : null}
      {rowSwitch ? (
        <Button type="link" size="small" className={styles.rowButton} onClick={rowSwitch.flip}>
          {rowSwitch.verb}
        </Button>
      ) : null}
      {onDelete ? (
        <Button type="link" size="small" danger className={styles.rowButton} onClick={onDelete}>
          {resource.removalVerb}
        </Button>
      ) : null}
    </span>
  );
}
