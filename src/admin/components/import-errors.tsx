import type { ImportReport } from '#contract/prices/price-table.ts';
import { VirtualTable } from './tree/virtual-table.tsx';

interface Props {
  errors: ImportReport['errors'];
  /** Height of the scrolling rows, in pixels. */
  height: number;
}

export function ImportErrors({ errors, height }: Props) {
  return (
    <VirtualTable
      label="文件中的错误"
      height={height}
      rowKey={({ row, column, message }) => `${row}/${column}/${message}`}
      rows={errors}
      columns={[
        // Row 0 stands for the whole file.
        { title: '行', dataIndex: 'row', width: 80, render: (row: number) => (row > 0 ? row : '') },
        { title: '列', dataIndex: 'column', width: 160 },
        { title: '错误', dataIndex: 'message' },
      ]}
    />
  );
}
