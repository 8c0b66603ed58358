import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VirtualTable } from './virtual-table.tsx';

const rows = Array.from({ length: 500 }, (_, n) => ({ id: n + 1, name: `零件 ${n + 1}` }));

test('a virtual table is one table to screen readers, with a header, row indexes and cells', () => {
  render(
    <VirtualTable
      label="零件"
      height={300}
      rowKey="id"
      rows={rows}
      columns={[
        { title: '编号', dataIndex: 'id', width: 80 },
        { title: '名称', dataIndex: 'name' },
      ]}
    />,
  );
  // The table element of the header has no table role.
  const table = screen.getByRole('table', { name: '零件' });
  expect(screen.getAllByRole('table')).toEqual([table]);
  expect(table.getAttribute('aria-rowcount')).toBe('501');
  // No live region may stand between the table and its rows.
  expect(table.querySelector('[aria-live], [aria-busy]')).toBeNull();
  const [head, first, second] = within(table).getAllByRole('row');
  const textsOf = (row: HTMLElement | undefined, role: string) =>
    row &&
    within(row)
      .getAllByRole(role)
      .map(({ textContent }) => textContent);
  expect(textsOf(head, 'columnheader')).toEqual(['编号', '名称']);
  expect(textsOf(first, 'cell')).toEqual(['1', '零件 1']);
  expect([head, first, second].map((row) => row?.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3']);
});
