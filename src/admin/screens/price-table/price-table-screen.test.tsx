import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';

const option = (id: number, name: string, materialIds: number[] | null) => ({
  id,
  name,
  processId: 9,
  processName: '表面处理',
  materialIds,
});

const table = {
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

beforeEach(() => {
  // jsdom has no layout, so the grid gets a size here.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

async function openTable(more: Parameters<typeof openAdmin>[1] = {}) {
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

test('after a system error the edits stay and can be saved again', async () => {
  const { press, type, known } = await openTable({
    answers: { 'PUT /price-table': refusal(500, '系统错误', 'server.error') },
  });
  press('Home');
  type('6/1', 'Enter');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('系统错误')).toBeTruthy();
  await screen.findByText('1 个价格未保存');
  known['PUT /price-table'] = ok({ saved: 1 }, '更新成功');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.queryByText('1 个价格未保存')).toBeNull());
});
