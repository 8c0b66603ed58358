import { Table, type TableProps, type TableRef } from 'antd';
import { useRef, type ComponentProps, type KeyboardEvent } from 'react';
import { headerCellProps, headerRowProps, PlainTable, noSpinner } from './table-roles.tsx';

interface Props<R> extends Required<Pick<TableProps<R>, 'columns' | 'rowKey'>> {
  label: string;
  /** At least one. */
  rows: readonly R[];
  /** Height of the scrolling rows, in pixels. */
  height: number;
}

/** Arrow keys scroll by about one row. */
const STEP_PX = 40;

/** antd renders rows as `div`s without roles. */
const components: TableProps['components'] = {
  header: { table: PlainTable },
  body: {
    wrapper: (props: ComponentProps<'div'>) => <div {...props} role="rowgroup" />,
    row: (props: ComponentProps<'div'>) => <div {...props} role="row" />,
    cell: (props: ComponentProps<'div'>) => <div {...props} role="cell" />,
  },
};

/** Renders only the visible rows. Screen readers see a single table, and the keyboard can scroll it. */
export function VirtualTable<R extends object>({ label, rows, height, columns, rowKey }: Props<R>) {
  const scroller = useRef<TableRef>(null);
  const top = useRef(0);

  function onKeyDown(event: KeyboardEvent) {
    const to = {
      ArrowUp: top.current - STEP_PX,
      ArrowDown: top.current + STEP_PX,
      PageUp: top.current - height,
      PageDown: top.current + height,
      Home: 0,
      End: Number.MAX_SAFE_INTEGER,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    scroller.current?.scrollTo({ top: to });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keyboard scrolls it
    <div
      role="table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onKeyDown={onKeyDown}
    >
      <Table<R>
        ref={scroller}
        size="small"
        rowKey={rowKey}
        virtual
        loading={noSpinner}
        components={components}
        columns={columns.map((column) => ({ ...column, onHeaderCell: headerCellProps }))}
        scroll={{ y: height, x: columns.reduce((sum, { width }) => sum + Number(width ?? 0), 0) }}
        pagination={false}
        dataSource={rows}
        onHeaderRow={headerRowProps}
        onRow={(_row, index = 0) => ({ 'aria-rowindex': index + 2 })}
        onScroll={({ currentTarget }) => {
          top.current = currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
