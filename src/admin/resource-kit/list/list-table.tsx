import { Table, type TableColumnType, type TableProps } from 'antd';
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FieldCell } from '../../field-types/field-cell.tsx';
import type { Row } from '../../field-types/field.ts';
import { fieldTypeOf, textOf } from '../../field-types/field-types.ts';
import { fieldOf } from '../define-resource.ts';
import styles from '../resource-kit.module.css';
import { isSortable } from './list-state.ts';
import { NoRecords } from './no-records.tsx';
import { paginationOf, type RecordsProps } from '../records.ts';
import { useAllowed } from '../use-allowed.ts';
import type { Density } from './use-density.ts';
import { useResourceNavigation } from '../use-resource-navigation.ts';

interface Props extends RecordsProps {
  density: Density;
}

const antdSortOrders = { asc: 'ascend', desc: 'descend' } as const;

export function ListTable(props: Props) {
  const { resource, columns, rows, state, onChange, isLoading, actions, chosen, onChoose } = props;
  const canShow = useAllowed(resource, 'show');
  const { detailPath } = useResourceNavigation(resource);
  const idOf = (row: Row) => Number(row[resource.id]);

  const dataColumns = columns.map((name): TableColumnType<Row> => {
    const field = fieldOf(resource, name);
    const type = fieldTypeOf(field);
    return {
      key: name,
      title: field.label,
      width: field.width ?? type.width,
      align: type.align,
      sorter: isSortable(resource, name),
      sortOrder: state.sort?.field === name ? antdSortOrders[state.sort.order] : null,
      render: (_value, row) => {
        const cell = <FieldCell field={field} name={name} record={row} />;
        return name === resource.title && canShow ? <Link to={detailPath(idOf(row))}>{cell}</Link> : cell;
      },
    };
  });
  const actionColumns: TableColumnType<Row>[] =
    actions.width === 0
      ? []
      : [
          {
            key: 'actions',
            title: '操作',
            width: actions.width,
            fixed: 'right',
            render: (_value, row) => actions.render(row),
          },
        ];

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
      size={props.density}
      columns={[...dataColumns, ...actionColumns]}
      dataSource={rows}
      loading={isLoading && { delay: 200 }}
      scroll={{ x: 'max-content' }}
      onChange={onTableChange}
      rowSelection={
        onChoose && {
          selectedRowKeys: [...chosen],
          onChange: (keys) => onChoose(keys.map(Number)),
          columnWidth: 48,
          columnTitle: renderHeaderCheckbox,
          getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部' }),
          getCheckboxProps: (row) => ({
            'aria-label': `选择 ${textOf(fieldOf(resource, resource.title), resource.title, row)}`,
          }),
        }
      }
      pagination={paginationOf(props)}
      locale={{
        emptyText: isLoading ? (
          <div className={styles.loadingPlaceholder} />
        ) : (
          <NoRecords resource={resource} state={state} onChange={onChange} />
        ),
      }}
    />
  );
}

const renderHeaderCheckbox = (checkbox: ReactNode) => <HeaderCheckbox>{checkbox}</HeaderCheckbox>;

/** antd repeats the header in a hidden row to measure the columns; a checkbox there could receive focus. */
function HeaderCheckbox({ children }: { children: ReactNode }) {
  return use(TableMeasureRowContext) ? null : children;
}
