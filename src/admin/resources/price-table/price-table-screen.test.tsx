import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin } from '../../app/open-admin.test-data.tsx';

const option = (id: number, name: string, materialIds: number[] | null) => ({
  id,
  name,
  processId: 9,
  processName: '表面处理',
  materialIds,
});

const table = {
  materials: [
    { id: 1, name: 'AL6061', materialTag: 'al' },
    { id: 2, name: 'Q235', materialTag: 'steel' },
  ],
  options: [option(11, '喷砂', null), option(12, '氧化', [1])],
  cells: [
    [1, 11, 5, 0.5],
    [1, 12, 9, 1],
  ],
};

beforeEach(() => {
  // The browser would lay the grid out.
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
  const cell = (name: RegExp) => within(grid).getByRole('gridcell', { name });
  const paste = (text: string) => fireEvent.paste(grid, { clipboardData: { getData: () => text } });
  return { ...page, grid, press, type, cell, paste };
}

test('a grid with its names, missing prices and pairs that have none', async () => {
  const { grid, cell } = await openTable();
  expect(grid.getAttribute('aria-rowcount')).toBe('3');
  expect(within(grid).getAllByRole('columnheader')).toHaveLength(3);
  expect(
    within(grid)
      .getAllByRole('rowheader')
      .map((head) => head.textContent),
  ).toEqual(['AL6061', 'Q235']);
  expect(cell(/AL6061，表面处理 喷砂：5\/0.5/).textContent).toBe('5/0.5');
  expect(cell(/Q235，表面处理 喷砂：缺价/)).toBeTruthy();
  expect(cell(/Q235，表面处理 氧化：不适用/).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: '缺价 1 项，看下一项' })).toBeTruthy();
});

test('prices are typed, go on with Enter and Tab, and are saved in one call', async () => {
  const { type, press, cell, sentTo } = await openTable({
    answers: { 'PUT /price-table': ok({ saved: 2 }) },
  });
  type('7/1', 'Enter');
  type('12', 'Tab');
  expect(cell(/Q235，表面处理 喷砂：12\/0，未保存/)).toBeTruthy();
  // A pair that has no price opens no input.
  press('5');
  expect(screen.queryByRole('textbox', { name: 'Q235 氧化' })).toBeNull();
  expect(screen.getByText('2 个价格未保存')).toBeTruthy();
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await waitFor(() => expect(screen.queryByText('2 个价格未保存')).toBeNull());
  expect(sentTo('PUT /price-table').map(({ body }) => body)).toEqual([
    {
      cells: [
        { materialId: 1, optionId: 11, before: { price: 5, time: 0.5 }, after: { price: 7, time: 1 } },
        { materialId: 2, optionId: 11, before: null, after: { price: 12, time: 0 } },
      ],
    },
  ]);
});

test('what can’t be read stays open with its reason; Esc drops it', async () => {
  const { type, grid, cell } = await openTable();
  type('abc', 'Enter');
  expect(await screen.findByText('价格必须是数字')).toBeTruthy();
  fireEvent.keyDown(within(grid).getByRole('textbox'), { key: 'Escape' });
  expect(within(grid).queryByRole('textbox')).toBeNull();
  expect(cell(/AL6061，表面处理 喷砂：5\/0.5$/)).toBeTruthy();
  expect(document.activeElement).toBe(grid);
});

test('a block is pasted, undone and redone', async () => {
  const { paste, press, cell } = await openTable();
  paste('1/1\t2/1\n3/1\t4/1\n');
  expect(await screen.findByText('3 个价格未保存')).toBeTruthy();
  expect(await screen.findByText('已粘贴，跳过 1 个不适用的格')).toBeTruthy();
  press('z', { ctrlKey: true });
  expect(screen.queryByText(/个价格未保存/)).toBeNull();
  press('y', { ctrlKey: true });
  press('Delete');
  expect(cell(/AL6061，表面处理 喷砂：缺价，未保存/)).toBeTruthy();
});

test('cells that others changed are decided one by one and saved upon theirs', async () => {
  let saves = 0;
  const conflicts = [{ materialId: 1, optionId: 11, current: { price: 6, time: 2 } }];
  const { type, press, sentTo } = await openTable({
    answers: {
      'PUT /price-table': () => {
        saves += 1;
        return saves === 1
          ? { ...refusal(409, '部分价格已被他人修改', 'price.conflict'), data: { conflicts } }
          : ok({ saved: 1 }, '更新成功');
      },
    },
  });
  type('7/1', 'Enter');
  press('ArrowUp');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('row', { name: /AL6061 · 表面处理 喷砂/ }).textContent).toContain('7/16/2');
  fireEvent.click(dialog.getByRole('button', { name: '按所选继续' }));
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(sentTo('PUT /price-table')).toHaveLength(2));
  expect(sentTo('PUT /price-table')[1]?.body).toEqual({
    cells: [{ materialId: 1, optionId: 11, before: { price: 6, time: 2 }, after: { price: 7, time: 1 } }],
  });
});

test('a file is read, shown as what it would change, and applied', async () => {
  const report = {
    token: 'draft',
    unchanged: 3,
    errors: [],
    changes: [
      {
        materialId: 1,
        optionId: 11,
        materialName: 'AL6061',
        optionName: '喷砂',
        before: { price: 5, time: 0.5 },
        after: null,
      },
    ],
  };
  const { sentTo } = await openTable({
    answers: {
      'POST /price-table/import': ok(report, '已读取文件'),
      'POST /price-table/import/apply': ok({ saved: 1 }, '导入成功'),
    },
  });
  const file = new File(['x'], '价目.csv');
  fireEvent.change(screen.getByLabelText('导入文件'), { target: { files: [file] } });
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('将修改 1 个价格，另有 3 个与现在相同。请核对后应用。')).toBeTruthy();
  const [sent] = sentTo('POST /price-table/import');
  expect(sent?.headers['Content-Type']).toBe('text/csv');
  fireEvent.click(dialog.getByRole('button', { name: '应用 1 处修改' }));
  await waitFor(() => expect(sentTo('GET /price-table')).toHaveLength(2));
  expect(sentTo('POST /price-table/import/apply')[0]?.body).toEqual({ token: 'draft' });
});

test('whoever may not edit reads', async () => {
  const codes = ['mfr:price:list'];
  const { press, paste, grid } = await openTable({
    user: { ...administrator, buttons: codes, permissions: codes },
  });
  press('5');
  paste('1');
  press('Delete');
  expect(within(grid).queryByRole('textbox')).toBeNull();
  expect(screen.queryByText(/未保存/)).toBeNull();
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull();
});

test('after a system error the edits stay to be saved again', async () => {
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
