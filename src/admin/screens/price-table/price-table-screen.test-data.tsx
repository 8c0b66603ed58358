import { fireEvent, screen, within } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';

const option = (id: number, name: string, materialIds: number[] | null) => ({
  id,
  name,
  processId: 9,
  processName: '表面处理',
  materialIds,
});

export const table = {
  materials: [
    { id: 1, name: 'AL6061', materialTag: 'al', manualOptions: [] },
    { id: 2, name: 'Q235', materialTag: 'steel', manualOptions: [] },
  ],
  options: [option(11, '喷砂', null), option(12, '氧化', [1])],
  cells: [
    [1, 11, 5, 0.5],
    [1, 12, 9, 1],
  ],
};

export async function openTable(more: Parameters<typeof openAdmin>[1] = {}) {
  const page = openAdmin('/admin/table', {
    ...more,
    answers: { 'GET /price-table': ok(table), ...more.answers },
  });
  const grid = await screen.findByRole('grid', { name: '价目总表' });
  const press = (key: string, more: object = {}) => fireEvent.keyDown(grid, { key, ...more });
  const type = (text: string, key: string) => {
    press(text.charAt(0));
    const input = within(grid).getByRole('textbox');
    fireEvent.change(input, { target: { value: text } });
    fireEvent.keyDown(input, { key });
  };
  return { ...page, press, type };
}
